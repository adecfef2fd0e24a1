// From bit planes to sums: codes of 128 rows, then one leaf value per row is added to its sum.

import { Four, One, Two } from '../numbers';
import { planes, SLICES } from './bitsliced_planes';

/** Leaf values of the current tree by code; a constant address saves an addition per row. */
const leaves: usize = memory.data(256 * 8, 64);

/** The same for a second tree with narrow codes. */
const secondLeaves: usize = memory.data(64 * 4, 64);

/**
 * Byte offsets in `leaves` and `secondLeaves`: u8[SLICES][128] of either (narrow), or u16[128]
 * (wide).
 */
const offsets: usize = memory.data(SLICES * 128 * 2, 64);

/** Bytes of the offsets of a block. */
const SECOND: usize = SLICES * 128;

/** Copies `bytes` (a multiple of 64) of leaf values. */
export function takeLeaves(from: usize, bytes: u32, second: bool): void {
  let to = second ? secondLeaves : leaves;
  for (const end = to + bytes; to < end; to += 64, from += 64) {
    v128.store(to, v128.load(from));
    v128.store(to, v128.load(from, 16), 16);
    v128.store(to, v128.load(from, 32), 32);
    v128.store(to, v128.load(from, 48), 48);
  }
}

/**
 * v128: masks of fields of one, two and four bits. Loaded from memory, because the compiler would
 * build a constant anew at each use.
 */
const fields: usize = memory.data<u64>([
  0x5555555555555555, 0x5555555555555555, 0x3333333333333333, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
  0x0f0f0f0f0f0f0f0f,
]);

/**
 * Merges planes to fields of two bits, then of four, then to bytes. Bit i of a plane's byte j
 * belongs to row 16·i + j, so the codes of 16 rows in order form one vector and bytes are never
 * permuted.
 */
class Fields {
  /** Fields of `Bits` bits under `mask`, of `low` and of `high`, interleaved. */
  @inline
  static lower<Bits>(low: v128, high: v128, mask: v128): v128 {
    return v128.or(v128.and(low, mask), i64x2.shl(v128.and(high, mask), <i32>offsetof<Bits>()));
  }

  /** The same for the fields outside `mask`. */
  @inline
  static upper<Bits>(low: v128, high: v128, mask: v128): v128 {
    return v128.or(v128.and(i64x2.shr_u(low, <i32>offsetof<Bits>()), mask), v128.andnot(high, mask));
  }

  @inline
  static storeWide(codes: v128, row: usize, shift: i32): void {
    v128.store(offsets + (row << 1), i16x8.shl(i16x8.extend_low_i8x16_u(codes), shift));
    v128.store(offsets + (row << 1), i16x8.shl(i16x8.extend_high_i8x16_u(codes), shift), 16);
  }
}

/**
 * Offsets of a slice of a tree with up to 6 planes: code·4 as a byte, the offset of an f32. Plane b
 * is bit b + 2.
 */
