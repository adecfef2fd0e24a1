import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeRows } from './compute_rows.ts';
import type { Cell } from './table_cases.ts';

const METHODS = { known: 0, interpolation: 1, trend: 2, surrogate: 3, none: 4 } as const;

interface Series {
  readonly first: number;
  readonly given: readonly (number | null)[];
  readonly surrogate: readonly (number | null)[];
}

const value = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { freq: 1, nil: null });
const whole = fc.option(fc.integer({ min: 0, max: 50 }), { freq: 1, nil: null });
const series: fc.Arbitrary<Series> = fc
  .record({ first: fc.integer({ min: 1900, max: 2100 }), length: fc.integer({ min: 1, max: 40 }) })
  .chain(({ first, length }) => {
    const cells = (cell: fc.Arbitrary<number | null>) => fc.array(cell, { minLength: length, maxLength: length });
    return fc.record({ first: fc.constant(first), given: cells(value), surrogate: cells(whole) });
  });

function rowsOf({ first, given, surrogate }: Series, name = 'а', withSurrogate = true): Cell[][] {
  return given.map((cell, index) => [name, first + index, cell, withSurrogate ? (surrogate[index] ?? null) : null]);
}

async function filled(one: Series, withSurrogate = true) {
  const { column, head } = await computeRows('filling_blanks', rowsOf(one, 'а', withSurrogate));
  return { values: column('value'), methods: column('method'), head };
}

/** The rules once more, as a reader of the method would write them: sums over deviations from the means. */
function reference({ given, surrogate }: Series, withSurrogate: boolean): { value: number; method: number }[] {
  const known = given.flatMap((y, t) => (y === null ? [] : [{ t, y }]));
  if (known.length < 2) {
    return given.map((y) =>
      y === null ? { value: Number.NaN, method: METHODS.none } : { value: y, method: METHODS.known },
    );
  }
  const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const [tMean, yMean] = [mean(known.map(({ t }) => t)), mean(known.map(({ y }) => y))];
  const sum = (of: (point: { t: number; y: number }) => number) => known.reduce((total, point) => total + of(point), 0);
  const slope = sum(({ t, y }) => (t - tMean) * (y - yMean)) / sum(({ t }) => (t - tMean) ** 2);
  return given.map((cell, t) => {
    if (cell !== null) return { value: cell, method: METHODS.known };
    const s = withSurrogate ? (surrogate[t] ?? null) : null;
    const related = known.filter((point) => (surrogate[point.t] ?? 0) !== 0);
    const distance = (point: { t: number }) => Math.abs(point.t - t);
    const [nearest] = related.sort((a, b) => distance(a) - distance(b) || a.t - b.t);
    if (s !== null && nearest)
      return { value: (nearest.y * s) / (surrogate[nearest.t] ?? 1), method: METHODS.surrogate };
    const before = known.filter((point) => point.t < t).at(-1);
    const after = known.find((point) => point.t > t);
    if (!before || !after) return { value: Math.max(0, yMean + slope * (t - tMean)), method: METHODS.trend };
    const share = (t - before.t) / (after.t - before.t);
    return { value: before.y * (1 - share) + after.y * share, method: METHODS.interpolation };
  });
}

describe('filling the gaps of a random series', () => {
  it.each([true, false])('follows the rules of the method (with a surrogate: %s)', async (withSurrogate) => {
    await fc.assert(
      fc.asyncProperty(series, async (one) => {
        const { values, methods } = await filled(one, withSurrogate);
        const expected = reference(one, withSurrogate);
        expect(methods).toEqual(expected.map(({ method }) => method));
        const scale = Math.max(1, ...one.given.map((cell) => cell ?? 0));
        for (const [row, { value, method }] of expected.entries()) {
          if (method === METHODS.known) expect(values[row]).toBe(value);
          else if (Number.isNaN(value)) expect(values[row]).toBeNaN();
          else expect(Math.abs((values[row] ?? Number.NaN) - value) / Math.max(scale, value)).toBeLessThan(1e-11);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same bits when all years are shifted', async () => {
    await fc.assert(
      fc.asyncProperty(series, fc.integer({ min: -50, max: 50 }), async (one, shift) => {
        const shifted = await filled({ ...one, first: one.first + shift });
        expect(shifted.values).toEqual((await filled(one)).values);
      }),
      { numRuns: 200 },
    );
  });

  it('does not depend on other objects of the table or on their order', async () => {
    await fc.assert(
      fc.asyncProperty(series, series, async (one, other) => {
        const [a, b] = [rowsOf(one, 'а'), rowsOf(other, 'б')];
        const both = await computeRows('filling_blanks', [...a, ...b]);
        const swapped = await computeRows('filling_blanks', [...b, ...a]);
        const values = both.column('value');
        expect(values).toEqual([...(await filled(one)).values, ...(await filled(other)).values]);
        const swappedValues = swapped.column('value');
        expect([...swappedValues.slice(b.length), ...swappedValues.slice(0, b.length)]).toEqual(values);
        expect(both.head.summary).toEqual(swapped.head.summary);
      }),
      { numRuns: 100 },
    );
  });

  it('counts known, filled and remaining rows, which add up to all rows', async () => {
    await fc.assert(
      fc.asyncProperty(series, async (one) => {
        const { methods, head } = await filled(one);
        const gaps = one.given.filter((cell) => cell === null).length;
        const { filled: done = Number.NaN, left = Number.NaN } = head.summary;
        expect(done + left).toBe(gaps);
        expect(left).toBe(methods.filter((method) => method === METHODS.none).length);
        expect(head.problems.length).toBe(left > 0 ? 1 : 0);
      }),
      { numRuns: 200 },
    );
  });
});

it('fills a constant series with its own value, bit for bit', async () => {
  const places = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), places, async (still, known) => {
      const given = Array.from({ length: 31 }, (_, place) => (known.includes(place) ? still : null));
      expect(new Set((await filled({ first: 2000, given, surrogate: [] })).values)).toEqual(new Set([still]));
    }),
    { numRuns: 200 },
  );
});

it('extrapolates a trend accurately at values near a billion', async () => {
  const given = [null, 1e9, 1e9 + 1, 1e9 + 2, null];
  const { values } = await filled({ first: 2020, given, surrogate: [] });
  expect(values).toEqual([1e9 - 1, 1e9, 1e9 + 1, 1e9 + 2, 1e9 + 3]);
});

it('names the first of many failed objects and counts the others', async () => {
  const rows = Array.from({ length: 250 }, (_, index): Cell[][] => [
    [`Шахта ${index}`, 2020, null, null],
    [`Шахта ${index}`, 2021, 1, null],
  ]).flat();
  const { head } = await computeRows('filling_blanks', rows);
  expect(head.problems).toHaveLength(100);
  expect(head.problems[98]?.message).toContain('«Шахта 98»');
  expect(head.problems[99]?.message).toMatch(/ещё объектов.*: 151\./);
  expect(head.summary).toMatchObject({ objects: 250, filled: 0, left: 250 });
});
