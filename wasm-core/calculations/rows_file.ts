import type { RowsHead } from '../contract/rows.ts';

// The rows file is the stored form of a computed table. Pages are ranges of it; the browser
// compares its SHA-256 with that of its own result. Format: magic · u32 length and JSON of the head
// · zeros up to a multiple of 8 · f64[count][columns], little-endian, one NaN pattern for all
// blanks.

const MAGIC = Uint8Array.of(0x89, 0x52, 0x4f, 0x57, 0x53, 0x0a, 0x00, 0x01);
const HEAD_AT = MAGIC.length + 4;

/** A table to store: `data` has one column for each name of `head.columns`. */
export interface RowsToWrite {
  readonly head: RowsHead;
  readonly data: Readonly<Record<string, Float64Array>>;
}

/** Bytes of a computed table; the same table gives the same bytes everywhere. */
export function writeRowsFile({ head, data }: RowsToWrite): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const at = rowsAt(text.length);
  const bytes = new Uint8Array(at + head.count * head.columns.length * 8);
  bytes.set(MAGIC);
  new DataView(bytes.buffer).setUint32(MAGIC.length, text.length, true);
  bytes.set(text, HEAD_AT);
  const rows = new Float64Array(bytes.buffer, at);
  const width = head.columns.length;
  for (const [place, name] of head.columns.entries()) {
    const column = data[name];
    if (column?.length !== head.count) throw new RangeError(`The column ${name} has not ${head.count} numbers`);
    for (let row = 0; row < head.count; row++) {
      const value = column[row] ?? Number.NaN;
      rows[row * width + place] = Number.isNaN(value) ? Number.NaN : value;
    }
  }
  return bytes;
}

/** Count of bytes before the rows; a reader of a page fetches them first. */
export function rowsStart(head: RowsHead): number {
  return rowsAt(new TextEncoder().encode(JSON.stringify(head)).length);
}

/** Reads the head from the first bytes of a rows file (`rowsStart` of them at least). */
export function readRowsHead(bytes: Uint8Array): RowsHead {
  if (!MAGIC.every((byte, index) => bytes[index] === byte)) throw new Error('These bytes are no rows file');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length, true);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD_AT, HEAD_AT + length))) as RowsHead;
}

/**
 * Byte range of rows `offset` … `offset + limit − 1`, clamped to the file: [first, one past the
 * last].
 */
export function rowsRange(head: RowsHead, offset: number, limit: number): [number, number] {
  const start = rowsStart(head);
  const bytesPerRow = head.columns.length * 8;
  const first = Math.min(offset, head.count);
  return [start + first * bytesPerRow, start + Math.min(first + limit, head.count) * bytesPerRow];
}

/** The numbers of whole rows, row by row, from their bytes. */
export function readRows(bytes: Uint8Array): Float64Array {
  return new Float64Array(bytes.slice().buffer);
}

/** Columns of a whole rows file, by name. */
export function readRowsFile(bytes: Uint8Array): RowsToWrite {
  const head = readRowsHead(bytes);
  const [first, end] = rowsRange(head, 0, head.count);
  const rows = readRows(bytes.subarray(first, end));
  const width = head.columns.length;
  const data = head.columns.map((name, place) => {
    return [name, Float64Array.from({ length: head.count }, (_, row) => rows[row * width + place] ?? Number.NaN)];
  });
  return { head, data: Object.fromEntries(data) };
}

function rowsAt(headLength: number): number {
  return Math.ceil((HEAD_AT + headLength) / 8) * 8;
}
