/** Bytes that are set aside at a time. */
const CHUNK = 256 * 1024;

/** Largest content of a record, bytes; what is longer continues in records of its own. */
export const RECORD_LIMIT = 8224;

/** Records of BIFF8 one after another ([MS-XLS] 2.1.4): a type, a length, the content; all numbers little-endian. */
export class RecordBuffer {
  private readonly full: Buffer[] = [];
  private chunk = Buffer.allocUnsafe(CHUNK);
  private at = 0;
  private before = 0;

  /** Bytes so far. */
  get length(): number {
    return this.before + this.at;
  }

  /** A record of 16-bit numbers. */
  words(type: number, ...words: readonly number[]): void {
    const start = this.open(type, words.length * 2);
    for (const [place, word] of words.entries()) this.chunk.writeUInt16LE(word, start + place * 2);
  }

  /** A record of these bytes, at most RECORD_LIMIT. */
  bytes(type: number, content: Uint8Array): void {
    if (content.length > RECORD_LIMIT) throw new RangeError(`A record of ${content.length} bytes`);
    this.chunk.set(content, this.open(type, content.length));
  }

  /** A number in a cell. */
  number(row: number, column: number, format: number, value: number): void {
    const start = this.cell(0x0203, 14, row, column, format);
    this.chunk.writeDoubleLE(value, start + 6);
  }

  /** A text in a cell, by its place among the shared strings. */
  text(row: number, column: number, format: number, place: number): void {
    const start = this.cell(0x00fd, 10, row, column, format);
    this.chunk.writeUInt32LE(place, start + 6);
  }

  /** All the bytes, in pieces. */
  pieces(): Buffer[] {
    return [...this.full, this.chunk.subarray(0, this.at)];
  }

  private cell(type: number, length: number, row: number, column: number, format: number): number {
    const start = this.open(type, length);
    this.chunk.writeUInt16LE(row, start);
    this.chunk.writeUInt16LE(column, start + 2);
    this.chunk.writeUInt16LE(format, start + 4);
    return start;
  }

  /** Writes the head of a record; answers where its content goes. */
  private open(type: number, length: number): number {
    if (this.at + 4 + length > CHUNK) {
      this.full.push(this.chunk.subarray(0, this.at));
      this.before += this.at;
      this.chunk = Buffer.allocUnsafe(CHUNK);
      this.at = 0;
    }
    this.chunk.writeUInt16LE(type, this.at);
    this.chunk.writeUInt16LE(length, this.at + 2);
    const start = this.at + 4;
    this.at = start + length;
    return start;
  }
}

/** A text as BIFF8 has it: its length in 16-bit units (1 or 2 bytes), a byte that says «16 bits a unit», the units. */
export function unicode(text: string, lengthBytes: 1 | 2): Buffer {
  const head = Buffer.alloc(lengthBytes + 1, 1);
  head.writeUIntLE(text.length, 0, lengthBytes);
  return Buffer.concat([head, Buffer.from(text, 'utf16le')]);
}
