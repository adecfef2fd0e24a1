// Mean, standard deviation and shares of the variance of the total, exact, where T = Σ c·Π x over
// independent quantities, each at most once in a monomial. With m and v the mean and variance of a
// quantity: E[T] = Σ c·Π m; cov of two monomials = c·c'·(Π_shared (m² + v) − Π_shared m²)·Π_rest m.

import { at } from '../column';
import { column_at, Plan, variable_at } from './plan';
import { Z } from './variable';

/** 32 bytes; `uncertainty/image.ts` has the same list. */
@unmanaged
class Monomial {
  /**
   * u32[variables + factors + divisors]: column numbers, those of the variables in ascending order.
   */
  list: usize;
  variables: u32;
  factors: u32;
  divisors: u32;
  /** Computed: c = Π factors / Π divisors. */
  coefficient: f64;
  /**
   * Computed: a bit for each variable, modulo 64; monomials without a common bit share no variable.
   */
  signature: u64;
}

function monomial_at(plan: Plan, index: u32): Monomial {
  return changetype<Monomial>(plan.monomial + <usize>index * offsetof<Monomial>());
}

/** Column `index` of the monomial's list. */
function entry(monomial: Monomial, index: u32): u32 {
  return load<u32>(monomial.list + ((<usize>index) << 2));
}

function prepare_monomial(plan: Plan, monomial: Monomial): void {
  monomial.signature = 0;
  let index: u32 = 0;
  for (; index < monomial.variables; index++) monomial.signature |= (<u64>1) << (entry(monomial, index) & 63);
  let c: f64 = 1;
  const factorsEnd = monomial.variables + monomial.factors;
  for (; index < factorsEnd; index++) c *= load<f64>(column_at(plan, entry(monomial, index)));
  for (; index < factorsEnd + monomial.divisors; index++) c /= load<f64>(column_at(plan, entry(monomial, index)));
  monomial.coefficient = c;
}

/**
 * c·Π over the variables except `without`: of their means, or of their stated values where
 * `stated`.
 */
function product(plan: Plan, monomial: Monomial, without: u32, stated: bool): f64 {
  let p = monomial.coefficient;
  for (let index: u32 = 0; index < monomial.variables; index++) {
    const column = entry(monomial, index);
    if (column === without) continue;
    const v = variable_at(plan, column);
    p *= stated ? v.value : v.mean;
  }
  return p;
}

/** Covariance of two monomials. */
function covariance(plan: Plan, first: Monomial, second: Monomial): f64 {
  let rest = first.coefficient * second.coefficient;
  // Π (m² + v) − Π m² grows with each shared quantity, so there is no cancellation.
  let difference: f64 = 0;
  let squares: f64 = 1;
  let i: u32 = 0;
  let j: u32 = 0;
  while (i < first.variables || j < second.variables) {
    const a = i < first.variables ? entry(first, i) : u32.MAX_VALUE;
    const b = j < second.variables ? entry(second, j) : u32.MAX_VALUE;
    const v = variable_at(plan, min(a, b));
    if (a === b) {
      const square = v.mean * v.mean;
      difference = difference * (square + v.variance) + squares * v.variance;
      squares *= square;
    } else rest *= v.mean;
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return rest * difference;
}

/**
 * Into f64[3 + 2·variables] at `out`: mean, standard deviation, the half-width of approach 1 with
 * shared quantities (√Σ (Z·√v·∂T/∂x at the stated values)²), then each variable's share of the
 * variance (b²·v/Var T, b = Σ c·Π of the other means: its first-order effect; the remainder to 1 is
 * due to interactions), then scratch memory.
 */
export function uncertainty_closed_form(head: usize, out: usize): void {
  const plan = changetype<Plan>(head);
  const shares = out + 24;
  const terms = shares + ((<usize>plan.variables) << 3);
  memory.fill(out, 0, 24 + ((<usize>plan.variables) << 4));
  let mean: f64 = 0;
  let variance: f64 = 0;
  for (let i: u32 = 0; i < plan.monomials; i++) {
    const first = monomial_at(plan, i);
    prepare_monomial(plan, first);
    variance += covariance(plan, first, first);
    for (let j: u32 = 0; j < i; j++) {
      const second = monomial_at(plan, j);
      if ((first.signature & second.signature) !== 0) variance += 2 * covariance(plan, first, second);
    }
    for (let index: u32 = 0; index <= first.variables; index++) {
      const column = index < first.variables ? entry(first, index) : u32.MAX_VALUE;
      // First by their means, then by their stated values.
      for (let side: u32 = 0; side < 2; side++) {
        const slope = product(plan, first, column, side !== 0);
        const place = shares + ((<usize>side * plan.variables + column) << 3);
        if (index < first.variables) store<f64>(place, load<f64>(place) + slope);
        else if (side === 0) mean += slope;
      }
    }
  }
  let squares: f64 = 0;
  for (let index: u32 = 0; index < plan.variables; index++) {
    const v = variable_at(plan, index);
    const place = (<usize>index) << 3;
    const slope = at(shares, index);
    store<f64>(shares + place, variance > 0 ? (slope * slope * v.variance) / variance : 0);
    const term = Z * sqrt(v.variance) * at(terms, index);
    squares += term * term;
  }
  store<f64>(out, mean);
  store<f64>(out, sqrt(variance), 8);
  store<f64>(out, sqrt(squares), 16);
}
