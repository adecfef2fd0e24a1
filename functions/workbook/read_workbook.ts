import type { Fault } from '#core/contract/errors.ts';
import { faultValue } from '#core/contract/errors.ts';
import { Budget } from '#core/tables/budget.ts';
import { type Cell, cellText, columnLetters, isBlank, type Row } from '#core/tables/cell.ts';
import { fileKind } from '#core/tables/file_kind.ts';
import { MAX_FILE_BYTES } from '#core/tables/limits.ts';
import { TableStop } from '#core/tables/refused.ts';
import { isTotal } from '#core/tables/total_rows.ts';
import { workbookSheets } from '#core/tables/xlsx.ts';
import { badRequest, Refusal } from '../errors.ts';
import { WORKBOOK_SHEETS, type WorkbookColumn, type WorkbookSheet } from './layout.ts';

/** Rows with values that one workbook may have. */
export const MOST_WORKBOOK_ROWS = 4000;

/** A row with values of a known sheet, its cells by the keys of the columns. */
export interface WorkbookRow {
  readonly sheet: WorkbookSheet;
  /** Number of the row in its sheet, from 1. */
  readonly row: number;
  readonly cells: ReadonlyMap<string, Cell>;
  /** Where a cell of the row is, for a fault. */
  readonly place: (key: string) => Fault;
}

/** The rows of a workbook in the order of its sheets; faults of its headers; notes on what was left out. */
export interface ReadWorkbook {
  readonly rows: readonly WorkbookRow[];
  readonly faults: readonly Fault[];
  readonly notes: readonly string[];
}

/** Reads an inventory workbook. Throws a Refusal for a file that is not a workbook, or is too large. */
export function readInventoryWorkbook(bytes: Uint8Array, fileName: string): ReadWorkbook {
  try {
    if (bytes.length > MAX_FILE_BYTES || fileKind(bytes, fileName) !== 'xlsx') {
      throw badRequest('Нужна книга инвентаризации .xlsx, не больше 4 МБ. Скачайте её на столе проекта и заполните.');
    }
    return readSheets(bytes);
  } catch (error) {
    if (!(error instanceof TableStop)) throw error;
    const { status, code, message: detail, faults } = error;
    throw new Refusal(status, { detail, code, ...(faults.length > 0 && { errors: faults }) });
  }
}

function readSheets(bytes: Uint8Array): ReadWorkbook {
  const rows: WorkbookRow[] = [];
  const faults: Fault[] = [];
  const notes: string[] = [];
  let known = 0;
  for (const { name, batches } of workbookSheets(bytes, new Budget(bytes.length))) {
    const sheet = WORKBOOK_SHEETS.find((one) => one.name === name);
    if (!sheet) {
      notes.push(`Лист «${name}» не из книги инвентаризации: он не читался.`);
      continue;
    }
    known += 1;
    let columns: ReadonlyMap<string, number> | undefined;
    for (const batch of batches) {
      for (const line of batch.rows) {
        if (!line.cells.some((cell) => !isBlank(cell))) continue;
        if (!columns) {
          const header = headerOf(sheet, line);
          columns = header.columns;
          faults.push(...header.faults);
        } else if (isTotalRow(line, columns)) {
          notes.push(`Лист «${name}», строка ${line.number}: строка итогов в книгу не вошла.`);
        } else {
          rows.push(rowOf(sheet, line, columns));
          if (rows.length > MOST_WORKBOOK_ROWS) throw tooManyRows();
        }
      }
    }
  }
  if (known === 0) {
    throw badRequest('Это не книга инвентаризации: в ней нет ни одного её листа. Скачайте книгу на столе проекта.');
  }
  return { rows, faults, notes };
}

function tooManyRows(): Refusal {
  const detail = `В книге больше ${MOST_WORKBOOK_ROWS} строк. Разделите её на две: строки, которых в книге нет, не меняются.`;
  return new Refusal(413, { detail, code: 'too_large' });
}

/** Places of the columns by key; a fault for each that is missing, repeated or unknown. */
function headerOf({ name, columns }: WorkbookSheet, { number, cells }: Row) {
  const places = new Map<string, number>();
  const faults: Fault[] = [];
  for (const [index, cell] of cells.entries()) {
    if (isBlank(cell)) continue;
    const header = plain(cellText(cell));
    const column = columns.find((one) => plain(one.header) === header);
    const at = { sheet: name, row: number, column: columnLetters(index), ...valued(cell) };
    if (!column) {
      faults.push({ ...at, message: 'Такого столбца в книге нет. Верните прежний заголовок или удалите столбец.' });
    } else if (places.has(column.key)) {
      faults.push({ ...at, message: 'Этот столбец стоит на листе дважды. Оставьте один.' });
    } else {
      places.set(column.key, index);
    }
  }
  for (const { key, header } of columns) {
    if (places.has(key)) continue;
    faults.push({ sheet: name, row: number, message: `Нет столбца «${header}». Верните его: скачайте книгу заново.` });
  }
  return { columns: places, faults };
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** «Итого» in the place of a name: a sum that somebody has added, never a calculation. A row with a number is one, whatever its name. */
function isTotalRow({ cells }: Row, columns: ReadonlyMap<string, number>): boolean {
  const cell = (key: string) => cells[columns.get(key) ?? -1];
  if (!isBlank(cell('id'))) return false;
  const texts = cells.filter((one) => typeof one === 'string' && one.trim() !== '');
  return isTotal(cellText(cell('name'))) || (isBlank(cell('name')) && isTotal(cellText(texts[0])));
}

function rowOf(sheet: WorkbookSheet, { number, cells }: Row, columns: ReadonlyMap<string, number>): WorkbookRow {
  const indexOf = (key: string) => columns.get(key) ?? -1;
  return {
    sheet,
    row: number,
    cells: new Map(sheet.columns.map(({ key }: WorkbookColumn) => [key, cells[indexOf(key)]])),
    place: (key) => {
      const index = indexOf(key);
      const column = index < 0 ? {} : { column: columnLetters(index) };
      return { sheet: sheet.name, row: number, ...column, ...valued(cells[index]), message: '' };
    },
  };
}

function valued(cell: Cell): { readonly value?: string } {
  const value = isBlank(cell) ? undefined : faultValue(cellText(cell));
  return value === undefined ? {} : { value };
}
