import type { TrainingRows } from '#core/training/trainer.ts';

/** Numbers in [0, 1), the same in every run (mulberry32, T. Ettinger, public domain). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Rows of a curved target with noise. `levels`: distinct values of each column, 0 = as many as rows; `blanks`: share of blank cells. */
export function sample(
  rows: number,
  features: number,
  { levels = 0, blanks = 0, seed = 1 }: { levels?: number; blanks?: number; seed?: number } = {},
): TrainingRows {
  const random = chance(seed);
  const value = () => {
    const x = random() * 4 - 2;
    return levels > 0 ? Math.round(x * levels) / levels : x;
  };
  const full = Array.from({ length: features }, () => Float64Array.from({ length: rows }, value));
  const at = (feature: number, row: number) => full[feature % features]?.[row] ?? 0;
  const target = Float64Array.from(
    { length: rows },
    (_, row) => at(0, row) ** 2 + at(1, row) * at(2, row) - at(3, row) + random() * 0.5,
  );
  const columns = full.map((column) => column.map((x) => (random() < blanks ? Number.NaN : x)));
  return { columns, target };
}
