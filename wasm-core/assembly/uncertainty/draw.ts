// Approach 2 of IPCC 2006, vol. 1, ch. 3: plain Monte Carlo in blocks of 512 draws.

import { DRAWS, STRIDE, WIDTH } from './column';
import { draw_values } from './laws';
import { column_at, Plan, run_block, variable_at } from './plan';
import { uniforms } from './split_mix';
import { FIXED } from './variable';

/** Draws all quantities of the block that begins with the draw `first`. */
export function draw_block(plan: Plan, first: u64): void {
  const u = column_at(plan, plan.uniform);
  for (let index: u32 = 0; index < plan.variables; index++) {
    const v = variable_at(plan, index);
    if (v.law === FIXED) continue;
    uniforms(v.key, first, u);
    draw_values(v, u, column_at(plan, index));
  }
}

/**
 * Totals of the draws first … first + count − 1, both multiples of 512: of the k-th sum into
 * f64[count] at out + k·8·count.
 */
export function uncertainty_draw(head: usize, first: u32, count: u32, out: usize): void {
  const plan = changetype<Plan>(head);
  for (let done: u32 = 0; done < count; done += DRAWS) {
    draw_block(plan, <u64>first + done);
    run_block(plan);
    for (let index: u32 = 0; index < plan.sums; index++) {
      const sum = column_at(plan, plan.firstSum + 2 * index);
      const to = out + ((<usize>count * index + done) << 3);
      for (let at: usize = 0; at < WIDTH; at += 16) {
        v128.store(to + at, f64x2.add(v128.load(sum + at), v128.load(sum + STRIDE + at)));
      }
    }
  }
}