export function narrowOffsets(slice: usize, second: bool): void {
  const to = offsets + (slice << 3) + (second ? SECOND : 0);
  const ones = v128.load(fields);
  const twos = v128.load(fields, 16);
  const fours = v128.load(fields, 32);
  const from = planes + slice;
  const p0 = v128.load(from);
  const p1 = v128.load(from, 64);
  const p2 = v128.load(from, 128);
  const p3 = v128.load(from, 192);
  const p4 = v128.load(from, 256);
  const p5 = v128.load(from, 320);
  const even01 = Fields.lower<One>(p0, p1, ones);
  const even23 = Fields.lower<One>(p2, p3, ones);
  const even45 = Fields.lower<One>(p4, p5, ones);
  const low04 = i64x2.shl(v128.and(even01, twos), 2);
  const high04 = Fields.lower<Two>(even23, even45, twos);
  v128.store(to, Fields.lower<Four>(low04, high04, fours));
  v128.store(to, Fields.upper<Four>(low04, high04, fours), 64);
  const low26 = v128.andnot(even01, twos);
  const high26 = Fields.upper<Two>(even23, even45, twos);
  v128.store(to, Fields.lower<Four>(low26, high26, fours), 32);
  v128.store(to, Fields.upper<Four>(low26, high26, fours), 96);
  const odd01 = Fields.upper<One>(p0, p1, ones);
  const odd23 = Fields.upper<One>(p2, p3, ones);
  const odd45 = Fields.upper<One>(p4, p5, ones);
  const low15 = i64x2.shl(v128.and(odd01, twos), 2);
  const high15 = Fields.lower<Two>(odd23, odd45, twos);
  v128.store(to, Fields.lower<Four>(low15, high15, fours), 16);
  v128.store(to, Fields.upper<Four>(low15, high15, fours), 80);
  const low37 = v128.andnot(odd01, twos);
  const high37 = Fields.upper<Two>(odd23, odd45, twos);
  v128.store(to, Fields.lower<Four>(low37, high37, fours), 48);
  v128.store(to, Fields.upper<Four>(low37, high37, fours), 112);
}

/** Up to 8 planes: code << shift as u16. */
function wideOffsets(slice: usize, shift: i32): void {
  const ones = v128.load(fields);
  const twos = v128.load(fields, 16);
  const fours = v128.load(fields, 32);
  const from = planes + slice;
  const p0 = v128.load(from);
  const p1 = v128.load(from, 64);
  const p2 = v128.load(from, 128);
  const p3 = v128.load(from, 192);
  const p4 = v128.load(from, 256);
  const p5 = v128.load(from, 320);
  const p6 = v128.load(from, 384);
  const p7 = v128.load(from, 448);
  const even01 = Fields.lower<One>(p0, p1, ones);
  const even23 = Fields.lower<One>(p2, p3, ones);
  const even45 = Fields.lower<One>(p4, p5, ones);
  const even67 = Fields.lower<One>(p6, p7, ones);
  const low04 = Fields.lower<Two>(even01, even23, twos);
  const high04 = Fields.lower<Two>(even45, even67, twos);
  Fields.storeWide(Fields.lower<Four>(low04, high04, fours), 0, shift);
  Fields.storeWide(Fields.upper<Four>(low04, high04, fours), 64, shift);
  const low26 = Fields.upper<Two>(even01, even23, twos);
  const high26 = Fields.upper<Two>(even45, even67, twos);
  Fields.storeWide(Fields.lower<Four>(low26, high26, fours), 32, shift);
  Fields.storeWide(Fields.upper<Four>(low26, high26, fours), 96, shift);
  const odd01 = Fields.upper<One>(p0, p1, ones);
  const odd23 = Fields.upper<One>(p2, p3, ones);
  const odd45 = Fields.upper<One>(p4, p5, ones);
  const odd67 = Fields.upper<One>(p6, p7, ones);
  const low15 = Fields.lower<Two>(odd01, odd23, twos);
  const high15 = Fields.lower<Two>(odd45, odd67, twos);
  Fields.storeWide(Fields.lower<Four>(low15, high15, fours), 16, shift);
  Fields.storeWide(Fields.upper<Four>(low15, high15, fours), 80, shift);
  const low37 = Fields.upper<Two>(odd01, odd23, twos);
  const high37 = Fields.upper<Two>(odd45, odd67, twos);
  Fields.storeWide(Fields.lower<Four>(low37, high37, fours), 48, shift);
  Fields.storeWide(Fields.upper<Four>(low37, high37, fours), 112, shift);
}

/**
 * One load reads the offsets of several rows, and shifts separate them, because loads limit these
 * loops.
 */
class Leaves {
  @inline
  static four(sums: usize, first: u32, second: u32, third: u32, fourth: u32): void {
    let values = v128.load_zero<u32>(first, leaves);
    values = v128.load_lane<u32>(second, values, 1, leaves);
    values = v128.load_lane<u32>(third, values, 2, leaves);
    values = v128.load_lane<u32>(fourth, values, 3, leaves);
    v128.store(sums, f32x4.add(v128.load(sums), values));
  }

