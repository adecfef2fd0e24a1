/** Remainders of each byte for four bytes at a time (slicing-by-4). */
const TABLES = tables();

function tables(): Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte;
    for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1;
    return remainder;
  });
  const all = [first];
  for (let index = 1; index < 4; index++) {
    const before = all[index - 1] ?? first;
    all.push(before.map((remainder) => (first[remainder & 255] ?? 0) ^ (remainder >>> 8)));
  }
  return all;
}

/** CRC-32 of zip archives (ISO 3309), computed incrementally. */
export class Crc32 {
  private remainder = -1;

  add(bytes: Uint8Array): void {
    const [t0, t1, t2, t3] = TABLES as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
    let remainder = this.remainder;
    let at = 0;
    for (; at + 4 <= bytes.length; at += 4) {
      remainder ^= at4(bytes, at);
      remainder =
        look(t3, remainder) ^ look(t2, remainder >>> 8) ^ look(t1, remainder >>> 16) ^ look(t0, remainder >>> 24);
    }
    for (; at < bytes.length; at++) remainder = look(t0, remainder ^ (bytes[at] ?? 0)) ^ (remainder >>> 8);
    this.remainder = remainder;
  }

  /** CRC-32 of all bytes so far, unsigned. */
  get value(): number {
    return ~this.remainder >>> 0;
  }
}

function look(table: Uint32Array, index: number): number {
  return table[index & 255] ?? 0;
}

function at4(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}
