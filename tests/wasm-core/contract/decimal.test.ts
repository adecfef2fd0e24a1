import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finite, formatCoefficient, isCoefficient, parseDecimal } from '#core/contract/decimal.ts';

/** Shows invisible characters in the name of a test. */
const visible = (text: string) =>
  text.replace(/[^\u0021-\u007eА-яЁё]/g, (char) => `⟨${char.charCodeAt(0).toString(16).padStart(4, '0')}⟩`);

const accepted: readonly (readonly [text: string, value: number])[] = [
  ['0', 0],
  ['7', 7],
  ['007', 7],
  ['1,5', 1.5],
  ['1.5', 1.5],
  ['10.02', 10.02],
  ['10,02', 10.02],
  ['1,234', 1.234],
  ['1.234', 1.234],
  ['5.', 5],
  ['5,', 5],
  [',5', 0.5],
  ['.5', 0.5],
  ['3.149000', 3.149],
  ['+2', 2],
  ['-2,5', -2.5],
  ['\u22122,5', -2.5],
  ['\u20132,5', -2.5],
  ['1.5e3', 1500],
  ['1,5E-3', 0.0015],
  ['1e+6', 1_000_000],
  ['1e-320', 1e-320],
  ['1e-400', 0],
  ['9007199254740993', 2 ** 53],
  [' 12 ', 12],
  ['\t12\n', 12],
  ['\ufeff12', 12],
  ['\u00a012\u202f', 12],
  ['1 234,5', 1234.5],
  ['1\u00a0234,5', 1234.5],
  ['1\u2009234,5', 1234.5],
  ['1\u202f234,5', 1234.5],
  ['1\u2007234,5', 1234.5],
  ['1 234 567', 1_234_567],
  ['1\u00a0234\u202f567.89', 1_234_567.89],
  ['-12 345', -12_345],
];

const SEPARATORS = /больше одного разделителя/;
const SPACES = /Пробел стоит не между разрядами/;
const LETTERS = /лишние буквы: «(?:т|тыс|e|x|b)»/;
const NOT_A_NUMBER = /Это не число/;
const TOO_LARGE = /слишком велико/;

const refused: readonly (readonly [text: string, reason: RegExp])[] = [
  ['', /Укажите число/],
  ['   ', /Укажите число/],
  ['\u00a0', /Укажите число/],
  ['1.234,5', SEPARATORS],
  ['1,234.5', SEPARATORS],
  ['1.234.567', SEPARATORS],
  ['1,,5', SEPARATORS],
  ['1..5', SEPARATORS],
  ['1 23', SPACES],
  ['1 2345', SPACES],
  ['1234 567', SPACES],
  ['1  234', SPACES],
  ['- 5', SPACES],
  ['1 ,5', SPACES],
  ['1, 5', SPACES],
  ['1 234 e3', LETTERS],
  ['1,5 т', LETTERS],
  ['1000 т', LETTERS],
  ['1000т', LETTERS],
  ['1.234,5 т', LETTERS],
  ['5 тыс. т', LETTERS],
  ['12 %', NOT_A_NUMBER],
  [',', NOT_A_NUMBER],
  ['-', NOT_A_NUMBER],
  ['--5', NOT_A_NUMBER],
  ['\u2212-5', NOT_A_NUMBER],
  ['5-', NOT_A_NUMBER],
  ['1e', NOT_A_NUMBER],
  ['1e5.5', NOT_A_NUMBER],
  ['e5', NOT_A_NUMBER],
  ['0x10', LETTERS],
  ['0b1', LETTERS],
  ['1_000', NOT_A_NUMBER],
  ["1'000", NOT_A_NUMBER],
  ['1/2', NOT_A_NUMBER],
  ['5%', NOT_A_NUMBER],
  ['NaN', NOT_A_NUMBER],
  ['inf', NOT_A_NUMBER],
  ['Infinity', NOT_A_NUMBER],
  ['null', NOT_A_NUMBER],
  ['#DIV/0!', NOT_A_NUMBER],
  ['нет', NOT_A_NUMBER],
  ['\uff11\uff12', NOT_A_NUMBER],
  ['\u0661\u0662', NOT_A_NUMBER],
  ['1\u066b5', NOT_A_NUMBER],
  ['1\uff0c5', NOT_A_NUMBER],
  ['\u00bd', NOT_A_NUMBER],
  ['1\u200b5', NOT_A_NUMBER],
  ['1\u00005', NOT_A_NUMBER],
  ['1e309', TOO_LARGE],
  ['-1e309', TOO_LARGE],
  ['9'.repeat(400), TOO_LARGE],
];