  @inline
  static fourNarrow(sums: usize, at: usize): void {
    const four = load<u32>(at);
    Leaves.four(sums, four & 0xff, (four >> 8) & 0xff, (four >> 16) & 0xff, four >> 24);
  }

  @inline
  static fourOfTwo(sums: usize, at: usize): void {
    let four = load<u32>(at);
    let values = v128.load_zero<u32>(four & 0xff, leaves);
    values = v128.load_lane<u32>((four >> 8) & 0xff, values, 1, leaves);
    values = v128.load_lane<u32>((four >> 16) & 0xff, values, 2, leaves);
    values = v128.load_lane<u32>(four >> 24, values, 3, leaves);
    four = load<u32>(at, SECOND);
    let seconds = v128.load_zero<u32>(four & 0xff, secondLeaves);
    seconds = v128.load_lane<u32>((four >> 8) & 0xff, seconds, 1, secondLeaves);
    seconds = v128.load_lane<u32>((four >> 16) & 0xff, seconds, 2, secondLeaves);
    seconds = v128.load_lane<u32>(four >> 24, seconds, 3, secondLeaves);
    v128.store(sums, f32x4.add(f32x4.add(v128.load(sums), values), seconds));
  }

  @inline
  static fourWide(sums: usize, at: usize): void {
    const low = load<u32>(at);
    const high = load<u32>(at, 4);
    Leaves.four(sums, low & 0xffff, low >> 16, high & 0xffff, high >> 16);
  }

  @inline
  static two(sums: usize, at: usize): void {
    const two = load<u32>(at);
    const values = v128.load_lane<u64>(two >> 16, v128.load_zero<u64>(two & 0xffff, leaves), 1, leaves);
    v128.store(sums, f64x2.add(v128.load(sums), values));
  }
}

/**
 * Adds the leaves of a tree to the sums of `rows` rows of XGBoost, s = f32(s + leaf), by their
 * narrow offsets.
 */
export function addNarrow(rows: u32, sums: usize): void {
  for (let at = offsets; at < offsets + rows; at += 16) {
    Leaves.fourNarrow(sums, at);
    Leaves.fourNarrow(sums + 16, at + 4);
    Leaves.fourNarrow(sums + 32, at + 8);
    Leaves.fourNarrow(sums + 48, at + 12);
    sums += 64;
  }
}

/**
 * The same for two trees, the second one after the first: a sum is loaded and stored half as often.
 */
export function addNarrowTwo(rows: u32, sums: usize): void {
  for (let at = offsets; at < offsets + rows; at += 8) {
    Leaves.fourOfTwo(sums, at);
    Leaves.fourOfTwo(sums + 16, at + 4);
    sums += 32;
  }
}

/** Adds the leaves of a slice to 128 sums of XGBoost, s = f32(s + leaf); codes of up to 8 bits. */
export function addWide(slice: usize, sums: usize): void {
  wideOffsets(slice, 2);
  for (let at = offsets; at < offsets + 256; at += 32) {
    Leaves.fourWide(sums, at);
    Leaves.fourWide(sums + 16, at + 8);
    Leaves.fourWide(sums + 32, at + 16);
    Leaves.fourWide(sums + 48, at + 24);
    sums += 64;
  }
}

/**
 * Adds the leaves of a slice to 128 sums of LightGBM, s = s + leaf in f64; codes of up to 8 bits.
 */
export function addDoubles(slice: usize, sums: usize): void {
  wideOffsets(slice, 3);
  for (let at = offsets; at < offsets + 256; at += 16) {
    Leaves.two(sums, at);
    Leaves.two(sums + 16, at + 4);
    Leaves.two(sums + 32, at + 8);
    Leaves.two(sums + 48, at + 12);
    sums += 64;
  }
}
