import type { TrainingRows } from '#core/training/trainer.ts';
import { mineLike } from '../../wasm-core/training/mine.ts';
import { chance } from '../../wasm-core/training/samples.ts';

/** A training that is measured. */
export interface BenchCase {
  readonly name: string;
  readonly rows: () => TrainingRows;
  readonly depth: number;
  readonly trees: number;
  /** Rounds at most: large ones take long. */
  readonly rounds: number;
  /** Least median and least worst round of peer/ours against every peer; undefined: not a gate. */
  readonly median?: number;
  readonly worst?: number;
}

/** Normal numbers, by sums of uniform ones. */
function normal(random: () => number): number {
  let sum = 0;
  for (let index = 0; index < 12; index++) sum += random();
  return sum - 6;
}

/** Continuous columns and a curved target with noise; f32 values, so that every library sees the same. */
export function continuous(rows: number, features: number, seed = 1): TrainingRows {
  const random = chance(seed);
  const columns = Array.from({ length: features }, () =>
    Float64Array.from({ length: rows }, () => Math.fround(normal(random))),
  );
  const at = (feature: number, row: number) => columns[feature]?.[row] ?? 0;
  const target = Float64Array.from({ length: rows }, (_, row) =>
    Math.fround(Math.sin(at(0, row)) + at(1, row) * at(2, row) * 0.5 + (at(3, row) > 0 ? 1 : 0) + 0.3 * normal(random)),
  );
  return { columns, target };
}

/** The mine's rows with lags of 1, 3 and 6 rows of each sensor, blank where there is none, and a tenth of the cells blank. */
export function withLags(rows: number, seed = 1): TrainingRows {
  const { columns, target } = mineLike(rows, seed);
  const random = chance(seed + 1);
  const lagged = [0, 1, 3, 6].flatMap((lag) =>
    columns.map((column) => column.map((_, row) => (random() < 0.1 ? Number.NaN : (column[row - lag] ?? Number.NaN)))),
  );
  return { columns: lagged, target };
}

/** Gates of the issue of training; worst rounds of the largest case only, small ones are at the mercy of other programs. */
export const CASES: readonly BenchCase[] = [
  {
    name: '100k × 7 d6 × 100',
    rows: () => continuous(100_000, 7),
    depth: 6,
    trees: 100,
    rounds: 9,
    median: 2.8,
    worst: 2,
  },
  { name: '1M × 7 d6 × 100', rows: () => continuous(1_000_000, 7), depth: 6, trees: 100, rounds: 3 },
  { name: '100k × 28 d6 × 50', rows: () => continuous(100_000, 28), depth: 6, trees: 50, rounds: 9, median: 1.6 },
  {
    name: 'mine 13k × 28, lags, blanks d6 × 100',
    rows: () => withLags(13_368),
    depth: 6,
    trees: 100,
    rounds: 9,
    median: 1.6,
  },
  { name: 'mine 13k × 7 d3 × 200', rows: () => mineLike(13_368), depth: 3, trees: 200, rounds: 9, median: 1.8 },
  { name: 'mine 13k × 7 d6 × 100', rows: () => mineLike(13_368), depth: 6, trees: 100, rounds: 9, median: 1.8 },
  { name: 'mine 3k × 7 d4 × 300', rows: () => mineLike(3_000), depth: 4, trees: 300, rounds: 9, median: 2 },
  { name: 'continuous 3k × 7 d4 × 300', rows: () => continuous(3_000, 7), depth: 4, trees: 300, rounds: 9, median: 2 },
];
