// Parses lists of numbers of a model file, text or big-endian binary, to columns in memory. The
// host parses the surrounding structure.

import { cursor, decimal, decimalF32, moveTo, NOT_A_NUMBER, outcome, READ } from './decimal';

/** Type of a column's elements; any other is f64. */
const I32: u32 = 0;
const U32: u32 = 1;
/** f32 value, stored as f64. */
const F32: u32 = 2;

// State of a list for the host: `READ` complete, `HARD` before a number that the host must parse,
// `NOT_A_NUMBER` at other text.
const FULL: u32 = 3;

let state: u32 = 0;
let count: u32 = 0;
let after: usize = 0;

/**
 * State of the last list: 0 complete, 1 before a number that the host must parse, 2 at text that is
 * not a valid number, 3 column full.
 */
export function scan_state(): u32 {
  return state;
}

/** Number of values that the last call wrote. */
export function scan_count(): u32 {
  return count;
}

/** In state 1: address after the number that the host must parse. */
export function scan_after(): usize {
  return after;
}

function isSpace(c: u32): bool {
  return c <= 0x20 && (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09);
}

/**
 * Parses the integer at `at` (true and false are 1 and 0) within 32 bits; sets `outcome` and moves
 * the cursor.
 */
function integer(at: usize, end: usize, signed: bool): i32 {
  let c: u32 = at < end ? load<u8>(at) : 0;
  if (c === 0x74 && end - at >= 4 && load<u32>(at) === 0x65757274) {
    moveTo(at + 4);
    return 1;
  }
  if (c === 0x66 && end - at >= 5 && load<u32>(at, 1) === 0x65736c61) {
    moveTo(at + 5);
    return 0;
  }
  const negative = signed && c === 0x2d;
  if (negative) at++;
  const from = at;
  let value: i64 = 0;
  for (; at < end && <u32>load<u8>(at) - 0x30 <= 9; at++) {
    if (value < 0x100000000) value = value * 10 + (<i64>load<u8>(at) - 0x30);
  }
  if (negative) value = -value;
  const fits = signed ? value === <i64>(<i32>value) : value <= 0xffffffff;
  moveTo(at === from || !fits ? 0 : at);
  return <i32>value;
}

/**
 * Parses integers of up to nine digits, each followed by a comma: nearly all of a compact JSON
 * list. Stops at any other text, where `scan_list` continues.
 */
function compactIntegers(at: usize, end: usize, to: usize, room: u32): usize {
  while (count < room) {
    let next = at;
    const negative = next < end && load<u8>(next) === 0x2d;
    if (negative) next++;
    const from = next;
    let value: i32 = 0;
    let c: u32 = 0;
    for (; next < end; next++) {
      c = load<u8>(next);
      const digit = c - 0x30;
      if (digit > 9) break;
      value = value * 10 + digit;
    }
    if (next === end || c !== 0x2c || next === from || next - from > 9) return at;
    store<i32>(to + ((<usize>count) << 2), negative ? -value : value);
    count++;
    at = next + 1;
  }
  return at;
}

/**
 * Parses numbers from `at` on, at most to `end`, into the column at `to` with capacity `room`, and
 * returns the address where it stopped. JSON: from after `[` or a comma to after `]`. Otherwise a
 * line: numbers separated by blanks, up to the end of the line.
 */
export function scan_list(at: usize, end: usize, to: usize, room: u32, kind: u32, json: bool): usize {
  count = 0;
  state = NOT_A_NUMBER;
  let mayEnd = true;
  if (json && kind === I32) {
    at = compactIntegers(at, end, to, room);
    mayEnd = count === 0;
  }
  while (true) {
    while (at < end && isSpace(load<u8>(at)) && (json || load<u8>(at) !== 0x0a)) at++;
    if (json ? mayEnd && at < end && load<u8>(at) === 0x5d : at >= end || load<u8>(at) === 0x0a) {
      state = READ;
      return at + usize(json);
    }
    if (at >= end) return at;
    if (count === room) {
      state = FULL;
      return at;
    }
    if (kind <= U32) {
      const value = integer(at, end, kind === I32);
      if (cursor === 0) return at;
      store<i32>(to + ((<usize>count) << 2), value);
    } else {
      moveTo(at);
      const value = kind === F32 ? <f64>decimalF32(end) : decimal(end);
      if (outcome !== READ) {
        state = outcome;
        after = cursor;
        return at;
      }
      store<f64>(to + ((<usize>count) << 3), value);
    }
    count++;
    at = cursor;
    if (json) {
      while (at < end && isSpace(load<u8>(at))) at++;
      const c: u32 = at < end ? load<u8>(at) : 0;
      if (c === 0x2c) at++;
      else if (c !== 0x5d) return at;
      mayEnd = c === 0x5d;
    } else if (at < end && !isSpace(load<u8>(at))) return at;
  }
}

