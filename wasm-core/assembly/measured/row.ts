// A row of a file of readings in linear memory: time, four readings, reasons of missing readings,
// line.

/** Bytes of a row. */
export const ROW_BYTES: usize = 48;

/**
 * The readings of a row, in their order: concentration, flow (or velocity), temperature, pressure.
 */
export const CONCENTRATION: i32 = 0;
export const FLOW: i32 = 1;
export const TEMPERATURE: i32 = 2;
export const PRESSURE: i32 = 3;
export const READINGS: i32 = 4;

/**
 * Reasons of substitution. NO_ROWS: there is no row at that time; the other reasons are written
 * into the row.
 */
export const NO_ROWS: i32 = 0;
export const BLANK: i32 = 1;
export const OUT_OF_RANGE: i32 = 2;
export const STUCK: i32 = 3;
export const CALIBRATION: i32 = 4;
export const REASONS: i32 = 5;

export function row_time(row: usize): i64 {
  return load<i64>(row);
}

export function set_row_time(row: usize, time: i64): void {
  store<i64>(row, time);
}

/** A reading, NaN where it is missing. */
export function reading(row: usize, which: i32): f64 {
  return load<f64>(row + ((<usize>which) << 3), 8);
}

export function set_reading(row: usize, which: i32, value: f64): void {
  store<f64>(row + ((<usize>which) << 3), value, 8);
}

/** Removes a reading from a row for a reason. */
export function remove_reading(row: usize, which: i32, reason: i32): void {
  set_reading(row, which, NaN);
  store<u8>(row + <usize>which, <u8>reason, 40);
}

/** The reason of a missing reading. */
export function reason_of(row: usize, which: i32): i32 {
  return <i32>load<u8>(row + <usize>which, 40);
}

/** Line of the row, counted from the first line of the call that has read it. */
export function row_line(row: usize): u32 {
  return load<u32>(row, 44);
}

/** A row without readings: each is blank until it is set. */
export function clear_row(row: usize, line: u32): void {
  const blank = f64x2.splat(NaN);
  store<i64>(row, 0);
  v128.store(row, blank, 8);
  v128.store(row, blank, 24);
  store<u32>(row, BLANK * 0x0101_0101, 40);
  store<u32>(row, line, 44);
}

/** Copies a row; three vectors are faster than a call. */
export function copy_row(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
}
