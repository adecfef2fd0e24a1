// Rows that are held until a rule is decided, in the order of their arrival.

import { copy_row, ROW_BYTES } from './row';

/** A growing list of rows. */
@unmanaged
export class HeldRows {
  rows: usize = 0;
  capacity: i32 = 0;
  count: i32 = 0;

  /** Appends a copy of a row. */
  push(row: usize): void {
    if (this.count === this.capacity) {
      this.capacity = max(256, this.capacity * 2);
      const grown = heap.alloc(<usize>this.capacity * ROW_BYTES);
      memory.copy(grown, this.rows, <usize>this.count * ROW_BYTES);
      this.rows = grown;
    }
    copy_row(this.at(this.count++), row);
  }

  /** Address of row `index`. */
  at(index: i32): usize {
    return this.rows + <usize>index * ROW_BYTES;
  }
}
