import type { Writable } from 'node:stream';
import { setImmediate as pause } from 'node:timers/promises';
import type { stream, Worksheet } from 'exceljs';
import { CELL_LENGTH, cleanText } from './clean_text.ts';
import type { ReportCell, ReportRow, Section, SectionColumn } from './section.ts';
import { DAY_FORMAT, MOMENT_FORMAT, measureColumns, TEXT_FORMAT } from './sheet_layout.ts';
import { sheetNames } from './sheet_names.ts';
import type { ExportWriter, FileFacts } from './writer.ts';

/** Rows of a sheet under its header, as in Excel. */
const SHEET_ROWS = 1_048_575;

/** Rows that are written before the file gets time to take them. */
const ROWS_AT_ONCE = 500;

/** Height of a line, in points, and the font that cells have where they say nothing. */
const LINE_HEIGHT = 15;
const FONT = { name: 'Calibri', size: 11, family: 2 } as const;

/**
 * A report as a workbook of Excel: a sheet per section, its header bold and frozen, numbers as numbers, days as days. Rows are written
 * as they come and never all held.
 */
async function writeXlsx(sections: readonly Section[], out: Writable, { author, at }: FileFacts): Promise<void> {
  // Loaded when it is needed: 190 ms of the start of a server that may never export.
  const { default: ExcelJS } = await import('exceljs');
  const workbook = new (dated(ExcelJS.stream.xlsx.WorkbookWriter, new Date(at)))({
    stream: out,
    useStyles: true,
    useSharedStrings: true,
    zip: { zlib: { level: 6 } },
  });
  workbook.creator = author;
  workbook.lastModifiedBy = author;
  workbook.created = new Date(at);
  workbook.modified = new Date(at);
  const nameOf = sheetNames();
  for (const { name, open } of sections) {
    const opened = await open();
    const { widths, headerLines, blocks } = await measureColumns(opened);
    const newSheet = (): Worksheet => {
      const sheet = workbook.addWorksheet(nameOf(name), { views: [{ state: 'frozen', ySplit: 1 }] });
      sheet.columns = widths.map((width) => ({ width }));
      addHeader(sheet, opened.columns, headerLines);
      return sheet;
    };
    let sheet = newSheet();
    let written = 0;
    for await (const rows of blocks) {
      for (const row of rows) {
        if (written > 0 && written % SHEET_ROWS === 0) {
          sheet.commit();
          sheet = newSheet();
        }
        addRow(sheet, row);
        written += 1;
        if (written % ROWS_AT_ONCE === 0) await pause();
      }
    }
    sheet.commit();
  }
  await workbook.commit();
}

/** Cells of a workbook, at most: a worker writes so many in minutes, and Excel still opens them. */
const CELL_LIMIT = 25_000_000;

export const writer: ExportWriter = { cellLimit: CELL_LIMIT, write: writeXlsx };

function addHeader(sheet: Worksheet, columns: readonly SectionColumn[], lines: number): void {
  const row = sheet.addRow(columns.map(({ header }) => cleanText(header)));
  row.height = lines * LINE_HEIGHT;
  row.eachCell((cell) => {
    cell.numFmt = TEXT_FORMAT;
    cell.font = { ...FONT, bold: true };
    cell.alignment = { wrapText: true, vertical: 'top' };
  });
  row.commit();
}

function addRow(sheet: Worksheet, cells: ReportRow): void {
  const row = sheet.addRow([]);
  for (const [place, cell] of cells.entries()) {
    if (cell === null || cell === '') continue;
    const target = row.getCell(place + 1);
    target.value = excelValue(cell);
    const format = formatOf(cell);
    if (format !== undefined) target.numFmt = format;
  }
  row.commit();
}

function excelValue(cell: Exclude<ReportCell, null>): number | string | Date {
  if (typeof cell === 'number') return cell;
  // Excel reads _x0041_ as «A»: the escape of the escape keeps such a text.
  if (typeof cell === 'string') return cleanText(cell, CELL_LENGTH).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  return new Date('day' in cell ? `${cell.day}T00:00:00Z` : cell.moment);
}

/** Text has the format of text: even edited in place it does not become a formula. */
function formatOf(cell: Exclude<ReportCell, null>): string | undefined {
  if (typeof cell === 'number') return undefined;
  if (typeof cell === 'string') return TEXT_FORMAT;
  return 'day' in cell ? DAY_FORMAT : MOMENT_FORMAT;
}

interface Archive {
  append(source: unknown, entry: object): unknown;
}

/** The library dates the parts of the file by the clock, and has no option: the same report would be other bytes two seconds later. */
function dated(Writer: typeof stream.xlsx.WorkbookWriter, date: Date): typeof Writer {
  return class extends Writer {
    set zip(archive: Archive) {
      const append = archive.append.bind(archive);
      archive.append = (source, entry) => append(source, { ...entry, date });
      Object.defineProperty(this, 'zip', { value: archive });
    }
  };
}
