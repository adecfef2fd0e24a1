import type { Predictor } from './predictor.ts';

/** A model that computes rows of a table: which of the table's columns each of its features takes. */
export interface RowModel {
  /** Id in the registry of models. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** Calculation input that chooses it: xgboost or lightgbm. */
  readonly method: string;
  /** SHA-256 of the model file, hex. */
  readonly sha256: string;
  readonly predictor: Predictor;
  /** Column of the table per feature of the model, in the order of its features. */
  readonly columns: readonly string[];
}
