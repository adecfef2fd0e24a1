import { BASELINES, type BaselineName, baselineForecasts } from './baselines.ts';
import type { CoreAnalysis, ErrorMetrics } from './core_analysis.ts';
import type { Fold, Validation } from './folds.ts';
import type { TrainingOptions } from './options.ts';
import type { TrainingTable } from './table.ts';
import { Trainer, type TrainingRows } from './trainer.ts';

/**
 * Methane content above which a forecast is an alarm, % by volume. Приказ Ростехнадзора от
 * 08.12.2020 № 507, п. 122.
 */
export const ALARM_LIMIT = 1;

/** Metrics of the model and of each baseline on the same rows. */
export interface ModelComparison {
  readonly model: ErrorMetrics;
  readonly baselines: Readonly<Record<BaselineName, ErrorMetrics>>;
}

/** A fold with the metrics of its test rows. */
export interface FoldResult extends Fold, ModelComparison {
  readonly actual: Float64Array;
  readonly forecast: Float64Array;
  readonly baselineForecast: Readonly<Record<BaselineName, Float64Array>>;
}

export interface Evaluation {
  readonly folds: readonly FoldResult[];
  /** Metrics over the test rows of all folds. */
  readonly pooled: ModelComparison;
  readonly lastBlock: FoldResult;
}

/**
 * Rows `from` … `to` - 1 with the target of the trees: the value, or its change from the current
 * value.
 */
export function rowsOf(table: TrainingTable, modelTarget: Float64Array, from: number, to: number): TrainingRows {
  return { columns: table.columns.map((column) => column.subarray(from, to)), target: modelTarget.subarray(from, to) };
}

/** The target of the trees: the table's target, or its change from the current value. */
export function modelTargetOf(analysis: CoreAnalysis, { target, current }: TrainingTable): Float64Array {
  return current ? analysis.subtract(target, current) : target;
}

/**
 * Trains a model for every fold and the last block and compares it with the baselines. `module`:
 * the core's module.
 */
export async function evaluate(
  module: WebAssembly.Module,
  analysis: CoreAnalysis,
  table: TrainingTable,
  options: TrainingOptions,
  { folds, lastBlock }: Validation,
  gap: number,
): Promise<Evaluation> {
  const modelTarget = modelTargetOf(analysis, table);
  const results: FoldResult[] = [];
  for (const fold of [...folds, lastBlock]) {
    const { trainEnd, from, to } = fold;
    const trainer = await Trainer.open(module, rowsOf(table, modelTarget, 0, trainEnd), {
      validation: rowsOf(table, modelTarget, from, to),
      maxBin: options.maxBin,
    });
    const { predictions } = await trainer.grow(options);
    const forecast = table.current ? analysis.add(predictions, table.current.subarray(from, to)) : predictions;
    const baselineForecast = baselineForecasts(analysis, table, fold, gap);
    const actual = table.target.subarray(from, to);
    const comparison = compare(analysis, actual, forecast, baselineForecast);
    results.push({ ...fold, ...comparison, actual, forecast, baselineForecast });
  }
  const inFolds = results.slice(0, -1);
  const last = results.at(-1);
  if (!last) throw new RangeError('A validation has a last block');
  const pooled = compare(
    analysis,
    joined(inFolds.map(({ actual }) => actual)),
    joined(inFolds.map(({ forecast }) => forecast)),
    byBaseline((name) => joined(inFolds.map(({ baselineForecast }) => baselineForecast[name]))),
  );
  return { folds: inFolds, pooled, lastBlock: last };
}

function compare(
  analysis: CoreAnalysis,
  actual: Float64Array,
  forecast: Float64Array,
  baselines: Readonly<Record<BaselineName, Float64Array>>,
): ModelComparison {
  const metrics = (predicted: Float64Array) => analysis.metrics(actual, predicted, ALARM_LIMIT);
  return { model: metrics(forecast), baselines: byBaseline((name) => metrics(baselines[name])) };
}

/** Computes a value for each baseline. */
export function byBaseline<Value>(value: (name: BaselineName) => Value): Record<BaselineName, Value> {
  const names = Object.keys(BASELINES) as BaselineName[];
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<BaselineName, Value>;
}

/** Concatenates arrays. */
export function joined(parts: readonly Float64Array[]): Float64Array {
  const result = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
