// The hours (or minutes) of a series: measured and substituted methane, and their durations. A
// bucket holds exact sums, so any two can be added.

import { SUM_BYTES } from './exact_sum';
import { REASONS } from './row';

/** Bytes of a bucket. */
export const BUCKET_BYTES: usize = 96;

/**
 * Fields of a bucket, offsets in bytes: two sums (m³/min · ms), then u32 ms, then f64, then counts.
 */
export const MEASURED_SUM: usize = 0;
export const SUBSTITUTED_SUM: usize = SUM_BYTES;
export const MEASURED_MS: usize = 32;
export const OFF_MS: usize = 36;
/** One duration per reason. */
export const SUBSTITUTED_MS: usize = 40;
export const ROWS: usize = SUBSTITUTED_MS + <usize>REASONS * 4;
/** Σ C·Δt and Σ Q_20·Δt of the measured time, % · ms and m³/min · ms. */
export const CONCENTRATION_SUM: usize = 64;
export const FLOW_SUM: usize = 72;
/** Lowest and highest good reading of C, %; ∞ and −∞ before the first. */
export const LOWEST: usize = 80;
export const HIGHEST: usize = 88;

/** Buckets are allocated in pages, so that a leap of the clock costs only one page. */
const PAGE_BITS: i32 = 10;
const MOST_PAGES: i32 = 16_384;
let pages: usize = 0;

let length: i64 = 3_600_000;
let origin: i64 = i64.MIN_VALUE;
let last: i32 = -1;
let cached: usize = 0;
let cachedTime: i64 = i64.MIN_VALUE;

/** Removes all buckets; new ones are `ms` long. */
export function clear_buckets(ms: i64): void {
  length = ms;
  origin = cachedTime = i64.MIN_VALUE;
  last = -1;
  pages = heap.alloc(<usize>MOST_PAGES * 4);
  memory.fill(pages, 0, <usize>MOST_PAGES * 4);
}

/** Length of a bucket, ms. */
export function bucket_length(): i64 {
  return length;
}

/** Start of the bucket that contains a time. */
export function bucket_start(time: i64): i64 {
  return time - (((time % length) + length) % length);
}

/**
 * Address of the bucket that contains a time; creates the bucket if it is missing. Returns 0 where
 * the series exceeds the capacity (1900 years of hours).
 */
export function bucket_at(time: i64): usize {
  // Usually the row is in the bucket of the row before.
  if (time >= cachedTime && time - cachedTime < length && cachedTime !== i64.MIN_VALUE) return cached;
  const start = bucket_start(time);
  if (origin === i64.MIN_VALUE) origin = start;
  const index = (start - origin) / length;
  if (index < 0 || index >> PAGE_BITS >= MOST_PAGES) return 0;
  const page = pages + <usize>(index >> PAGE_BITS) * 4;
  if (load<u32>(page) === 0) store<u32>(page, <u32>newPage());
  last = max(last, <i32>index);
  cachedTime = start;
  cached = <usize>load<u32>(page) + <usize>(index & ((1 << PAGE_BITS) - 1)) * BUCKET_BYTES;
  return cached;
}

function newPage(): usize {
  const bytes = BUCKET_BYTES << PAGE_BITS;
  const page = heap.alloc(bytes);
  memory.fill(page, 0, bytes);
  for (let bucket = page; bucket < page + bytes; bucket += BUCKET_BYTES) {
    store<f64>(bucket, Infinity, LOWEST);
    store<f64>(bucket, -Infinity, HIGHEST);
  }
  return page;
}

/** Number of the last bucket + 1; buckets are numbered from that of the first row. */
export function bucket_count(): i32 {
  return last + 1;
}

/** Address of bucket `index`; 0 where its page was never allocated. */
export function bucket(index: i32): usize {
  const page = <usize>load<u32>(pages + <usize>(index >> PAGE_BITS) * 4);
  return page === 0 ? 0 : page + <usize>(index & ((1 << PAGE_BITS) - 1)) * BUCKET_BYTES;
}

/** Start of bucket `index`, ms. */
export function bucket_time(index: i32): i64 {
  return origin + <i64>index * length;
}

/** Adds `ms` to a field of a bucket; a field holds 49 days. */
export function add_ms(address: usize, ms: i64): void {
  store<u32>(address, load<u32>(address) + <u32>ms);
}
