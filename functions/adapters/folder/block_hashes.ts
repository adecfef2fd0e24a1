import { createHash, type Hash } from 'node:crypto';

/** Bytes of a block: what is read more than was asked for, at most, on each side of a range. */
export const BLOCK_BYTES = 64 * 1024;

const SIZE_BYTES = 8;
const HASH_BYTES = 32;

/** Hashes of the blocks of a file, collected as its bytes come: the size of the file, then the SHA-256 of each block. */
export class BlockHashes {
  readonly #hashes: Buffer[] = [];
  #current: Hash = createHash('sha256');
  #size = 0;

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - (this.#size % BLOCK_BYTES));
      this.#current.update(part);
      this.#size += part.length;
      at += part.length;
      if (this.#size % BLOCK_BYTES === 0) this.#end();
    }
  }

  /** The hashes as a file beside the hashed one has them. */
  digest(): Buffer {
    if (this.#size % BLOCK_BYTES > 0) this.#end();
    const size = Buffer.alloc(SIZE_BYTES);
    size.writeBigUInt64LE(BigInt(this.#size));
    return Buffer.concat([size, ...this.#hashes]);
  }

  #end(): void {
    this.#hashes.push(this.#current.digest());
    this.#current = createHash('sha256');
  }
}

/** Whether `hashes` are of a file of `size` bytes. */
export function areOfSize(hashes: Buffer, size: number): boolean {
  const blocks = Math.ceil(size / BLOCK_BYTES);
  return hashes.length === SIZE_BYTES + blocks * HASH_BYTES && Number(hashes.readBigUInt64LE()) === size;
}

/** Whether `bytes`, which begin with block `first` of a file, are those that were hashed. */
export function areHashed(hashes: Buffer, first: number, bytes: Uint8Array): boolean {
  for (let at = 0, block = first; at < bytes.length; at += BLOCK_BYTES, block++) {
    const expected = hashes.subarray(SIZE_BYTES + block * HASH_BYTES, SIZE_BYTES + (block + 1) * HASH_BYTES);
    const actual = createHash('sha256')
      .update(bytes.subarray(at, at + BLOCK_BYTES))
      .digest();
    if (!actual.equals(expected)) return false;
  }
  return true;
}
