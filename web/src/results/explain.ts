import type { RowExplanation } from '#core/models/row_model.ts';
import type { WireRow } from '#core/tables/wire_rows.ts';

export type { RowExplanation };

/** Explains a row of a model calculation. Rejects with a ModelRefused, in Russian, where the model allows no contributions. */
export type ExplainRow = (row: WireRow) => Promise<RowExplanation>;
