// Radix sort of f32 values by unsigned keys of the same order.

const DIGITS: i32 = 3;
const DIGIT_BITS: u32 = 11;
const BUCKETS: i32 = 1 << DIGIT_BITS;
const DIGIT_MASK: u32 = BUCKETS - 1;

/** u32[DIGITS][BUCKETS]: frequency of each digit. */
const counts: usize = memory.data(3 * 2048 * 4, 16);

export class Key {
  /** Unsigned key of a value; keys have the order of the values. */
  @inline
  static keyOf(value: f32): u32 {
    const bits = reinterpret<i32>(value);
    return bits ^ ((bits >> 31) | 0x80000000);
  }

  /** Value of a key. */
  @inline
  static valueOfKey(key: u32): f32 {
    return reinterpret<f32>(key ^ ((<i32>~key >> 31) | 0x80000000));
  }

  @inline
  static cell(key: u32, digit: i32): usize {
    return counts + ((((<usize>digit) << DIGIT_BITS) + ((key >> (<u32>digit * DIGIT_BITS)) & DIGIT_MASK)) << 2);
  }

  @inline
  static countDigit(key: u32, digit: i32): void {
    const at = Key.cell(key, digit);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/**
 * Sorts u32[count] at `keys` with as much memory at `spare`; returns the address of the sorted
 * list, one of the two.
 */
export function sortKeys(keys: usize, spare: usize, count: i32): usize {
  const end = keys + ((<usize>count) << 2);
  memory.fill(counts, 0, 3 * 2048 * 4);
  for (let at = keys; at < end; at += 4) {
    const key = load<u32>(at);
    Key.countDigit(key, 0);
    Key.countDigit(key, 1);
    Key.countDigit(key, 2);
  }
  let from = keys;
  let to = spare;
  for (let digit = 0; digit < DIGITS; digit++) {
    if (!spread(from, to, count, digit)) continue;
    const sorted = to;
    to = from;
    from = sorted;
  }
  return from;
}

/** Sorts the keys by one digit; returns false where all have the same digit, so that none moves. */
function spread(from: usize, to: usize, count: i32, digit: i32): bool {
  if (count === 0 || load<u32>(Key.cell(load<u32>(from), digit)) === <u32>count) return false;
  let before: u32 = 0;
  const first = counts + (((<usize>digit) << DIGIT_BITS) << 2);
  for (let at = first; at < first + ((<usize>BUCKETS) << 2); at += 4) {
    const here = load<u32>(at);
    store<u32>(at, before);
    before += here;
  }
  const end = from + ((<usize>count) << 2);
  for (let at = from; at < end; at += 4) {
    const key = load<u32>(at);
    const place = Key.cell(key, digit);
    const index = load<u32>(place);
    store<u32>(place, index + 1);
    store<u32>(to + ((<usize>index) << 2), key);
  }
  return true;
}
