import type { WireRow } from '#core/contract/rows.ts';
import type { RowExplanation } from '#core/models/row_model.ts';

export type { RowExplanation };

/**
 * Explains a row of a model calculation. Rejects with a ModelRefused, in Russian, where the model
 * allows no contributions.
 */
export type ExplainRow = (row: WireRow) => Promise<RowExplanation>;
