import { quoted } from '../contract/russian.ts';
import type { Budget } from './budget.ts';
import { isBlank, type RowBatch, type SheetRows } from './cell.ts';
import { MAX_BLANK_WORK } from './limits.ts';
import { TableStop, tooLarge } from './refused.ts';
import { readSharedStrings } from './shared_strings.ts';
import { type SheetContext, type SheetFacts, sheetBatches } from './sheet.ts';
import { readFormatKinds } from './styles.ts';
import { readWorkbook, type Sheet } from './workbook.ts';
import { zipEntries } from './zip.ts';

/** Rows of a sheet, with its facts, which are complete after the last row. */
export interface SheetSource extends SheetRows {
  readonly sheet: string;
  readonly facts: SheetFacts;
}

/** Every visible sheet of a workbook with its rows, in the order of the workbook. */
export function workbookSheets(bytes: Uint8Array, budget: Budget): { name: string; batches: Iterable<RowBatch> }[] {
  const { workbook, context } = openXlsx(bytes, budget);
  return workbook.sheets
    .filter(({ visible }) => visible)
    .map((sheet) => ({ name: sheet.name, batches: sheetBatches(sheet, context, noFacts()) }));
}

function openXlsx(bytes: Uint8Array, budget: Budget) {
  const workbook = readWorkbook(zipEntries(bytes), budget);
  const strings = readSharedStrings(workbook.strings, budget);
  const context: SheetContext = {
    strings,
    looks: readFormatKinds(workbook.styles, budget),
    from1904: workbook.from1904,
    budget,
  };
  return { workbook, context };
}

/**
 * Reads the rows of the first visible sheet with a value; a note names the other visible sheets
 * with values. Hidden sheets are never read, because users do not see them; hidden rows are read,
 * with a note.
 */
export function xlsxRows(bytes: Uint8Array, budget: Budget): SheetSource {
  const { workbook, context } = openXlsx(bytes, budget);
  const filled = (visible: boolean) =>
    workbook.sheets
      .filter((sheet) => sheet.visible === visible)
      .map((sheet) => ({ sheet, content: contentOf(sheet, context) }))
      .filter(({ content }) => content !== 'nothing');
  const [first, ...others] = filled(true);
  if (!first) throw nothingVisible(filled(false)[0]?.sheet);
  const { sheet } = first;
  if (first.content === 'blank cells') throw blankStart(sheet);
  const facts = noFacts();
  const names = others.map((other) => quoted(other.sheet.name)).join(', ');
  const notes = others.length > 0 ? [`Прочитан лист ${quoted(sheet.name)}; другие листы не читались: ${names}.`] : [];
  return { sheet: sheet.name, notes, facts, batches: sheetBatches(sheet, context, facts) };
}

/**
 * Content of a sheet's beginning; `blank cells`: too many blank cells to search for a value below
 * them.
 */
function contentOf(sheet: Sheet, context: SheetContext): 'values' | 'blank cells' | 'nothing' {
  const { budget } = context;
  const before = budget.spent;
  const batches: Iterable<RowBatch> = sheetBatches(sheet, context, noFacts());
  for (const { rows } of batches) {
    if (rows.some(({ cells }) => cells.some((cell) => !isBlank(cell)))) return 'values';
    if (budget.spent - before > MAX_BLANK_WORK) return 'blank cells';
  }
  return 'nothing';
}

function blankStart({ name }: Sheet): TableStop {
  return tooLarge(
    `Лист ${quoted(name)} начинается с очень большого числа пустых ячеек. Удалите пустые строки над таблицей или сам лист, если таблица на другом, и загрузите книгу снова.`,
  );
}

function noFacts(): SheetFacts {
  return { hiddenRows: false, merges: [] };
}

function nothingVisible(hidden: Sheet | undefined): TableStop {
  const detail = hidden
    ? `Данные стоят только на скрытом листе ${quoted(hidden.name)}. Покажите его в программе таблиц и сохраните книгу.`
    : 'В книге нет данных. Заполните таблицу — образец есть в шаблоне.';
  return new TableStop(400, hidden ? 'hidden_sheet' : 'empty_table', detail);
}
