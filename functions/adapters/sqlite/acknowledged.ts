import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { DamagedStore } from '../../store/store_error.ts';

const [COUNT_BYTES, FILE_BYTES] = [8, 12];

/**
 * How many commits were acknowledged, in a small file beside the database. SQLite drops the end of a log that is damaged, without a word;
 * a database that has fewer commits than were acknowledged has lost some. The file is written after the commit and never synced: after a
 * power cut it may be older than the database, never newer.
 */
export class AcknowledgedCommits {
  readonly #handle: number;
  readonly #bytes = Buffer.alloc(FILE_BYTES);

  constructor(file: string, stored: number) {
    const acknowledged = readCount(file);
    if (acknowledged > stored)
      throw new DamagedStore(`${acknowledged - stored} commits of ${acknowledged} are missing: see ${file}`);
    this.#handle = openSync(file, 'w', 0o600);
    this.set(stored);
  }

  set(count: number): void {
    this.#bytes.writeBigUInt64LE(BigInt(count));
    this.#bytes.writeUInt32LE(crc32(this.#bytes.subarray(0, COUNT_BYTES)), COUNT_BYTES);
    writeSync(this.#handle, this.#bytes, 0, FILE_BYTES, 0);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

/** Place of the count of a database. */
export function acknowledgedFile(database: string): string {
  return `${database}-acknowledged`;
}

/** 0 for a file that is not there, torn or damaged: it can then say nothing about the database. */
function readCount(file: string): number {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return 0;
  }
  if (bytes.length !== FILE_BYTES) return 0;
  const isWhole = crc32(bytes.subarray(0, COUNT_BYTES)) === bytes.readUInt32LE(COUNT_BYTES);
  return isWhole ? Number(bytes.readBigUInt64LE()) : 0;
}
