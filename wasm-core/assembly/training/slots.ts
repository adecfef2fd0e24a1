// Memory of the histograms that are kept for grandchildren.

import { memory_take } from '../memory';
import { Data, GROUP_BYTES } from './layout';

export class Slots {
  static start: usize = 0;
  static count: i32 = 0;

  /** Allocates `count` histograms. */
  static place(count: i32): void {
    if (count <= Slots.count) return;
    Slots.start = memory_take(<usize>count * <usize>Data.groups * GROUP_BYTES);
    Slots.count = count;
  }

  /** Address of histogram `index`. */
  static at(index: i32): usize {
    return Slots.start + <usize>index * <usize>Data.groups * GROUP_BYTES;
  }
}
