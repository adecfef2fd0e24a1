import { parseDecimal } from '#core/contract/decimal.ts';
import { cellReader, type ReadCell, TextIndex } from '#core/tables/cell_values.ts';
import { decimalsOf } from '../settings/typed_number.ts';
import { type CellRef, filledLength, type GridColumns, type GridRow, type GridRowList, isBlankRow } from './rows.ts';

/** Decimals of a typed cell, at most, as specified. */
const CELL_DECIMALS = 4;

const TOO_LONG = `Разрешено знаков после запятой: ${CELL_DECIMALS}. Округлите число.`;

const BLANK_ROW = 'В строке нет ни одного значения. Заполните или удалите её.';

/** The readers of the columns, each as the server has it. */
export function cellReaders(columns: GridColumns): ReadCell[] {
  return columns.map(([, column]) => cellReader(column, new TextIndex()));
}

/** What is wrong with a cell as it is typed; undefined: nothing. `filled`: see `filledLength`. */
export function gridFault(
  columns: GridColumns,
  readers: readonly ReadCell[],
  rows: GridRowList,
  { row, column }: CellRef,
  filled: number,
): string | undefined {
  const gridRow = rows[row];
  if (!gridRow) return undefined;
  if (!isBlankRow(gridRow)) return cellFault(columns, readers, gridRow, column);
  return column === 0 && row < filled ? BLANK_ROW : undefined;
}

function cellFault(
  columns: GridColumns,
  readers: readonly ReadCell[],
  { cells, given }: GridRow,
  index: number,
): string | undefined {
  const text = cells[index] ?? '';
  const read = readers[index]?.(text);
  if (typeof read === 'string') return read;
  if (columns[index]?.[1].kind !== 'number' || text === given?.[index]) return undefined;
  return parseDecimal(text).ok && decimalsOf(text) > CELL_DECIMALS ? TOO_LONG : undefined;
}

/** The faulty cells, row by row, at most `limit`. A blank row above a filled one is a fault of its first cell. */
export function badCells(columns: GridColumns, rows: GridRowList, limit: number) {
  const readers = cellReaders(columns);
  const faults: { readonly row: number; readonly column: number; readonly message: string }[] = [];
  for (const [row, gridRow] of rows.slice(0, filledLength(rows)).entries()) {
    if (faults.length >= limit) return faults;
    if (isBlankRow(gridRow)) {
      faults.push({ row, column: 0, message: BLANK_ROW });
      continue;
    }
    for (const column of columns.keys()) {
      const message = cellFault(columns, readers, gridRow, column);
      if (message !== undefined) faults.push({ row, column, message });
      if (faults.length >= limit) return faults;
    }
  }
  return faults;
}
