// Parses the bytes of a csv into rows. A pure function of the bytes and the mapping: the rows do
// not depend on how the file is split into chunks.

import { begin_time, read_time, time_of_row } from './clock';
import { decimal_value, NOT_A_NUMBER, NUMBER, read_decimal } from './decimal';
import { write_fault } from './fault';
import { clear_row, ROW_BYTES, set_reading, set_row_time } from './row';
import { begin_shapes, read_shaped } from './shape';

/** Faults of a row; the host words the messages. */
enum RowFault {
  NONE,
  SHORT_ROW,
  BAD_NUMBER,
  BAD_TIME,
  OPEN_QUOTE,
}

const NEWLINE: i32 = 10;
const RETURN: i32 = 13;
const QUOTE: i32 = 0x22;

/** Roles of a column: 0 is ignored, 1 … 4 a reading, 8 … 15 a part of the time. */
const MOST_COLUMNS: i32 = 1024;
const TIME_ROLE: i32 = 8;
const roles: usize = memory.data(1024);

let delimiter: i32 = 0x3b;
let mark: i32 = 0;
let columns: i32 = 0;
let times: i32 = 0;

/** The columns have changed since the last scan. */
let isChanged = true;

let scanned_to: usize = 0;
let scanned_lines: u32 = 0;

/**
 * Position of the end of a field, set by `fieldEnd`: the address of the delimiter or newline after
 * it.
 */
let behind: usize = 0;
let fieldFrom: usize = 0;

/**
 * Sets the delimiter of the file and a decimal separator besides the point (0: none). Clears the
 * columns.
 */
export function measured_signs(delimiterByte: i32, markByte: i32): void {
  delimiter = delimiterByte;
  mark = markByte;
  columns = times = 0;
  isChanged = true;
  memory.fill(roles, 0, MOST_COLUMNS);
}

/**
 * Sets the role of column `column`, counted from 0: 1 … 4 concentration, flow, temperature,
 * pressure; 8 … 15 parts of the time.
 */
export function measured_column(column: i32, role: i32): void {
  if (column >= MOST_COLUMNS) unreachable();
  store<u8>(roles + <usize>column, <u8>role);
  columns = max(columns, column + 1);
  times += i32(role >= TIME_ROLE);
}

/** Address after the last byte that the last scan has read. */
export function measured_scanned_to(): usize {
  return scanned_to;
}

/** Number of lines that the last scan has read. */
export function measured_scanned_lines(): u32 {
  return scanned_lines;
}

/**
 * Reads the lines of [from, to), which ends with a newline, into at most `capacity` rows at `rows`.
 * Returns their number; stops at the first line that cannot be read, which `measured_fault`
 * describes. Blank lines are skipped.
 */
export function measured_scan(from: usize, to: usize, rows: usize, capacity: i32): i32 {
  let count = 0;
  let line: u32 = 0;
  if (isChanged) {
    const isTimeFirst = times === 1 && <i32>load<u8>(roles) === TIME_ROLE;
    begin_shapes(delimiter, mark, isTimeFirst ? columns - 1 : 0, roles + 1);
    isChanged = false;
  }
  while (from < to && count < capacity) {
    const row = rows + <usize>count * ROW_BYTES;
    clear_row(row, line);
    behind = read_shaped(from, row);
    const read = behind !== 0 ? 1 : scanRow(from, to, row, line);
    if (read < 0) break;
    count += read;
    line++;
    from = behind + 1;
  }
  scanned_to = from;
  scanned_lines = line;
  return count;
}

/**
 * Reads the line at `at` field by field. Returns 1 for a row, 0 for a blank line, −1 for a fault.
 * Sets `behind` to its newline.
 */
function scanRow(at: usize, to: usize, row: usize, line: u32): i32 {
  const start = at;
  if (times > 0) begin_time();
  let fault = 0;
  let faultColumn = 0;
  let faultFrom: usize = 0;
  let faultTo: usize = 0;
  let column = 0;
  for (; column < columns; column++) {
    const role = <i32>load<u8>(roles + <usize>column);
    const end = fieldEnd(at, to);
    if (end === 0) {
      write_fault(RowFault.OPEN_QUOTE, line, column, at, min(at + 40, to));
      return -1;
    }
    if (role !== 0 && fault === 0) {
      fault = readField(role, fieldFrom, end, row);
      // A nonexistent date is found only when the whole row is read; its time is at fault.
      if (fault !== 0 || role >= TIME_ROLE) {
        faultColumn = column;
        faultFrom = fieldFrom;
        faultTo = end;
      }
    }
    at = behind + 1;
    if (<i32>load<u8>(behind) === NEWLINE) {
      column++;
      break;
    }
  }
  const isShort = column < columns;
  if (<i32>load<u8>(behind) !== NEWLINE) skipLine(at, to);
  if (fault === 0 && !isShort) {
    if (times === 0) return isBlank(start, behind) ? 0 : 1;
    const time = time_of_row();
    set_row_time(row, time);
    if (time !== i64.MIN_VALUE) return 1;
    fault = RowFault.BAD_TIME;
  }
  if (isBlank(start, behind)) return 0;
  if (isShort && fault === 0) write_fault(RowFault.SHORT_ROW, line, column, start, behind);
  else write_fault(fault, line, faultColumn, faultFrom, faultTo);
  return -1;
}

/** Reads a field into its row; returns a fault or 0. */
function readField(role: i32, from: usize, to: usize, row: usize): i32 {
  if (role >= TIME_ROLE) return read_time(<usize>(role - TIME_ROLE), from, to) ? 0 : RowFault.BAD_TIME;
  const kind = read_decimal(from, to, mark);
  if (kind === NUMBER) set_reading(row, role - 1, decimal_value);
  return kind === NOT_A_NUMBER ? RowFault.BAD_NUMBER : 0;
}

/**
 * End of the field at `at`, without quotes and the carriage return; sets `fieldFrom` and `behind`.
 * Returns 0 where a quote is not closed.
 */
function fieldEnd(at: usize, to: usize): usize {
  fieldFrom = at;
  let end: usize = 0;
  if (<i32>load<u8>(at) === QUOTE) {
    fieldFrom = ++at;
    for (; ; at++) {
      const byte = <i32>load<u8>(at);
      if (at >= to || byte === NEWLINE) return 0;
      if (byte !== QUOTE) continue;
      if (<i32>load<u8>(at + 1) !== QUOTE) break;
      at++;
    }
    end = at++;
  }
  for (; ; at++) {
    const byte = <i32>load<u8>(at);
    if (byte === delimiter || byte === NEWLINE) break;
  }
  behind = at;
  if (end !== 0) return end;
  return at > fieldFrom && <i32>load<u8>(at - 1) === RETURN ? at - 1 : at;
}

/** Sets `behind` to the newline of the line; a newline within quotes counts too. */
function skipLine(at: usize, to: usize): void {
  while (at < to && <i32>load<u8>(at) !== NEWLINE) at++;
  behind = at;
}

/** Whether a line contains only delimiters, quotes and spaces. */
function isBlank(at: usize, to: usize): bool {
  for (; at < to; at++) {
    const byte = <i32>load<u8>(at);
    if (byte !== delimiter && byte > 0x20 && byte !== QUOTE) return false;
  }
  return true;
}
