import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { quoted } from '#core/contract/russian.ts';
import { cellText } from '#core/tables/cell.ts';
import { findHeader } from '#core/tables/find_header.ts';
import { openSpreadsheet } from '#core/tables/open_spreadsheet.ts';
import { refusalOf } from '#core/tables/refused.ts';
import { formatNumber } from '../format.ts';
import { GRID_ROWS } from '../grid/rows.ts';
import type { DatasetSettings, FileCells } from './messages.ts';

/** The cells of a file as texts, good and bad, for a grid to mend them. */
export function fileCells(
  definition: CalculationDefinition,
  bytes: Uint8Array,
  fileName: string,
  settings: DatasetSettings,
): FileCells {
  try {
    const { recognised, batches } = findHeader(openSpreadsheet(bytes, fileName).batches, definition, settings);
    const { ignored } = recognised.layout;
    if (recognised.faults.length > 0) return { ok: false, message: unmatched(ignored) };
    const places = Object.entries(recognised.layout.indexes);
    const rows: Record<string, string>[] = [];
    for (const batch of batches) {
      for (const { cells } of batch.rows) {
        const texts = places.map(([name, place]) => [name, cellText(cells[place]).trim()] as const);
        if (texts.every(([, text]) => text === '')) continue;
        if (rows.length === GRID_ROWS) return { ok: false, message: TOO_MANY };
        rows.push(Object.fromEntries(texts));
      }
    }
    return { ok: true, rows };
  } catch (stop) {
    return { ok: false, message: refusalOf(stop).detail };
  }
}

/** Rows of which a column is missing would be computed without it: the file is mended first. */
function unmatched(ignored: readonly string[]): string {
  const cause =
    ignored.length > 0
      ? `Не распознаны заголовки файла: ${ignored.map(quoted).join(', ')}.`
      : 'Заголовки файла не подходят к расчёту.';
  return `${cause} Переименуйте их в файле по списку ниже и выберите файл снова.`;
}

const TOO_MANY = `В файле больше ${formatNumber(GRID_ROWS)} строк. Исправьте их в программе таблиц и выберите файл снова.`;
