// The effect of one quantity on the total (tornado): at its own 2.5 and 97.5 % points, all others
// at their stated values.

import { DRAWS, fill, WIDTH } from './column';
import { draw_values } from './laws';
import { column_at, Plan, run_block, variable_at } from './plan';
import { FIXED } from './variable';

/** Number of quantities per call: each takes two of the block's draws. */
const AT_ONCE: u32 = DRAWS / 2;

/**
 * Totals (first sum) with the i-th of the quantities first … first + 255 at its 2.5 and at its 97.5
 * % point, into f64[256][2] at `out`. After the last quantity: the total of the stated values.
 */
export function uncertainty_swings(head: usize, first: u32, out: usize): void {
  const plan = changetype<Plan>(head);
  const u = column_at(plan, plan.uniform);
  for (let index: u32 = 0; index < plan.variables; index++) {
    const v = variable_at(plan, index);
    const column = column_at(plan, index);
    const pair = column + ((<usize>(index - first)) << 4);
    if (v.law !== FIXED && index - first < AT_ONCE) {
      for (let at: usize = 0; at < WIDTH; at += 16) v128.store(u + at, f64x2(0.025, 0.975));
      draw_values(v, u, column);
      const points = v128.load(column);
      fill(column, v.value);
      v128.store(pair, points);
    } else fill(column, v.value);
  }
  run_block(plan);
  const sum = column_at(plan, plan.firstSum);
  const lost = column_at(plan, plan.firstSum + 1);
  for (let at: usize = 0; at < WIDTH; at += 16) {
    v128.store(out + at, f64x2.add(v128.load(sum + at), v128.load(lost + at)));
  }
}