describe('parseDecimal reads', () => {
  it.each(accepted.map(([text, value]) => [visible(text), value, text] as const))('%s as %d', (_, value, text) => {
    expect(parseDecimal(text)).toStrictEqual({ ok: true, value });
  });

  it.each(['-0', '\u22120', '-0,00', '0e5', '-1e-400'])('%s as 0, not −0', (text) => {
    expect(parseDecimal(text)).toStrictEqual({ ok: true, value: 0 });
  });
});

describe('parseDecimal refuses', () => {
  it.each(refused.map(([text, reason]) => [visible(text).slice(0, 40), reason, text] as const))(
    '%s',
    (_, reason, text) => {
      const parsed = parseDecimal(text);
      expect(parsed).toEqual({ ok: false, message: expect.stringMatching(reason) });
    },
  );
});

const finiteDouble = fc.double({ noNaN: true, noDefaultInfinity: true });
const russian = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 20, useGrouping: 'always' });

describe('parseDecimal', () => {
  it('reads back every number that JavaScript formats', () => {
    fc.assert(
      fc.property(finiteDouble, (value) => {
        expect(parseDecimal(String(value))).toStrictEqual({ ok: true, value: value === 0 ? 0 : value });
        expect(parseDecimal(String(value).replace('.', ','))).toStrictEqual({
          ok: true,
          value: value === 0 ? 0 : value,
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('reads back every number that the product formats in Russian', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e15, max: 1e15 }), fc.integer({ min: 0, max: 6 }), (digits, decimals) => {
        const value = digits / 10 ** decimals;
        expect(parseDecimal(russian.format(value))).toStrictEqual({ ok: true, value: value === 0 ? 0 : value });
      }),
      { numRuns: 2000 },
    );
  });

  it('returns a finite number or a Russian message for any text and never throws', () => {
    const piece = fc.constantFrom(...'0123456789., \u00a0\u2009\u202f+-\u2212eE%x\u0661\uff11');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const parsed = parseDecimal(text);
          if (parsed.ok) expect(Number.isFinite(parsed.value) && !Object.is(parsed.value, -0)).toBe(true);
          else expect(parsed.message).toMatch(/^[А-Я].*\.$/);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('never moves the decimal separator', () => {
    fc.assert(
      fc.property(fc.nat(999_999), fc.nat(999_999), fc.constantFrom('.', ','), (whole, rest, separator) => {
        const fraction = String(rest).padStart(6, '0');
        expect(parseDecimal(`${whole}${separator}${fraction}`)).toStrictEqual({
          ok: true,
          value: Number(`${whole}.${fraction}`),
        });
      }),
    );
  });
});

describe('finite', () => {
  it.each([
    [Number.NaN, NOT_A_NUMBER],
    [Number.POSITIVE_INFINITY, TOO_LARGE],
    [Number.NEGATIVE_INFINITY, TOO_LARGE],
  ])('refuses %d', (value, reason) => {
    expect(finite(value)).toEqual({ ok: false, message: expect.stringMatching(reason) });
  });

  it('turns −0 into 0', () => {
    expect(finite(-0)).toStrictEqual({ ok: true, value: 0 });
  });
});

describe('a coefficient on the wire', () => {
  it.each([
    [3.149, '3.149000'],
    [3.026, '3.026000'],
    [0, '0.000000'],
    [0.000_001, '0.000001'],
    [100, '100.000000'],
    [0.1 + 0.2, '0.300000'],
  ])('%d travels as %s', (value, text) => {
    expect(formatCoefficient(value)).toBe(text);
  });

  it('survives a round trip for every number of at most six decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (millionths) => {
        const value = millionths / 1e6;
        expect(isCoefficient(value)).toBe(true);
        expect(parseDecimal(formatCoefficient(value))).toStrictEqual({ ok: true, value });
      }),
      { numRuns: 2000 },
    );
  });

  it.each([0.123_456_7, 1e-7, 0.1 + 0.2, Math.PI])('would lose digits of %d', (value) => {
    expect(isCoefficient(value)).toBe(false);
  });
});
