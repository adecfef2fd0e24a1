import type { Coefficients, DictionaryRow } from './dictionary.ts';

/** A row whose numbers a document states. */
export function normRow(
  id: number,
  name: string,
  source: DictionaryRow['source'],
  numbers: Coefficients,
  note?: string,
): DictionaryRow {
  return { id, name, numbers, source, mark: 'norm', ...(note !== undefined && { note }) };
}

/** A row of order 371, annex 2, under the name that it has in its table. */
export function order371Row(
  id: number,
  name: string,
  table: string,
  numbers: Coefficients,
  note?: string,
): DictionaryRow {
  return normRow(id, name, { norm: 'order_371', table: `прил. 2, таблица ${table}`, row: name }, numbers, note);
}

/** A row whose numbers are a proposal of the product; `note` states what is a norm and what is not. */
export function proposedRow(
  id: number,
  name: string,
  source: DictionaryRow['source'],
  numbers: Coefficients,
  note: string,
): DictionaryRow {
  return { ...normRow(id, name, source, numbers, note), mark: 'proposed' };
}

/** The row in which the user types actual values; `numbers`: coefficients that stay fixed. */
export function actualRow(
  id: number,
  source: DictionaryRow['source'],
  note: string,
  numbers?: Coefficients,
): DictionaryRow {
  return { id, name: ACTUAL_VALUE, ...(numbers && { numbers }), source, mark: 'norm', custom: true, note };
}

/** Name of the row that lets the user type actual values. */
const ACTUAL_VALUE = 'Фактическое значение';
