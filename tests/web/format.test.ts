import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDecimal } from '#core/contract/decimal.ts';
import { cut, displayed, exactText, formatDay, formatNumber } from '#web/format.ts';

const THIN = '\u00a0';

it('numbers have narrow no-break spaces between thousands and a decimal comma', () => {
  expect(formatNumber(1234567.891, 2)).toBe(`1${THIN}234${THIN}567,89`);
  expect(formatNumber(-1234.5)).toBe(`−1${THIN}234,5`);
  expect(formatNumber(0, 2)).toBe('0,00');
  expect(formatNumber(0.1 + 0.2)).toBe('0,3');
});

it('kilograms are shown in tonnes', () => {
  const result = {
    kind: 'number',
    label: '',
    symbol: '',
    unit: 'кг',
    decimals: 2,
    display: { unit: 'т', divisor: 1000 },
  } as const;
  expect(displayed(result, 1234567.8)).toEqual({ value: 1234.5678, unit: 'т', text: `1${THIN}234,57` });
});

it('a copied number is parsed to the same bits', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const parsed = parseDecimal(exactText(value));
      expect(parsed).toEqual({ ok: true, value: value === 0 ? 0 : value });
    }),
  );
});

it('texts are truncated between characters', () => {
  expect(cut('Шахта', 5)).toBe('Шахта');
  expect(cut('Шахта №1', 5)).toBe('Шахта…');
  expect(cut('🙂🙂🙂', 2)).toBe('🙂🙂…');
});

it('days are written as yyyy-MM-dd', () => {
  expect(formatDay('2026-03-05T12:00:00.000Z')).toBe('2026-03-05');
  expect(formatDay('')).toBe('');
});
