import type { ModelReference } from '../contract/model.ts';
import type { Core } from '../load.ts';
import { loadPredictor, type Predictor } from './predictor.ts';
import { ModelRefused } from './refused.ts';

/**
 * A model that computes rows of a table, with the table's column for each of its features.
 */
export interface RowModel extends ModelReference {
  /** Value of the calculation's choice input: xgboost or lightgbm. */
  readonly method: string;
  readonly predictor: Predictor;
  /** Column of the table for each feature, in the order of the features. */
  readonly columns: readonly string[];
}

/** The explanation of a prediction: `mean` plus all contributions is `raw`. */
export interface RowExplanation {
  /** The model's prediction. */
  readonly result: number;
  /** The raw score, which the contributions add up to. */
  readonly raw: number;
  /**
   * Whether `result` equals `raw`; otherwise the model's objective transforms the raw score, and
   * the parts do not add up to `result`.
   */
  readonly resultIsRaw: boolean;
  /** Mean raw score over the training rows. */
  readonly mean: number;
  /** In descending order of magnitude; null is a blank cell. */
  readonly parts: readonly { readonly column: string; readonly value: number | null; readonly contribution: number }[];
}

/**
 * Reads a model file (any format of `readModel`) for rows of a table. `columns`: the column of each
 * feature, by default the features' names. Throws ModelRefused with a message for the user.
 */
export async function loadRowModel(
  core: Pick<Core, 'module'>,
  { id, name, sha256 }: ModelReference,
  bytes: Uint8Array,
  columns?: readonly string[],
): Promise<RowModel> {
  const predictor = await loadPredictor(core.module, bytes);
  return rowModel({ id, name, sha256 }, predictor, columns ?? predictor.info.featureNames);
}

/**
 * A loaded model with the columns of its features. Throws ModelRefused unless it predicts one
 * number per row.
 */
export function rowModel(reference: ModelReference, predictor: Predictor, columns: readonly string[]): RowModel {
  const { features, family } = predictor.info;
  checkOutputs(predictor);
  if (columns.length !== features) {
    throw new ModelRefused(
      `У модели признаков ${features}, а столбцов для них указано ${columns.length}. Укажите столбец для каждого признака.`,
    );
  }
  return { ...reference, method: family, predictor, columns };
}

/** Throws ModelRefused unless a model predicts one number per row. */
export function checkOutputs({ info: { columns } }: Predictor): void {
  if (columns === 1) return;
  throw new ModelRefused(
    `Модель даёт ${columns} чисел на строку, а нужно одно. Загрузите модель с одним выходом (регрессия).`,
  );
}

/** Predictions for whole rows of the model's columns, row by row; NaN is a blank. */
export function predictRows({ predictor }: RowModel, rows: Float64Array): Float64Array {
  return predictor.predict(rows);
}

/**
 * Explains the prediction for one row. Throws ModelRefused, in Russian, if the model does not allow
 * contributions or the row is blank.
 */
export function explainRow(model: RowModel, values: Readonly<Record<string, number | null>>): RowExplanation {
  const { predictor, columns } = model;
  const row = Float64Array.from(columns, (name) => values[name] ?? Number.NaN);
  if (row.every(Number.isNaN)) throw new ModelRefused('В строке нет ни одного значения, нужного модели: прогноза нет.');
  const contributions = predictor.contributions(row);
  const parts = columns.map((column, feature) => ({
    column,
    value: values[column] ?? null,
    contribution: contributions[feature] ?? Number.NaN,
  }));
  const [result = Number.NaN] = predictRows(model, row);
  const [raw = Number.NaN] = predictor.predict(row, { raw: true });
  return {
    result,
    raw,
    resultIsRaw: predictor.info.outputsAreRaw,
    mean: contributions[columns.length] ?? Number.NaN,
    parts: parts.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution)),
  };
}
