// A fault in the input: a code and its position; the host words the message.

const block: usize = memory.data(5 * 8);

/**
 * Address of five f64: code (0: none), line from 0, column from 0, address of the text, its end.
 */
export function measured_fault(): usize {
  return block;
}

/** Records a fault; later faults of the same call do not replace the first. */
export function write_fault(code: i32, line: u32, column: i32, from: usize, to: usize): void {
  store<f64>(block, <f64>code);
  store<f64>(block, <f64>line, 8);
  store<f64>(block, <f64>column, 16);
  store<f64>(block, <f64>from, 24);
  store<f64>(block, <f64>to, 32);
}

/** Clears the fault. */
export function clear_fault(): void {
  store<f64>(block, 0);
}

/** Whether a fault is recorded. */
export function has_fault(): bool {
  return load<f64>(block) !== 0;
}
