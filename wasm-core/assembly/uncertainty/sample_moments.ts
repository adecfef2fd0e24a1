// Mean, standard deviation and shares of the variance from the draws, for totals that are not
// multilinear (a quantity squared, or a divisor). Within a block, even and odd draws are summed
// separately; blocks are added by TwoSum in ascending order.

import { at } from '../column';
import { DRAWS } from './column';
import { draw_block } from './draw';
import { column_at, Plan, variable_at } from './plan';
import { FIXED } from './variable';

/** Adds `x` to the running sum (sum, lost) at the address `running`. */
function add(running: usize, x: f64): void {
  const s = load<f64>(running);
  const t = s + x;
  const b = t - s;
  store<f64>(running, t);
  store<f64>(running, load<f64>(running, 8) + (s - (t - b) + (x - b)), 8);
}

/** Adds Σ (x − x0) and Σ (x − x0)·(y − y0) of `count` draws to two running sums. */
function add_products(x: usize, x0: f64, y: usize, y0: f64, count: u32, running: usize): void {
  let evens: f64 = 0;
  let odds: f64 = 0;
  let evenProducts: f64 = 0;
  let oddProducts: f64 = 0;
  for (let draw: u32 = 0; draw < count; draw++) {
    const dx = at(x, draw) - x0;
    const product = dx * (at(y, draw) - y0);
    if (draw & 1) {
      odds += dx;
      oddProducts += product;
    } else {
      evens += dx;
      evenProducts += product;
    }
  }
  add(running, evens + odds);
  add(running + 16, evenProducts + oddProducts);
}

/** (Σ, Σ of products) of the running sums, as central moments of n draws: Σxy/n − Σx·Σy/n². */
function total(running: usize): f64 {
  return load<f64>(running) + load<f64>(running, 8);
}

/**
 * Into f64[3 + variables] at `out`, as `uncertainty_closed_form` (approach 1: NaN; shares: squared
 * correlation with the total), from the n totals at `values`, whose draws are generated again.
 * `scratch`: f64[8·variables + 8].
 */
export function uncertainty_sample_moments(head: usize, values: usize, n: u32, out: usize, scratch: usize): void {
  const plan = changetype<Plan>(head);
  memory.fill(scratch, 0, ((<usize>plan.variables) << 6) + 64);
  const origin = at(values, 0);
  const own = scratch + ((<usize>plan.variables) << 6);
  for (let first: u32 = 0; first < n; first += DRAWS) {
    const count = min(DRAWS, n - first);
    const totals = values + ((<usize>first) << 3);
    draw_block(plan, first);
    add_products(totals, origin, totals, origin, count, own);
    for (let index: u32 = 0; index < plan.variables; index++) {
      const v = variable_at(plan, index);
      if (v.law === FIXED) continue;
      const column = column_at(plan, index);
      const running = scratch + ((<usize>index) << 6);
      add_products(column, v.mean, column, v.mean, count, running);
      add_products(column, v.mean, totals, origin, count, running + 32);
    }
  }
  const mean = total(own) / n;
  const variance = total(own + 16) / n - mean * mean;
  store<f64>(out, origin + mean);
  store<f64>(out, n > 1 ? sqrt(max<f64>(0, variance)) : NaN, 8);
  store<f64>(out, NaN, 16);
  for (let index: u32 = 0; index < plan.variables; index++) {
    const running = scratch + ((<usize>index) << 6);
    const shift = total(running) / n;
    const spread = total(running + 16) / n - shift * shift;
    const joint = total(running + 48) / n - shift * mean;
    const share = spread > 0 && variance > 0 ? (joint * joint) / (spread * variance) : 0;
    store<f64>(out + 24 + ((<usize>index) << 3), share);
  }
}
