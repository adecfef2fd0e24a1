import { expect, it } from 'vitest';
import { formatKindOf } from '#core/tables/number_format.ts';

it.each([
  ['General', 'number'],
  ['0.00', 'number'],
  ['# ##0,00"дм"', 'number'],
  ['0.0%', 'percent'],
  ['0.0\\%', 'number'],
  ['0" %"', 'number'],
  ['dd.mm.yyyy', 'date'],
  ['[$-419]d mmmm yyyy', 'date'],
  ['[h]:mm', 'date'],
  ['[hh]', 'date'],
  ['[Red]0', 'number'],
  ['[$руб-419]0', 'number'],
  ['[Red', 'date'],
  ['0_d', 'number'],
  ['0*d', 'number'],
  ['0\\d', 'number'],
  ['"d', 'date'],
  ['[$€-2]\\ #,##0.00;[Red]\\-[$€-2]\\ #,##0.00', 'number'],
])('numbers with the format %s are recognised as %s', (code, look) => {
  expect(formatKindOf(code)).toBe(look);
});
