// Converts date and time of a row to milliseconds since 1970-01-01 by the clock of the file's time
// zone.

import { decimal_value, NUMBER, read_decimal } from './decimal';

/**
 * Kinds of the steps of a format; a literal is coded as its own byte. The host writes the same
 * numbers.
 */
export enum Step {
  YEAR = 256,
  SHORT_YEAR,
  MONTH,
  DAY,
  HOUR,
  MINUTE,
  SECOND,
  FRACTION,
  OFFSET,
  HALF_DAY,
  /** A number, in units of `unit_ms` since `epoch_ms`. */
  COUNT,
}

/** Formats, one per time column: 4-byte steps, 0 at the end. */
const LONGEST_FORMAT: usize = 64;
const MOST_COLUMNS: usize = 8;
const steps: usize = memory.data(2048);

const MS_A_DAY: i64 = 86_400_000;

let zone_ms: i64 = 0;
let unit_ms: f64 = 1;
let epoch_ms: f64 = 0;

let year: i32 = 1970;
let month: i32 = 1;
let day: i32 = 1;
let hour: i32 = 0;
let minute: i32 = 0;
let second: i32 = 0;
let millisecond: i32 = 0;
let afternoon: i32 = -1;
let written_offset: i64 = i64.MIN_VALUE;
let counted: f64 = NaN;

/**
 * Address of the steps of time column `column`: i32s, 0 at the end; at most 63 steps, 8 columns.
 */
export function measured_time_format(column: usize): usize {
  return steps + (column % MOST_COLUMNS) * LONGEST_FORMAT * 4;
}

/** Step `index` of the first time column; 0 after the last step. */
export function time_step(index: usize): i32 {
  return load<i32>(steps + (index << 2));
}

/**
 * Sets `zone`, the ms by which the clock of the mine is ahead of UTC. Numeric times are in `unit`
 * ms since `epoch` ms.
 */
export function measured_zone(zone: f64, unit: f64, epoch: f64): void {
  zone_ms = <i64>zone;
  unit_ms = unit;
  epoch_ms = epoch;
}

/** Resets the parts of the previous row. */
export function begin_time(): void {
  month = day = 1;
  year = 1970;
  hour = minute = second = millisecond = 0;
  afternoon = -1;
  written_offset = i64.MIN_VALUE;
  counted = NaN;
}

function digitAt(at: usize, to: usize): i32 {
  return at < to ? <i32>load<u8>(at) - 0x30 : -1;
}

/**
 * Reads the bytes [from, to) by the format of time column `column`; returns false where they do not
 * match it.
 */
export function read_time(column: usize, from: usize, to: usize): bool {
  while (from < to && load<u8>(from) <= 0x20) from++;
  while (from < to && load<u8>(to - 1) <= 0x20) to--;
  let at = from;
  let step = measured_time_format(column);
  let reached: i32 = 0;
  if (load<i32>(step) === Step.COUNT) {
    if (read_decimal(from, to, 0x2c) !== NUMBER) return false;
    counted = decimal_value;
    return true;
  }
  for (let kind = load<i32>(step); kind !== 0 && at < to; step += 4, kind = load<i32>(step)) {
    if (kind < Step.YEAR) {
      const byte = <i32>load<u8>(at);
      const isGap = (kind === 0x20 || kind === 0x54) && (byte === 0x20 || byte === 0x54);
      if (byte !== kind && !isGap) return false;
      at++;
      if (isGap) while (at < to && load<u8>(at) === 0x20) at++;
      continue;
    }
    reached = kind;
    if (kind === Step.FRACTION) at = readFraction(at, to);
    else if (kind === Step.OFFSET) at = readOffset(at, to);
    else if (kind === Step.HALF_DAY) at = readHalfDay(at, to);
    else at = readPart(kind, load<i32>(step, 4), at, to);
    if (at === 0) return false;
  }
  // Spreadsheet programs omit the seconds, and the time at midnight.
  for (let kind = load<i32>(step); kind !== 0; step += 4, kind = load<i32>(step)) {
    if (kind >= Step.YEAR && kind <= Step.DAY) return false;
    if (kind === Step.MINUTE && reached === Step.HOUR) return false;
  }
  return readRest(reached, at, to);
}

function readPart(kind: i32, next: i32, at: usize, to: usize): usize {
  const most = kind === Step.YEAR ? 4 : 2;
  let number = 0;
  let digits = 0;
  for (; digits < most; digits++) {
    const digit = digitAt(at, to);
    if (<u32>digit > 9) break;
    number = number * 10 + digit;
    at++;
  }
  // A number may omit its leading zero where a separator follows, but not where a number follows.
  const isExact =
    kind === Step.YEAR ||
    kind === Step.SHORT_YEAR ||
    (next >= Step.YEAR && next !== Step.HALF_DAY && next !== Step.OFFSET);
  if (digits === 0 || (isExact && digits < most)) return 0;
  if (kind === Step.YEAR) year = number;
  else if (kind === Step.SHORT_YEAR) year = 2000 + number;
  else if (kind === Step.MONTH) month = number;
  else if (kind === Step.DAY) day = number;
  else if (kind === Step.HOUR) hour = number;
  else if (kind === Step.MINUTE) minute = number;
  else second = number;
  return at;
}

