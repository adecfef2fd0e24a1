import type { Fault } from '../contract/errors.ts';
import type { Core } from '../load.ts';
import type { RowModel } from '../models/row_model.ts';

/**
 * A table that has been read and checked: a column of f64 per column of the definition that the
 * table has, and `id` first. Numbers and years as they are, NaN where blank; dates as days since
 * 1970-01-01; texts as places in `texts`. Series lie one after another, each ascending by year.
 */
export interface TableData {
  readonly count: number;
  readonly columns: Readonly<Record<string, Float64Array>>;
  /** Of each text column: its different texts, in the order of their first appearance. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** The services and inputs of a table's computation. */
export interface TableContext {
  readonly core: Core;
  /** Numbers that hold for the whole table. */
  readonly inputs: Readonly<Record<string, number>>;
  /** The model of types that have one. */
  readonly model?: RowModel;
  /**
   * Steps that the model may take for all rows (`Predictor.steps`); MAX_STEPS where it is not said.
   */
  readonly maxSteps?: number;
  /** Called now and then with the share of rows done, 0…1; may throw to stop. */
  readonly onProgress?: (share: number) => Promise<void> | void;
}

/** The results of a type's computation. */
export interface ComputedColumns {
  /**
   * A column per result of the definition, NaN where there is none; a choice as its place among the
   * options.
   */
  readonly results: Readonly<Record<string, Float64Array>>;
  /** Figures of the whole table, by the names of `TableUse.summary`. */
  readonly summary: Readonly<Record<string, number>>;
  /** Objects that could not be computed and why; the others are. */
  readonly problems?: readonly Fault[];
  /** Reservations about the results, in Russian. */
  readonly warnings?: readonly string[];
}

export type ComputeTable = (data: TableData, context: TableContext) => Promise<ComputedColumns>;

/**
 * First row of each object, and the count of rows at the end: object i has rows starts[i] …
 * starts[i + 1] − 1.
 */
export function seriesStarts(object: Float64Array): number[] {
  const starts: number[] = [];
  for (let row = 0; row < object.length; row++) if (row === 0 || object[row] !== object[row - 1]) starts.push(row);
  return [...starts, object.length];
}
