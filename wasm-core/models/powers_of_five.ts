import type { CoreMemory } from '../core_memory.ts';

/**
 * Powers of ten that the core's table covers; `assembly/trees/read/decimal.ts` has the same bounds.
 */
const LOWEST = -60;
const HIGHEST = 40;

let table: BigUint64Array | undefined;

/** Fills the table of the core's decimal scanner. */
export function placePowersOfFive(memory: CoreMemory): void {
  table ??= powersOfFive();
  new BigUint64Array(memory.buffer, memory.function('powers_ptr')(), table.length).set(table);
}

/**
 * The 128 leading bits of 5^q for q = -60 … 40, high word first: truncated for q >= 0, rounded up
 * below, as algorithm 1 of D. Lemire, "Number Parsing at a Gigabyte per Second" (2021), needs them.
 */
export function powersOfFive(): BigUint64Array {
  const words = new BigUint64Array(2 * (HIGHEST - LOWEST + 1));
  let power = 1n;
  for (let q = 0; q <= Math.max(HIGHEST, -LOWEST); q++, power *= 5n) {
    if (q <= HIGHEST) put(words, q, leading(power, bitsOf(q)));
    if (q > 0 && q <= -LOWEST) put(words, -q, reciprocal(power, q));
  }
  return words;
}

function put(words: BigUint64Array, q: number, bits: bigint): void {
  words[2 * (q - LOWEST)] = bits >> 64n;
  words[2 * (q - LOWEST) + 1] = bits & 0xffffffffffffffffn;
}

/** Bits of 5^q: floor(q·log2 5) + 1, exact for 0 <= q <= 100. */
function bitsOf(q: number): number {
  return Math.floor(q * Math.log2(5)) + 1;
}

function leading(power: bigint, bits: number): bigint {
  return bits > 128 ? power >> BigInt(bits - 128) : power << BigInt(128 - bits);
}

function reciprocal(power: bigint, q: number): bigint {
  const bits = bitsOf(q);
  if (q <= 27) return (1n << BigInt(bits + 127)) / power + 1n;
  // 2^(2b+128) / 5^q lies between 2^(b+128) and 2^(b+129).
  return leading((1n << BigInt(2 * bits + 128)) / power + 1n, bits + 129);
}
