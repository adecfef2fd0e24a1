// Emissions avoided by a measure at a mine, and their cost per tonne.

import { at, put } from './column';
import { write } from './result_buffer';

/**
 * Difference of two balances, before − after: methane [t], CO2 [t], E [t CO2-eq], and the avoided
 * methane as a share of the first balance. Writes these four; the share is NaN where the first is
 * 0.
 */
export function reduction(
  ch4Before: f64,
  co2Before: f64,
  eBefore: f64,
  ch4After: f64,
  co2After: f64,
  eAfter: f64,
): void {
  write(0, ch4Before - ch4After);
  write(1, co2Before - co2After);
  write(2, eBefore - eAfter);
  write(3, ch4Before === 0 ? NaN : (ch4Before - ch4After) / ch4Before);
}

/**
 * Capital recovery factor CRF = i·(1 + i)ⁿ/((1 + i)ⁿ − 1), 1/n where i is 0; the annual cost C =
 * I·CRF + O − R and the cost per tonne C/E. rate i, share per year; years n, whole, at least 1;
 * investment I, operation O and revenue R per year, in one currency; saved E, t CO2-eq per year. (1
 * + i)ⁿ by repeated multiplication. Writes CRF, C, C/E; C/E is NaN where E is 0.
 */
export function abatement_cost(rate: f64, years: i32, investment: f64, operation: f64, revenue: f64, saved: f64): void {
  let growth: f64 = 1;
  for (let year = 0; year < years; year++) growth *= 1 + rate;
  const factor = rate === 0 ? 1 / (years as f64) : (rate * growth) / (growth - 1);
  const annual = investment * factor + operation - revenue;
  write(0, factor);
  write(1, annual);
  write(2, saved === 0 ? NaN : annual / saved);
}

/**
 * A marginal abatement cost curve: measures sorted by cost, with running sums of avoided emissions.
 * saved [t CO2-eq], costs [per year], order (the measures by rising cost per tonne): f64[measures];
 * reached: f64[measures] for the sums at each step. Compensated sums in that order, so the total
 * does not depend on the order of input. Writes Σ saved, Σ costs, Σ costs / Σ saved (NaN where
 * nothing is saved).
 */
export function abatement_curve(measures: i32, saved: usize, costs: usize, order: usize, reached: usize): void {
  let sum: f64 = 0;
  let lost: f64 = 0;
  let cost: f64 = 0;
  let costLost: f64 = 0;
  for (let step = 0; step < measures; step++) {
    const measure = <i32>at(order, step);
    const value = at(saved, measure);
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
    put(reached, step, sum + lost);
    const price = at(costs, measure);
    const total = cost + price;
    costLost += Math.abs(cost) >= Math.abs(price) ? cost - total + price : price - total + cost;
    cost = total;
  }
  write(0, sum + lost);
  write(1, cost + costLost);
  write(2, sum + lost === 0 ? NaN : (cost + costLost) / (sum + lost));
}
