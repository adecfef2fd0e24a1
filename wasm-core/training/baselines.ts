import type { CoreAnalysis } from './core_analysis.ts';
import type { Fold } from './folds.ts';
import type { TrainingTable } from './table.ts';

/** Baseline forecasts without trees, which a model must outperform. */
export const BASELINES = {
  persistence: 'текущее значение',
  persistence_mean_change: 'текущее значение и среднее изменение',
  mean: 'среднее',
  linear: 'линейная модель',
} as const;

export type BaselineName = keyof typeof BASELINES;

/**
 * Forecasts of each baseline for the test rows of a fold, fitted to the fold's training rows only.
 * The current value is the column `current` or, without it, the last known target, `gap` + 1 rows
 * earlier.
 */
export function baselineForecasts(
  analysis: CoreAnalysis,
  table: TrainingTable,
  fold: Fold,
  gap: number,
): Readonly<Record<BaselineName, Float64Array>> {
  const { target, current } = table;
  const { trainEnd, from, to } = fold;
  const lag = gap + 1;
  const known = (first: number, end: number) =>
    current ? current.subarray(first, end) : target.subarray(first - lag, end - lag);
  const first = current ? 0 : Math.min(lag, trainEnd);
  const changes = analysis.subtract(target.subarray(first, trainEnd), known(first, trainEnd));
  const persistence = known(from, to).slice();
  const constant = (value: number) => new Float64Array(to - from).fill(value);
  const meanChange = changes.length > 0 ? analysis.mean(changes) : 0;
  return {
    persistence,
    persistence_mean_change: analysis.add(persistence, constant(meanChange)),
    mean: constant(analysis.mean(target.subarray(0, trainEnd))),
    linear: linear(analysis, table, fold),
  };
}

/**
 * Least squares on the model's target: the value, or its change from the current value.
 */
function linear(analysis: CoreAnalysis, { columns, target, current }: TrainingTable, fold: Fold): Float64Array {
  if (!current) return analysis.linear(columns, target, fold);
  const changes = analysis.linear(columns, analysis.subtract(target, current), fold);
  return analysis.add(changes, current.subarray(fold.from, fold.to));
}