/**
 * Continues after a number that the host has parsed; returns the address of the next one, or of the
 * list's end.
 */
export function scan_next(at: usize, end: usize): usize {
  while (at < end && isSpace(load<u8>(at))) at++;
  return at < end && load<u8>(at) === 0x2c ? at + 1 : at;
}

/**
 * Address after the JSON list or object that opens at `at`; 0 where it does not close by `end` or
 * nests deeper than `depth`.
 */
export function scan_skip(at: usize, end: usize, depth: u32): usize {
  let open: u32 = 0;
  while (at < end) {
    if (end - at >= 16) {
      // Brackets and braces differ only in the bits 0x20 and 0x02..0x04: [ 5b, ] 5d, { 7b, } 7d.
      const block = v128.load(at);
      const folded = v128.and(block, i8x16.splat(<i8>0xdf));
      const found = v128.or(
        v128.or(i8x16.eq(folded, i8x16.splat(0x5b)), i8x16.eq(folded, i8x16.splat(0x5d))),
        i8x16.eq(block, i8x16.splat(0x22)),
      );
      const mask = i8x16.bitmask(found);
      if (mask === 0) {
        at += 16;
        continue;
      }
      at += ctz(mask);
    }
    const c: u32 = load<u8>(at);
    at++;
    if (c === 0x22) {
      at = string(at, end);
      if (at === 0) return 0;
    } else if ((c & 0xdf) === 0x5b) {
      if (++open > depth) return 0;
    } else if ((c & 0xdf) === 0x5d) {
      if (--open === 0) return at;
    }
  }
  return 0;
}

/** Address after the JSON string that began before `at`, or 0 where it does not end. */
function string(at: usize, end: usize): usize {
  for (; at < end; at++) {
    const c: u32 = load<u8>(at);
    if (c === 0x22) return at + 1;
    if (c === 0x5c) at++;
  }
  return 0;
}

/** Reads one big-endian number of UBJSON type `type` (a letter of d D i U I l L) at `at`. */
function bigEndian(at: usize, type: u32): f64 {
  if (type === 0x64) return <f64>reinterpret<f32>(bswap<u32>(load<u32>(at)));
  if (type === 0x44) return reinterpret<f64>(bswap<u64>(load<u64>(at)));
  if (type === 0x69) return <f64>load<i8>(at);
  if (type === 0x55) return <f64>load<u8>(at);
  if (type === 0x49) return <f64>(<i16>bswap<u16>(load<u16>(at)));
  if (type === 0x6c) return <f64>(<i32>bswap<u32>(load<u32>(at)));
  return <f64>(<i64>bswap<u64>(load<u64>(at)));
}

/**
 * Unpacks `n` numbers of UBJSON type `type`, `size` bytes each, from `at` to the column at `to`.
 * Returns how many fit the column's element type: all of them, or the index of the first that does
 * not.
 */
export function scan_unpack(at: usize, n: u32, type: u32, size: u32, to: usize, kind: u32): u32 {
  if (kind === I32 && type === 0x6c) {
    for (let i: u32 = 0; i < n; i++) store<u32>(to + ((<usize>i) << 2), bswap<u32>(load<u32>(at + ((<usize>i) << 2))));
    return n;
  }
  if (kind === F32 && type === 0x64) {
    for (let i: u32 = 0; i < n; i++) {
      const value = reinterpret<f32>(bswap<u32>(load<u32>(at + ((<usize>i) << 2))));
      store<f64>(to + ((<usize>i) << 3), <f64>value);
    }
    return n;
  }
  for (let i: u32 = 0; i < n; i++) {
    const value = bigEndian(at + <usize>(i * size), type);
    if (kind <= U32) {
      const low: f64 = kind === I32 ? -2147483648 : 0;
      if (!(value >= low && value <= (kind === I32 ? 2147483647 : 4294967295)) || value !== floor(value)) return i;
      store<u32>(to + ((<usize>i) << 2), kind === I32 ? <u32>(<i32>value) : <u32>value);
    } else store<f64>(to + ((<usize>i) << 3), kind === F32 ? <f64>(<f32>value) : value);
  }
  return n;
}
