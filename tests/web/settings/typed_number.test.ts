import { expect, it } from 'vitest';
import { decimalsOf, tooManyDecimals } from '#web/settings/typed_number.ts';

it.each([
  ['12', 0],
  ['12,', 0],
  ['0,05', 2],
  ['0.05', 2],
  ['1 234,5678', 4],
  ['1\u202f234,50', 2],
  ['5e-3', 3],
  ['1,25e1', 1],
  ['1,2e5', 0],
])('%s has %i decimals', (text, decimals) => {
  expect(decimalsOf(text)).toBe(decimals);
});

it('a number with more decimals than allowed is refused with the name of the setting', () => {
  expect(tooManyDecimals('1,23', 2)).toBeUndefined();
  expect(tooManyDecimals('1,234', 2)).toMatch(/знаков после запятой: 2.*«Настройки»/);
  expect(tooManyDecimals('1,2', 0)).toMatch(/только целые числа.*«Настройки»/);
});