/**
 * Reads the optional parts after the format: seconds and their fraction, and an offset from UTC.
 */
function readRest(reached: i32, at: usize, to: usize): bool {
  if (at < to && reached === Step.MINUTE && load<u8>(at) === 0x3a) {
    at = readPart(Step.SECOND, 0, at + 1, to);
    if (at === 0) return false;
    reached = Step.SECOND;
  }
  if (at < to && reached === Step.SECOND && (load<u8>(at) === 0x2e || load<u8>(at) === 0x2c))
    at = readFraction(at + 1, to);
  while (at !== 0 && at < to && load<u8>(at) === 0x20) at++;
  if (at !== 0 && at < to) at = readOffset(at, to);
  return at === to;
}

function readFraction(at: usize, to: usize): usize {
  let unit = 100;
  let digits = 0;
  for (let digit = digitAt(at, to); <u32>digit < 10; digit = digitAt(++at, to), unit /= 10) {
    if (digits === 0) millisecond = 0;
    millisecond += digit * unit;
    digits++;
  }
  return digits > 0 ? at : 0;
}

function readOffset(at: usize, to: usize): usize {
  const sign = <i32>load<u8>(at++);
  written_offset = 0;
  if ((sign | 0x20) === 0x7a) return at;
  if (sign !== 0x2b && sign !== 0x2d) return 0;
  let hours = 0;
  let minutes = 0;
  let digits = 0;
  for (; at < to; at++) {
    const digit = digitAt(at, to);
    if (digit + 0x30 === 0x3a) continue;
    if (<u32>digit > 9 || digits === 4) return 0;
    if (digits++ < 2) hours = hours * 10 + digit;
    else minutes = minutes * 10 + digit;
  }
  if (digits < 2 || digits === 3) return 0;
  written_offset = <i64>(hours * 60 + minutes) * (sign === 0x2d ? -60_000 : 60_000);
  return at;
}

function readHalfDay(at: usize, to: usize): usize {
  if (to - at < 2 || (load<u8>(at + 1) | 0x20) !== 0x6d) return 0;
  const letter = <i32>load<u8>(at) | 0x20;
  if (letter !== 0x61 && letter !== 0x70) return 0;
  afternoon = i32(letter === 0x70);
  return at + 2;
}

/** Time of the last read row, ms; `i64.MIN_VALUE` where the date does not exist. */
export function time_of_row(): i64 {
  if (!isNaN(counted)) {
    const ms = nearest(counted * unit_ms + epoch_ms);
    // A year beyond 9999 means a wrong unit.
    return abs(ms) < 253_402_300_800_000 ? <i64>ms + zone_ms : i64.MIN_VALUE;
  }
  if (afternoon >= 0) {
    if (hour < 1 || hour > 12) return i64.MIN_VALUE;
    hour = (hour % 12) + 12 * afternoon;
  }
  const isEndOfDay = hour === 24 && minute === 0 && second === 0 && millisecond === 0;
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= days_of_month(year, month);
  if (!isDate || (hour > 23 && !isEndOfDay) || minute > 59 || second > 59) return i64.MIN_VALUE;
  const seconds: i64 = <i64>hour * 3600 + minute * 60 + second;
  const local = <i64>days_before(year, month, day) * MS_A_DAY + seconds * 1000 + millisecond;
  return written_offset === i64.MIN_VALUE ? local : local - written_offset + zone_ms;
}

function days_of_month(year: i32, month: i32): i32 {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return 30 + ((month + (month >> 3)) & 1);
}

/**
 * Days from 1970-01-01 to a date of the Gregorian calendar; years start in March, so that the leap
 * day is the last of its year.
 */
export function days_before(year: i32, month: i32, day: i32): i32 {
  const shifted = year - i32(month <= 2);
  const era = (shifted >= 0 ? shifted : shifted - 399) / 400;
  const year_of_era = shifted - era * 400;
  const day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468;
}

/** Year · 12 + month − 1 of a time in ms; the inverse of `days_before`. */
export function month_of(time: i64): i32 {
  const days = <i32>((time - (((time % MS_A_DAY) + MS_A_DAY) % MS_A_DAY)) / MS_A_DAY) + 719_468;
  const era = (days >= 0 ? days : days - 146_096) / 146_097;
  const day_of_era = days - era * 146_097;
  const year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
  const day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const shifted_month = (5 * day_of_year + 2) / 153;
  const month = shifted_month < 10 ? shifted_month + 2 : shifted_month - 10;
  return (year_of_era + era * 400 + i32(month <= 1)) * 12 + month;
}
