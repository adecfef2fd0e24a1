import { RecordBuffer, unicode } from './record_buffer.ts';
import type { SharedStrings } from './shared_strings.ts';

/** Places of the cell formats among the extended formats: the first sixteen every workbook has. */
export const FORMATS = { number: 15, text: 16, day: 17, moment: 18, header: 19 } as const;

/** Places of number formats: 49 is «text» by the standard, own ones begin at 164. */
const NUMBER_FORMATS = { general: 0, text: 49, day: 164, moment: 165 } as const;

const BOLD = 1;
const WRAPPED_AT_TOP = 0x08;
const AT_BOTTOM = 0x20;
const RUSSIA = 7;

/** The beginning of a part of the stream ([MS-XLS] 2.4.21): 5 the workbook, 16 a sheet. */
export function beginPart(records: RecordBuffer, kind: 5 | 16): void {
  records.words(0x0809, 0x0600, kind, 0x0dbb, 0x07cc, 0, 0, 6, 0);
}

export function endPart(records: RecordBuffer): void {
  records.words(0x000a);
}

export interface SheetPlace {
  readonly name: string;
  /** Bytes of the sheet. */
  readonly length: number;
}

/** Number formats of days and of instants, as Excel writes them. */
export interface DateFormats {
  readonly day: string;
  readonly moment: string;
}

/** What stands before the sheets ([MS-XLS] 2.1.7.20.3): fonts, formats, where each sheet begins, the shared strings. */
export function globals(sheets: readonly SheetPlace[], strings: SharedStrings, dateFormats: DateFormats): RecordBuffer {
  const { length } = writeGlobals(sheets, strings, dateFormats, 0);
  // The length does not depend on the offsets of the sheets, which follow the globals.
  return writeGlobals(sheets, strings, dateFormats, length);
}

function writeGlobals(
  sheets: readonly SheetPlace[],
  strings: SharedStrings,
  dateFormats: DateFormats,
  length: number,
): RecordBuffer {
  const records = new RecordBuffer();
  beginPart(records, 5);
  records.words(0x0042, 1200);
  records.words(0x003d, 480, 90, 16_335, 10_830, 0x38, 0, 0, 1, 600);
  records.words(0x0022, 0);
  // The font with the number 4 does not exist in any workbook, so four are enough.
  for (const weight of [400, 700, 400, 400]) font(records, weight);
  numberFormat(records, NUMBER_FORMATS.day, dateFormats.day);
  numberFormat(records, NUMBER_FORMATS.moment, dateFormats.moment);
  extendedFormats(records);
  records.bytes(0x0293, Buffer.from([0x00, 0x80, 0x00, 0xff]));
  let at = length;
  for (const sheet of sheets) {
    const head = Buffer.alloc(6);
    head.writeUInt32LE(at, 0);
    records.bytes(0x0085, Buffer.concat([head, unicode(sheet.name, 1)]));
    at += sheet.length;
  }
  records.words(0x008c, RUSSIA, RUSSIA);
  strings.write(records);
  endPart(records);
  return records;
}

function font(records: RecordBuffer, weight: number): void {
  const head = Buffer.alloc(14);
  for (const [place, word] of [200, weight > 400 ? 1 : 0, 0x7fff, weight].entries())
    head.writeUInt16LE(word, place * 2);
  // A Cyrillic character set.
  head.writeUInt8(204, 12);
  records.bytes(0x0031, Buffer.concat([head, unicode('Arial', 1)]));
}

function numberFormat(records: RecordBuffer, place: number, format: string): void {
  const head = Buffer.alloc(2);
  head.writeUInt16LE(place, 0);
  records.bytes(0x041e, Buffer.concat([head, unicode(format, 2)]));
}

/** Fifteen formats of styles, then those of cells in the order of FORMATS. Text is marked as such («quote prefix»): edited, it stays text. */
function extendedFormats(records: RecordBuffer): void {
  for (let style = 0; style < 15; style++) extendedFormat(records, 0, 0, 0xfff5, AT_BOTTOM);
  const cell = 0x0001;
  const quoted = 0x0009;
  extendedFormat(records, 0, NUMBER_FORMATS.general, cell, AT_BOTTOM);
  extendedFormat(records, 0, NUMBER_FORMATS.text, quoted, AT_BOTTOM);
  extendedFormat(records, 0, NUMBER_FORMATS.day, cell, AT_BOTTOM);
  extendedFormat(records, 0, NUMBER_FORMATS.moment, cell, AT_BOTTOM);
  extendedFormat(records, BOLD, NUMBER_FORMATS.text, quoted, WRAPPED_AT_TOP);
}

function extendedFormat(records: RecordBuffer, font: number, format: number, kind: number, alignment: number): void {
  const used = kind === 0xfff5 ? 0xf400 : 0xfc00;
  records.words(0x00e0, font, format, kind, alignment, used, 0, 0, 0, 0, 0x20c0);
}
