import { Inflate } from 'fflate';
import type { Budget } from './budget.ts';
import { Crc32 } from './crc32.ts';
import { MAX_RATIO, RATIO_FREE_BYTES } from './limits.ts';
import { damagedFile } from './refused.ts';
import { type ZipEntry, zipBomb } from './zip.ts';

// Measured: a push of 4 KiB of a zip bomb emits at most 4 MiB, but ordinary files unpack 3.6 times
// slower in such pieces than in pieces of 64 KiB. So the pieces grow while their output is small
// and shrink as soon as it is large.
const SMALLEST_PUSH = 4096;
const LARGEST_PUSH = 32_768;
const CALM_RATIO = 32;

/** An unpacked piece of a part, and the share of its packed bytes read so far, 0…1. */
export interface UnpackedPiece {
  readonly bytes: Uint8Array;
  readonly share: number;
}

/**
 * Unpacks a part and counts its actual output; throws a TableStop as soon as it exceeds the budget
 * or the size in the directory.
 */
export function* unpackedPieces(entry: ZipEntry, budget: Budget): Generator<UnpackedPiece> {
  const crc = new Crc32();
  let size = 0;
  for (const piece of entry.deflated ? inflated(entry.packed) : storedPieces(entry.packed)) {
    size += piece.bytes.length;
    budget.spend(piece.bytes.length);
    if (size > entry.size) throw damagedFile('часть архива больше, чем сказано в оглавлении');
    if (size > RATIO_FREE_BYTES && size > entry.packed.length * MAX_RATIO) throw zipBomb();
    crc.add(piece.bytes);
    yield piece;
  }
  if (size !== entry.size || crc.value !== entry.crc) throw damagedFile('контрольная сумма части архива не сходится');
}

function* storedPieces(packed: Uint8Array): Generator<UnpackedPiece> {
  for (let at = 0; at < packed.length; at += LARGEST_PUSH) {
    const end = Math.min(at + LARGEST_PUSH, packed.length);
    yield { bytes: packed.subarray(at, end), share: end / packed.length };
  }
}

function* inflated(packed: Uint8Array): Generator<UnpackedPiece> {
  let out: Uint8Array[] = [];
  const inflate = new Inflate((bytes) => out.push(bytes));
  let push = SMALLEST_PUSH;
  for (let at = 0; at < packed.length; ) {
    const end = Math.min(at + push, packed.length);
    try {
      inflate.push(packed.subarray(at, end), end === packed.length);
    } catch {
      // fflate reports only that the stream is not deflate.
      throw damagedFile('часть архива не распаковывается');
    }
    const length = out.reduce((sum, bytes) => sum + bytes.length, 0);
    push = length > (end - at) * CALM_RATIO ? SMALLEST_PUSH : Math.min(push * 2, LARGEST_PUSH);
    for (const bytes of out) yield { bytes, share: end / packed.length };
    out = [];
    at = end;
  }
}
