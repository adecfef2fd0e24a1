import type { ModelReference } from '../contract/model.ts';
import type { Core } from '../load.ts';
import { loadPredictor, type Predictor } from './predictor.ts';
import { ModelRefused } from './refused.ts';

/**
 * A model that computes rows of a table: which of the table's columns each of its features takes.
 */
export interface RowModel extends ModelReference {
  /** Calculation input that chooses it: xgboost or lightgbm. */
  readonly method: string;
  readonly predictor: Predictor;
  /** Column of the table per feature of the model, in the order of its features. */
  readonly columns: readonly string[];
}

/** What pushed the answer of a row: `mean` and all contributions together are `raw`. */
export interface RowExplanation {
  /** The model's answer. */
  readonly result: number;
  /** The raw score, of which the contributions are parts. */
  readonly raw: number;
  /**
   * Whether `result` is `raw` itself; otherwise the model's objective turns the raw score into it,
   * and the parts do not add up to it.
   */
  readonly resultIsRaw: boolean;
  /** Mean raw score over the rows that the model was trained on. */
  readonly mean: number;
  /** Largest first; null is a blank cell. */
  readonly parts: readonly { readonly column: string; readonly value: number | null; readonly contribution: number }[];
}

/**
 * Reads a model file (any form of `readModel`) for rows whose columns the features take in the
 * order of `columns`; by default the features' own names. Throws ModelRefused with a message for
 * the user.
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
 * A loaded model with the columns of its features. Throws ModelRefused where it does not give one
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

/** Throws ModelRefused where a model does not give one number per row. */
export function checkOutputs({ info: { columns } }: Predictor): void {
  if (columns === 1) return;
  throw new ModelRefused(
    `Модель даёт ${columns} чисел на строку, а нужно одно. Загрузите модель с одним выходом (регрессия).`,
  );
}

/** Answers of the model for whole rows of its columns, row by row, NaN where blank. */
export function predictRows({ predictor }: RowModel, rows: Float64Array): Float64Array {
  return predictor.predict(rows);
}

/**
 * What pushed the model's answer for one row. Throws ModelRefused, in Russian, where the model
 * allows no contributions or the row is blank.
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
