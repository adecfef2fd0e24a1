/** Remainders of each byte, for four bytes at a time (slicing-by-4). */
const TABLES = tables();

function tables(): Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
    return rest;
  });
  const all = [first];
  for (let place = 1; place < 4; place++) {
    const before = all[place - 1] ?? first;
    all.push(before.map((rest) => (first[rest & 255] ?? 0) ^ (rest >>> 8)));
  }
  return all;
}

/** CRC-32 of zip archives (ISO 3309), over pieces. */
export class Crc32 {
  private rest = -1;

  add(bytes: Uint8Array): void {
    const [t0, t1, t2, t3] = TABLES as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
    let rest = this.rest;
    let at = 0;
    for (; at + 4 <= bytes.length; at += 4) {
      rest ^= at4(bytes, at);
      rest = look(t3, rest) ^ look(t2, rest >>> 8) ^ look(t1, rest >>> 16) ^ look(t0, rest >>> 24);
    }
    for (; at < bytes.length; at++) rest = look(t0, rest ^ (bytes[at] ?? 0)) ^ (rest >>> 8);
    this.rest = rest;
  }

  /** Of all bytes so far, unsigned. */
  get value(): number {
    return ~this.rest >>> 0;
  }
}

function look(table: Uint32Array, index: number): number {
  return table[index & 255] ?? 0;
}

function at4(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}
