import type { TableUse } from '../calculations/definition.ts';
import type { TableData } from '../calculations/table.ts';
import { TableStop } from './refused.ts';

/**
 * Refuses a table that has days or names but no number: its result would be made of missing data.
 */
export function refuseUnmeasured(table: TableUse, { columns }: TableData): void {
  const numbers = Object.entries(table.columns).filter(([, { kind }]) => kind === 'number');
  if (numbers.some(([name]) => columns[name]?.some((value) => !Number.isNaN(value)))) return;
  const labels = numbers.map(([, { label, symbol }]) => symbol ?? label).join(', ');
  throw new TableStop(
    400,
    'empty_table',
    `В таблице нет ни одного числа. Заполните хотя бы один из столбцов: ${labels}.`,
  );
}
