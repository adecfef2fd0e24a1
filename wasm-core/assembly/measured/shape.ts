// Fast path of the usual row, read 16 bytes at a time: `YYYY-MM-DD HH:MM:SS` in any order of its
// parts, then two to four plain decimals. Rows of one minute share the first 17 bytes; rows of one
// shape (the positions of delimiters and decimal separators) share the steps of their conversion.
// The general reader of fields handles all other rows; both give the same bits.

import { begin_time, read_time, Step, time_of_row, time_step } from './clock';
import { power_of_ten } from './decimal';
import { set_reading, set_row_time } from './row';

/** Bytes of a time, and of the part that the rows of a minute share. */
const TIME_BYTES: usize = 19;
const MINUTE_BYTES: usize = 17;
const DELIMITER_AT: usize = 19;

const WINDOW: i32 = 32;
const HALF: i32 = 16;
const MOST_FIELDS: i32 = 4;
const MOST_DIGITS: i32 = 8;

/** A shape: its masks and newline, then the shuffles that extract its digits. */
const MASKS: usize = 0;
const ENDS: usize = 8;
const IS_PLAIN: usize = 12;
const SECOND_HALF: usize = 16;
const FIRST_PICK: usize = 32;
const SECOND_PICK: usize = 48;
const DIVISORS: usize = 64;
const SHAPE_BYTES: usize = 96;
const SHAPES: u32 = 256;

const shapes: usize = memory.data(24576, 16);
const prefix: usize = memory.data(32, 16);

let isUsual = false;
let fields: i32 = 0;
let delimiter: i32 = 0;
let mark: i32 = 0;
let minute_start: i64 = i64.MIN_VALUE;

/** Roles of the columns after the time. */
const order: usize = memory.data(16);

/**
 * Sets whether rows may be usual: the time comes first, then `count` columns of readings whose
 * roles, 1 … 4, are at `roles`.
 */
export function begin_shapes(delimiterByte: i32, markByte: i32, count: i32, roles: usize): void {
  delimiter = delimiterByte;
  mark = markByte === 0 ? 0x2e : markByte;
  fields = count;
  minute_start = i64.MIN_VALUE;
  store<u8>(prefix, 0);
  memory.fill(shapes, 0, <usize>SHAPES * SHAPE_BYTES);
  isUsual = count >= 2 && count <= MOST_FIELDS && isUsualTime();
  for (let field = 0; field < count && field < MOST_FIELDS; field++) {
    const role = <i32>load<u8>(roles + <usize>field);
    isUsual = isUsual && role >= 1 && role <= 4;
    store<i32>(order + ((<usize>field) << 2), role - 1);
  }
}

/** Whether the format of the time is 19 bytes long and ends with «:» and seconds. */
function isUsualTime(): bool {
  let bytes = 0;
  let former = 0;
  let last = 0;
  for (let index: usize = 0; ; index++) {
    const kind = time_step(index);
    if (kind === 0) break;
    bytes += kind < Step.YEAR ? 1 : kind === Step.YEAR ? 4 : 2;
    if (kind > Step.SECOND) return false;
    former = last;
    last = kind;
  }
  return bytes === <i32>TIME_BYTES && last === Step.SECOND && former === 0x3a;
}

/**
 * Reads the row at `from` into `row`, whose readings are blank. Returns the address of its newline,
 * or 0 where it is not usual.
 */
export function read_shaped(from: usize, row: usize): usize {
  if (!isUsual) return 0;
  const tens = <u32>load<u8>(from, MINUTE_BYTES) - 0x30;
  const ones = <u32>load<u8>(from, MINUTE_BYTES + 1) - 0x30;
  if (tens > 5 || ones > 9 || <i32>load<u8>(from, DELIMITER_AT) !== delimiter) return 0;
  const isSameMinute =
    v128.all_true<i8>(v128.eq<i8>(v128.load(from), v128.load(prefix))) && load<u8>(from, 16) === load<u8>(prefix, 16);
  const seconds = <i64>(tens * 10 + ones) * 1000;
  if (!isSameMinute && !beginMinute(from, seconds)) return 0;
  const end = readFields(from + DELIMITER_AT + 1, row);
  if (end !== 0) set_row_time(row, minute_start + seconds);
  return end;
}

/** Reads the first row of a minute part by part. */
function beginMinute(from: usize, seconds: i64): bool {
  begin_time();
  // Cleared first: an invalid time must not leave the bytes of a valid one.
  store<u8>(prefix, 0);
  if (!read_time(0, from, from + TIME_BYTES)) return false;
  const time = time_of_row();
  if (time === i64.MIN_VALUE) return false;
  minute_start = time - seconds;
  v128.store(prefix, v128.load(from));
  store<u8>(prefix, load<u8>(from, 16), 16);
  return true;
}

