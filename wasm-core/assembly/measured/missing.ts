// Substitution of missing readings. 40 CFR 98.325(b): a missing value is the arithmetic mean of the
// good values of that reading immediately before and after; at the beginning the first good one
// after. The rule does not cover the end; there this product uses the last good value before.

import { add_ms, bucket_at, SUBSTITUTED_MS, SUBSTITUTED_SUM } from './buckets';
import { add_exact, add_sum, exact_value, SUM_BYTES } from './exact_sum';
import { factor_of } from './point';
import { READINGS, reading } from './row';

/**
 * A piece is time with the same missing readings: bits of the missing readings, bucket, Σ of the
 * other factors · Δt, good values before.
 */
const BITS: usize = 0;
const BUCKET: usize = 4;
const SUM: usize = 8;
const BEFORE: usize = SUM + SUM_BYTES;
const PIECE_BYTES: usize = BEFORE + <usize>READINGS * 8;

let pieces: usize = 0;
let capacity: i32 = 0;
let count: i32 = 0;

/** f64 per reading: the last good value, NaN before the first. */
const good: usize = memory.data(32);
/** i32 per reading: number of pieces that wait for its next good value. */
const waiting: usize = memory.data(16);

/** Resets missing pieces and good values. */
export function clear_missing(): void {
  count = capacity = 0;
  memory.fill(waiting, 0, 16);
  for (let which = 0; which < READINGS; which++) store<f64>(good + ((<usize>which) << 3), NaN);
}

/** Handles a row whose readings are all good: fills the pieces that wait for them. */
export function good_row(row: usize): void {
  if (count === 0) {
    v128.store(good, v128.load(row, 8));
    v128.store(good, v128.load(row, 24), 16);
    return;
  }
  for (let which = 0; which < READINGS; which++) good_reading(which, reading(row, which));
}

/** Handles a good value of a reading: fills the pieces that wait for it. */
export function good_reading(which: i32, value: f64): void {
  if (load<i32>(waiting + ((<usize>which) << 2)) > 0) fill(which, value);
  store<f64>(good + ((<usize>which) << 3), value);
}

/**
 * Adds time without the readings `bits`: `own` ms of the bucket of `time` for `reason`. `product`
 * is the flow of methane without the factors of those readings · its weight in ms. Returns false
 * where the bucket is beyond the capacity.
 */
export function add_missing(time: i64, bits: i32, reason: i32, own: i64, product: f64): bool {
  const bucket = bucket_at(time);
  if (bucket === 0) return false;
  add_ms(bucket + SUBSTITUTED_MS + ((<usize>reason) << 2), own);
  let piece = pieceAt(count - 1);
  if (count === 0 || !isSame(piece, bits, bucket, good)) {
    piece = append();
    store<i32>(piece, bits, BITS);
    store<u32>(piece, <u32>bucket, BUCKET);
    memory.fill(piece + SUM, 0, SUM_BYTES);
    memory.copy(piece + BEFORE, good, <usize>READINGS * 8);
    for (let which = 0; which < READINGS; which++) wait(which, (bits >> which) & 1);
  }
  add_exact(piece + SUM, product);
  return true;
}

/** Fills the remaining pieces with the last good values; NaN where a reading has none. */
export function end_missing(): void {
  for (let which = 0; which < READINGS; which++) {
    if (load<i32>(waiting + ((<usize>which) << 2)) > 0) fill(which, NaN);
  }
}

function pieceAt(index: i32): usize {
  return pieces + <usize>index * PIECE_BYTES;
}

function wait(which: i32, change: i32): void {
  const address = waiting + ((<usize>which) << 2);
  store<i32>(address, load<i32>(address) + change);
}

function append(): usize {
  if (count === capacity) {
    const grown = max(64, capacity * 2);
    const fresh = heap.alloc(<usize>grown * PIECE_BYTES);
    memory.copy(fresh, pieces, <usize>count * PIECE_BYTES);
    pieces = fresh;
    capacity = grown;
  }
  return pieceAt(count++);
}

/** Whether a piece waits for the same readings of the same bucket after the same good values. */
function isSame(piece: usize, bits: i32, bucket: usize, before: usize): bool {
  if (load<i32>(piece, BITS) !== bits || load<u32>(piece, BUCKET) !== <u32>bucket) return false;
  for (let which = 0; which < READINGS; which++) {
    if (!((bits >> which) & 1)) continue;
    const offset = (<usize>which) << 3;
    if (load<u64>(piece + BEFORE + offset) !== load<u64>(before + offset)) return false;
  }
  return true;
}

/** Fills the latest pieces, which wait for a reading; earlier pieces have it. */
function fill(which: i32, after: f64): void {
  const bit = 1 << which;
  for (let index = count - 1; load<i32>(waiting + ((<usize>which) << 2)) > 0; index--) {
    const piece = pieceAt(index);
    const bits = load<i32>(piece, BITS);
    if (!(bits & bit)) continue;
    const before = load<f64>(piece + BEFORE + ((<usize>which) << 3));
    const value = isNaN(before) ? after : isNaN(after) ? before : (before + after) / 2;
    const product = exact_value(piece + SUM) * factor_of(which, value);
    memory.fill(piece + SUM, 0, SUM_BYTES);
    add_exact(piece + SUM, product);
    store<i32>(piece, bits & ~bit, BITS);
    wait(which, -1);
    if (bits === bit) add_sum(<usize>load<u32>(piece, BUCKET) + SUBSTITUTED_SUM, piece + SUM);
  }
  settle();
}

/** Drops the latest pieces that are filled, and merges those that wait for the same readings. */
function settle(): void {
  while (count > 0 && load<i32>(pieceAt(count - 1), BITS) === 0) count--;
  while (count > 1) {
    const piece = pieceAt(count - 1);
    const former = pieceAt(count - 2);
    if (!isSame(former, load<i32>(piece, BITS), <usize>load<u32>(piece, BUCKET), piece + BEFORE)) return;
    add_sum(former + SUM, piece + SUM);
    for (let which = 0; which < READINGS; which++) wait(which, -((load<i32>(piece, BITS) >> which) & 1));
    count--;
  }
}
