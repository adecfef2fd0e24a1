import { beginPart, endPart } from './globals.ts';
import { RecordBuffer } from './record_buffer.ts';

/** Height of a line, in twentieths of a point. */
const LINE_HEIGHT = 264;

/** Width of each column in characters, height of the header in lines. */
export interface SheetSize {
  readonly widths: readonly number[];
  readonly headerLines: number;
}

/** Begins a sheet of `rows` rows, header included: its size, widths, and the header's height. */
export function beginSheet({ widths, headerLines }: SheetSize, rows: number): RecordBuffer {
  const records = new RecordBuffer();
  beginPart(records, 16);
  for (const [place, width] of widths.entries()) {
    records.words(0x007d, place, place, Math.round(width * 256), 15, 0, 0);
  }
  records.words(0x0200, 0, 0, rows & 0xffff, rows >>> 16, 0, widths.length, 0);
  records.words(0x0208, 0, 0, widths.length, headerLines * LINE_HEIGHT, 0, 0, 0x0140, 0);
  return records;
}

/** Ends a sheet: its window, with the header frozen. */
export function endSheet(records: RecordBuffer, isFirst: boolean): RecordBuffer {
  records.words(0x023e, 0x01be | (isFirst ? 0x0600 : 0), 0, 0, 0x40, 0, 0, 0, 0, 0);
  records.words(0x0041, 0, 1, 1, 0, 2);
  endPart(records);
  return records;
}
