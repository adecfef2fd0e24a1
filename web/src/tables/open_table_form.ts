import type { TableUse } from '#core/calculations/definition.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Model } from '#core/contract/model.ts';
import { type FormBasis, newContext, storedContext } from '../fields/open_form.ts';
import { createTableForm, type SavedRows, type TableFormModel } from './table_form.ts';

/** What the form of a table needs, whether it creates or edits. */
export type TableBasis = FormBasis & {
  readonly table: TableUse;
  readonly models: readonly Model[];
  /** Rows of the calculation to edit, unless they are too many. */
  readonly stored?: SavedRows;
};

/** The form of a new calculation. */
export function newTableForm({ table, models, ...basis }: TableBasis): TableFormModel {
  return createTableForm({ ...newContext(basis), table, models });
}

/** The form of a stored calculation. */
export function storedTableForm(
  { table, models, stored, ...basis }: TableBasis,
  calculation: Calculation,
): TableFormModel {
  const context = storedContext(basis, calculation);
  return createTableForm({ ...context, table, models, calculation, ...(stored && { stored }) });
}
