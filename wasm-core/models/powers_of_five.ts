/** Powers of ten that the core's table covers; the same numbers stand in `assembly/trees/read/decimal.ts`. */
const LOWEST = -60;
const HIGHEST = 40;

/**
 * The 128 leading bits of 5^q for q = -60 … 40, high word first: truncated for q >= 0, rounded up below, as algorithm 1 of
 * D. Lemire, "Number Parsing at a Gigabyte per Second" (2021), needs them.
 */
export function powersOfFive(): BigUint64Array {
  const table = new BigUint64Array(2 * (HIGHEST - LOWEST + 1));
  for (let q = LOWEST; q <= HIGHEST; q++) {
    const bits = q < 0 ? reciprocal(5n ** BigInt(-q), q) : leading(5n ** BigInt(q));
    table.set([bits >> 64n, bits & 0xffffffffffffffffn], 2 * (q - LOWEST));
  }
  return table;
}

function leading(power: bigint): bigint {
  const surplus = power.toString(2).length - 128;
  return surplus > 0 ? power >> BigInt(surplus) : power << BigInt(-surplus);
}

function reciprocal(power: bigint, q: number): bigint {
  const length = BigInt(power.toString(2).length);
  return q >= -27 ? (1n << (length + 127n)) / power + 1n : leading((1n << (2n * length + 128n)) / power + 1n);
}
