import type { TableUse } from '../calculations/definition.ts';
import type { TableData } from '../calculations/table.ts';
import { TableStop } from './refused.ts';

/**
 * Refuses a table of days or names without a single number: a calculation of it would be made of
 * nothing.
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
