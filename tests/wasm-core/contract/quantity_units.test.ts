import { expect, it } from 'vitest';
import { inUnit, unitsOf } from '#core/contract/quantity_units.ts';

it.each([
  ['20000', 'т', 'тыс. т', '20'],
  ['20 000,5', 'т', 'тыс. т', '20.0005'],
  ['4,2', 'тыс. т', 'т', '4200'],
  ['0,1', 'т', 'тыс. т', '0.0001'],
  ['3', 'млн м³', 'м³', '3000000'],
  ['1500', 'тыс. м³', 'млн м³', '1.5'],
  ['1,1e3', 'м³', 'тыс. м³', '1.1'],
  ['7', 'тыс. м³', 'тыс. м³', '7'],
  ['двадцать', 'т', 'тыс. т', 'двадцать'],
  ['', 'т', 'тыс. т', ''],
  ['7', 'т', 'м³', '7'],
])('%s %s is written in %s as %s', (text, from, to, written) => expect(inUnit(text, from, to)).toBe(written));

it('a mass and a volume have units to choose from, a coefficient has none', () => {
  expect([unitsOf('тыс. т'), unitsOf('тыс. м³'), unitsOf('м³/т')]).toEqual([
    ['т', 'тыс. т'],
    ['м³', 'тыс. м³', 'млн м³'],
    [],
  ]);
});