function readFields(at: usize, row: usize): usize {
  const low = v128.load(at);
  const high = v128.load(at, 16);
  const newlines = bits(v128.eq<i8>(low, i8x16.splat(10)), v128.eq<i8>(high, i8x16.splat(10)));
  if (newlines === 0) return 0;
  const end = ctz(newlines);
  const inside = ((<u32>1) << end) - 1;
  const sign = i8x16.splat(<i8>delimiter);
  const delimiters = bits(v128.eq<i8>(low, sign), v128.eq<i8>(high, sign)) & inside;
  const comma = i8x16.splat(<i8>mark);
  const point = i8x16.splat(0x2e);
  const marks =
    bits(
      v128.or(v128.eq<i8>(low, comma), v128.eq<i8>(low, point)),
      v128.or(v128.eq<i8>(high, comma), v128.eq<i8>(high, point)),
    ) & inside;
  const zero = i8x16.splat(0x30);
  const digits = bits(
    v128.lt<u8>(v128.sub<i8>(low, zero), i8x16.splat(10)),
    v128.lt<u8>(v128.sub<i8>(high, zero), i8x16.splat(10)),
  );
  // A carriage return before the newline is the only other sign that a usual row contains.
  const others = inside & ~(delimiters | marks | digits);
  if (others !== 0 && (others !== (<u32>1) << (end - 1) || load<u8>(at + <usize>end - 1) !== 13)) return 0;
  const last = <i32>end - i32(others !== 0);
  const masks = ((<u64>delimiters) << 32) | <u64>marks;
  const hash = ((delimiters * 0x9e37_79b1) ^ (marks * 0x85eb_ca6b) ^ (<u32>last * 0xc2b2_ae35)) >> 24;
  const shape = shapes + <usize>(hash & (SHAPES - 1)) * SHAPE_BYTES;
  if (load<u64>(shape, MASKS) !== masks || load<i32>(shape, ENDS) !== last) buildShape(shape, delimiters, marks, last);
  if (!load<i32>(shape, IS_PLAIN)) return 0;
  const second = v128.load(at + <usize>load<i32>(shape, SECOND_HALF));
  const ones = i16x8(100, 1, 100, 1, 100, 1, 100, 1);
  const first4 = i32x4.dot_i16x8_s(pairs(v128.swizzle(v128.sub<i8>(low, zero), v128.load(shape, FIRST_PICK))), ones);
  const second4 = i32x4.dot_i16x8_s(
    pairs(v128.swizzle(v128.sub<i8>(second, zero), v128.load(shape, SECOND_PICK))),
    ones,
  );
  const thousands = i16x8(10000, 1, 10000, 1, 10000, 1, 10000, 1);
  const numbers = i32x4.dot_i16x8_s(i16x8.narrow_i32x4_s(first4, second4), thousands);
  const front = v128.div<f64>(f64x2.convert_low_i32x4_s(numbers), v128.load(shape, DIVISORS));
  put(row, 0, f64x2.extract_lane(front, 0));
  put(row, 1, f64x2.extract_lane(front, 1));
  if (fields > 2) {
    const upper = v128.shuffle<i32>(numbers, numbers, 2, 3, 2, 3);
    const back = v128.div<f64>(f64x2.convert_low_i32x4_s(upper), v128.load(shape, DIVISORS + 16));
    put(row, 2, f64x2.extract_lane(back, 0));
    if (fields > 3) put(row, 3, f64x2.extract_lane(back, 1));
  }
  return at + <usize>end;
}

function put(row: usize, field: i32, value: f64): void {
  set_reading(row, load<i32>(order + ((<usize>field) << 2)), value);
}

function bits(low: v128, high: v128): u32 {
  return <u32>v128.bitmask<i8>(low) | ((<u32>v128.bitmask<i8>(high)) << 16);
}

/** Converts pairs of neighbouring digits to numbers below 100. */
function pairs(digits: v128): v128 {
  const tens = v128.mul<i16>(v128.and(digits, i16x8.splat(0xff)), i16x8.splat(10));
  return v128.add<i16>(tens, v128.shr<u16>(digits, 8));
}

/** Learns a shape: the target positions of the digits of each field, and the divisors. */
function buildShape(shape: usize, delimiters: u32, marks: u32, end: i32): void {
  store<i32>(shape, 0, IS_PLAIN);
  store<u64>(shape, ((<u64>delimiters) << 32) | <u64>marks, MASKS);
  store<i32>(shape, end, ENDS);
  // A shuffle index out of range gives 0.
  memory.fill(shape + FIRST_PICK, 0xff, 32);
  for (let field = 0; field < MOST_FIELDS; field++) store<f64>(shape + DIVISORS + ((<usize>field) << 3), 1);
  let from = 0;
  let start = 0;
  for (let field = 0; field < fields; field++) {
    const rest = delimiters & ~(((<u32>1) << from) - 1);
    const isLast = field === fields - 1;
    if ((rest === 0) !== isLast) return;
    const to = isLast ? end : <i32>ctz(rest);
    if (field === 2) start = from;
    if (!buildField(shape, field, from, to, start, marks)) return;
    from = to + 1;
  }
  store<i32>(shape, start, SECOND_HALF);
  store<i32>(shape, 1, IS_PLAIN);
}

/**
 * Sets up a field [from, to): its digits are aligned to the right of eight bytes; its decimals give
 * the divisor. Returns false where it is not a plain decimal.
 */
function buildField(shape: usize, field: i32, from: i32, to: i32, start: i32, marks: u32): bool {
  let lane = (field & 1) * 8 + MOST_DIGITS - 1;
  const pick = shape + (field < 2 ? FIRST_PICK : SECOND_PICK);
  let decimals = 0;
  let digits = 0;
  let hasMark = false;
  for (let at = to - 1; at >= from; at--) {
    if ((marks >> at) & 1) {
      if (hasMark) return false;
      hasMark = true;
      decimals = digits;
      continue;
    }
    if (at - start >= HALF || digits === MOST_DIGITS) return false;
    store<u8>(pick + <usize>lane, <u8>(at - start));
    lane--;
    digits++;
  }
  if (digits === 0 || to > WINDOW) return false;
  store<f64>(shape + DIVISORS + ((<usize>field) << 3), power_of_ten(hasMark ? decimals : 0));
  return true;
}
