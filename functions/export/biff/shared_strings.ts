import { RECORD_LIMIT, type RecordBuffer } from './record_buffer.ts';

const SST = 0x00fc;
const CONTINUE = 0x003c;

/** Bytes before a string's units: their number and a flag, which stay together. */
const STRING_HEAD = 3;

/** The different texts of a workbook, each once ([MS-XLS] 2.4.265). */
export class SharedStrings {
  private readonly places = new Map<string, number>();
  private total = 0;

  /** Place of a text among the shared ones. */
  placeOf(text: string): number {
    this.total += 1;
    const known = this.places.get(text);
    if (known !== undefined) return known;
    this.places.set(text, this.places.size);
    return this.places.size - 1;
  }

  /** Writes the table. A text that does not fit goes on in the next record, which says again how wide its units are. */
  write(records: RecordBuffer): void {
    let type = SST;
    const record = Buffer.alloc(RECORD_LIMIT);
    record.writeUInt32LE(this.total, 0);
    record.writeUInt32LE(this.places.size, 4);
    let at = 8;
    const next = () => {
      records.bytes(type, record.subarray(0, at));
      type = CONTINUE;
      at = 0;
    };
    for (const text of this.places.keys()) {
      if (at + STRING_HEAD + 2 > RECORD_LIMIT) next();
      record.writeUInt16LE(text.length, at);
      record.writeUInt8(1, at + 2);
      at += STRING_HEAD;
      const units = Buffer.from(text, 'utf16le');
      for (let done = 0; done < units.length; ) {
        if (at + 2 > RECORD_LIMIT) {
          next();
          record.writeUInt8(1, at);
          at += 1;
        }
        const fits = Math.min(units.length - done, Math.floor((RECORD_LIMIT - at) / 2) * 2);
        units.copy(record, at, done, done + fits);
        at += fits;
        done += fits;
      }
    }
    next();
  }
}
