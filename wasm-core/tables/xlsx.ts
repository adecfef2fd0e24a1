import { quoted } from '../contract/russian.ts';
import { isBlank, type RowBatch, type RowSource } from './cell.ts';
import { TableStop } from './refused.ts';
import { readSharedStrings } from './shared_strings.ts';
import { type SheetContext, type SheetFacts, sheetBatches } from './sheet.ts';
import { readLooks } from './styles.ts';
import { readWorkbook, type Sheet } from './workbook.ts';
import { zipEntries } from './zip.ts';

/** Rows of a sheet, with what is known of it when the last of them has been read. */
export interface SheetSource extends RowSource {
  readonly sheet: string;
  readonly facts: SheetFacts;
}

/**
 * Rows of the first visible sheet of a workbook that holds anything; a note names the other visible sheets that do.
 * Chosen: hidden sheets are never read, because nobody sees what is computed from them; hidden rows are, with a note.
 */
export function xlsxRows(bytes: Uint8Array): SheetSource {
  const workbook = readWorkbook(zipEntries(bytes));
  const strings = readSharedStrings(workbook.strings);
  const context: SheetContext = { strings, looks: readLooks(workbook.styles), from1904: workbook.from1904 };
  const filled = workbook.sheets.filter((sheet) => isFilled(sheet, context));
  const [sheet, ...others] = filled.filter(({ visible }) => visible);
  if (!sheet) throw nothingVisible(filled);
  const facts = noFacts();
  const names = others.map(({ name }) => quoted(name)).join(', ');
  const notes = others.length > 0 ? [`Прочитан лист ${quoted(sheet.name)}; другие листы не читались: ${names}.`] : [];
  return { sheet: sheet.name, notes, facts, batches: sheetBatches(sheet, context, facts) };
}

function isFilled(sheet: Sheet, context: SheetContext): boolean {
  const batches: Iterable<RowBatch> = sheetBatches(sheet, context, noFacts());
  for (const { rows } of batches) {
    if (rows.some(({ cells }) => cells.some((cell) => !isBlank(cell)))) return true;
  }
  return false;
}

function noFacts(): SheetFacts {
  return { hiddenRows: false, merges: [] };
}

function nothingVisible([hidden]: readonly Sheet[]): TableStop {
  const detail = hidden
    ? `Данные стоят только на скрытом листе ${quoted(hidden.name)}. Покажите его в программе таблиц и сохраните книгу.`
    : 'В книге нет данных. Заполните таблицу — образец есть в шаблоне.';
  return new TableStop(400, hidden ? 'hidden_sheet' : 'empty_table', detail);
}
