import type { Fault } from '../contract/errors.ts';
import type { Core } from '../load.ts';
import type { RowModel } from '../models/row_model.ts';

/**
 * A table that has been read and checked: `id` and one f64 column for each column of the definition
 * that the table has. NaN is a blank. A date is days since 1970-01-01; a text is its index in
 * `texts`. Series follow one another, each ascending by year.
 */
export interface TableData {
  readonly count: number;
  readonly columns: Readonly<Record<string, Float64Array>>;
  /** Distinct texts of each text column, in the order of first appearance. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** The services and inputs of a table's computation. */
export interface TableContext {
  readonly core: Core;
  /** Number inputs of the whole table. */
  readonly inputs: Readonly<Record<string, number>>;
  /** The model, for types that use one. */
  readonly model?: RowModel;
  /**
   * Steps that the model may take for all rows (`Predictor.steps`); MAX_STEPS by default.
   */
  readonly maxSteps?: number;
  /** Receives the share of computed rows, 0…1; may throw to stop the computation. */
  readonly onProgress?: (share: number) => Promise<void> | void;
}

/** The results of a type's computation. */
export interface ComputedColumns {
  /**
   * A column for each result of the definition. NaN is a missing result; a choice is its index
   * among the options.
   */
  readonly results: Readonly<Record<string, Float64Array>>;
  /** Metrics of the whole table, by the names of `TableUse.summary`. */
  readonly summary: Readonly<Record<string, number>>;
  /** Objects that could not be computed, each with its cause. */
  readonly problems?: readonly Fault[];
  /** Warnings about the results, in Russian. */
  readonly warnings?: readonly string[];
}

export type ComputeTable = (data: TableData, context: TableContext) => Promise<ComputedColumns>;

/**
 * First row of each object, then the count of rows: object i has rows starts[i] … starts[i + 1] −
 * 1.
 */
export function seriesStarts(object: Float64Array): number[] {
  const starts: number[] = [];
  for (let row = 0; row < object.length; row++) if (row === 0 || object[row] !== object[row - 1]) starts.push(row);
  return [...starts, object.length];
}
