import { russianNumber } from '../contract/russian.ts';
import { Budget } from './budget.ts';
import type { SheetRows } from './cell.ts';
import { csvRows } from './csv.ts';
import { fileKind } from './file_kind.ts';
import { MAX_FILE_BYTES } from './limits.ts';
import { tooLarge } from './refused.ts';
import type { SheetFacts } from './sheet.ts';
import { xlsxRows } from './xlsx.ts';

/** Opens a csv or a workbook; throws a TableStop for any other kind of file. */
export function openSpreadsheet(bytes: Uint8Array, fileName: string): SheetRows & { readonly facts?: SheetFacts } {
  if (bytes.length > MAX_FILE_BYTES) {
    const limit = russianNumber(MAX_FILE_BYTES / 1024 / 1024);
    throw tooLarge(`Файл больше ${limit} МиБ. Разделите таблицу на части.`);
  }
  return fileKind(bytes, fileName) === 'xlsx' ? xlsxRows(bytes, new Budget(bytes.length)) : csvRows(bytes);
}
