import type { TrainingTable } from '#core/training/table.ts';
import { chance } from './samples.ts';

/** Distinct values of the sensors of a longwall, one of which is the target's own present value. */
const LEVELS = [64, 20, 14, 12, 2, 12, 12] as const;

function normal(random: () => number): number {
  let sum = 0;
  for (let index = 0; index < 12; index++) sum += random();
  return sum - 6;
}

/** Steps of a sensor that mostly stays where it is. */
function sensor(rows: number, levels: number, random: () => number): Float64Array {
  let level = Math.floor(levels / 2);
  return Float64Array.from({ length: rows }, () => {
    if (random() < 0.23) level = Math.min(levels - 1, Math.max(0, level + (random() < 0.5 ? -1 : 1)));
    return Math.fround(level / 10);
  });
}

/**
 * Rows like those of a mine: sensors of few distinct values that mostly stay; a target that in 77 % of the rows is the first sensor's
 * present value, and otherwise rises by what the air brings, more and less so over the months.
 */
export function mineLike(rows: number, seed = 1): TrainingTable & { readonly current: Float64Array } {
  const random = chance(seed);
  const columns = LEVELS.map((levels) => sensor(rows, levels, random));
  const current = columns[0] ?? new Float64Array(0);
  const target = Float64Array.from({ length: rows }, (_, row) => {
    const now = current[row] ?? 0;
    if (random() < 0.77) return now;
    const drift = 0.15 * Math.sin((6 * row) / rows);
    const inflow = (columns[1]?.[row] ?? 0) * 0.1 - (columns[2]?.[row] ?? 0) * 0.1;
    return Math.fround(Math.round((now + 0.1 + drift + inflow + 0.15 * normal(random)) * 10) / 10);
  });
  return { features: LEVELS.map((_, feature) => `s${feature + 1}`), columns, target, current, history: 0 };
}
