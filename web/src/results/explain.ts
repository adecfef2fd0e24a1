import type { WireRow } from '#core/tables/wire_rows.ts';

/** What a column of a row added to its result, in the unit of the model's raw score. */
export interface Contribution {
  readonly column: string;
  /** Value in the row; null: missing. */
  readonly value: number | null;
  readonly contribution: number;
}

/** Why a model gave a row its result: the mean of the model and what each column added; together they give `sum`. */
export interface RowExplanation {
  readonly mean: number;
  readonly contributions: readonly Contribution[];
  readonly sum: number;
}

/** Explains a row of a model calculation. Rejects with a Russian message where the model allows no contributions. */
export type ExplainRow = (row: WireRow) => Promise<RowExplanation>;
