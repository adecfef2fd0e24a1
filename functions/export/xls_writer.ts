import type { Writable } from 'node:stream';
import { FORMATS, globals, type SheetPlace } from './biff/globals.ts';
import type { RecordBuffer } from './biff/record_buffer.ts';
import { SharedStrings } from './biff/shared_strings.ts';
import { beginSheet, endSheet } from './biff/sheet.ts';
import { cleanText } from './clean_text.ts';
import type { ReportCell, Section } from './section.ts';
import { DAY_FORMAT, MOMENT_FORMAT, measureColumns, serialDay } from './sheet_layout.ts';
import { sheetNames } from './sheet_names.ts';
import { writeChunk } from './write_chunk.ts';
import type { ExportWriter } from './writer.ts';

/** Rows of a sheet under its header, and columns: more the format cannot number. */
const SHEET_ROWS = 65_535;
const SHEET_COLUMNS = 256;

/** Cells of a workbook, at most: a workbook of this format is built in memory. */
const CELL_LIMIT = 5_000_000;

interface Sheet extends SheetPlace {
  readonly records: RecordBuffer;
}

/**
 * A report as a workbook of Excel 97–2003 (BIFF8): a sheet per section, numbered where one does not hold all rows; the header bold and
 * frozen, numbers as numbers, days as days, texts as texts.
 */
async function writeXls(sections: readonly Section[], out: Writable): Promise<void> {
  const strings = new SharedStrings();
  const nameOf = sheetNames();
  const sheets: Sheet[] = [];
  for (const section of sections) await addSection(sheets, section, strings, nameOf);
  await writeChunk(
    out,
    await container([
      ...globals(sheets, strings, { day: DAY_FORMAT, moment: MOMENT_FORMAT }).pieces(),
      ...sheets.flatMap(piecesOf),
    ]),
  );
}

export const writer: ExportWriter = { cellLimit: CELL_LIMIT, write: writeXls };

async function addSection(
  sheets: Sheet[],
  { name, count, open }: Section,
  strings: SharedStrings,
  nameOf: (name: string) => string,
): Promise<void> {
  const opened = await open();
  const { columns } = opened;
  if (columns.length > SHEET_COLUMNS) throw new RangeError(`«${name}» has ${columns.length} columns`);
  const look = await measureColumns(opened);
  let left = count;
  let row = 0;
  const begin = () => {
    const records = beginSheet(look, Math.min(left, SHEET_ROWS) + 1);
    left -= SHEET_ROWS;
    row = 1;
    for (const [place, { header }] of columns.entries()) {
      records.text(0, place, FORMATS.header, strings.placeOf(cleanText(header)));
    }
    return records;
  };
  const end = () => {
    endSheet(records, sheets.length === 0);
    sheets.push({ name: nameOf(name), length: records.length, records });
  };
  let records = begin();
  for await (const rows of look.blocks) {
    for (const cells of rows) {
      if (row > SHEET_ROWS) {
        end();
        records = begin();
      }
      for (const [place, cell] of cells.entries()) addCell(records, row, place, cell, strings);
      row += 1;
    }
  }
  end();
}

function addCell(records: RecordBuffer, row: number, column: number, cell: ReportCell, strings: SharedStrings): void {
  if (cell === null || cell === '') return;
  if (typeof cell === 'string') records.text(row, column, FORMATS.text, strings.placeOf(cleanText(cell)));
  else if (typeof cell === 'number') records.number(row, column, FORMATS.number, cell);
  else if ('day' in cell) records.number(row, column, FORMATS.day, serialDay(`${cell.day}T00:00:00Z`));
  else records.number(row, column, FORMATS.moment, serialDay(cell.moment));
}

function piecesOf({ records }: Sheet): Buffer[] {
  return records.pieces();
}

/** The file around the stream of records (OLE2, [MS-CFB]). */
async function container(pieces: readonly Buffer[]): Promise<Buffer> {
  const { default: cfb } = await import('cfb');
  const file = cfb.utils.cfb_new();
  cfb.utils.cfb_add(file, '/Workbook', Buffer.concat(pieces));
  return cfb.write(file, { type: 'buffer' }) as Buffer;
}
