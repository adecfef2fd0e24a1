// The usual step of a file: the most frequent time between neighbouring rows at its beginning.

import { ROW_BYTES, row_time } from './row';

/**
 * The most frequent time between neighbours among `count` rows at `rows`, ms; the shortest of
 * equally frequent ones; 0 where there is none.
 */
export function measured_usual_step(rows: usize, count: i32): f64 {
  if (count < 2) return 0;
  const steps = heap.alloc(<usize>count * 8);
  let length = 0;
  for (let index = 1; index < count; index++) {
    const row = rows + <usize>index * ROW_BYTES;
    // A file in descending order has a step too; its order is refused elsewhere.
    const between = abs(row_time(row) - row_time(row - ROW_BYTES));
    if (between === 0) continue;
    store<i64>(steps + <usize>length * 8, between);
    length++;
  }
  sort(steps, length);
  let best: i64 = 0;
  let bestCount = 0;
  for (let from = 0; from < length; ) {
    const value = load<i64>(steps + <usize>from * 8);
    let to = from;
    while (to < length && load<i64>(steps + <usize>to * 8) === value) to++;
    if (to - from > bestCount) {
      bestCount = to - from;
      best = value;
    }
    from = to;
  }
  return <f64>best;
}

/**
 * Sorts `count` i64 at `values` in ascending order by a heap, so that equal values do not slow the
 * sort down.
 */
function sort(values: usize, count: i32): void {
  for (let root = (count >> 1) - 1; root >= 0; root--) sink(values, root, count);
  for (let end = count - 1; end > 0; end--) {
    const largest = load<i64>(values);
    store<i64>(values, load<i64>(values + <usize>end * 8));
    store<i64>(values + <usize>end * 8, largest);
    sink(values, 0, end);
  }
}

function sink(values: usize, root: i32, count: i32): void {
  const value = load<i64>(values + <usize>root * 8);
  for (let child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && load<i64>(values + <usize>child * 8) < load<i64>(values + <usize>(child + 1) * 8)) child++;
    if (load<i64>(values + <usize>child * 8) <= value) break;
    store<i64>(values + <usize>root * 8, load<i64>(values + <usize>child * 8));
    root = child;
  }
  store<i64>(values + <usize>root * 8, value);
}
