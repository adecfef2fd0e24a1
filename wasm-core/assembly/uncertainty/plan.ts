// A plan in memory: quantities, the program over their columns, and the monomials of the total.
// Written by `uncertainty/image.ts`.

import { fill, STRIDE } from './column';
import { run_program } from './program';
import { prepare_variable, Variable } from './variable';

/** The head; `uncertainty/image.ts` has the same list. */
@unmanaged
export class Plan {
  seed: u64;
  /** Variable[variables]; column i contains the draws of variable i. */
  variable: usize;
  variables: u32;
  /** Instruction[setups]: computations that are the same for every draw, done once. */
  setup: usize;
  setups: u32;
  /** Instruction[instructions]. */
  program: usize;
  instructions: u32;
  /** f64[columns][STRIDE / 8]. */
  columns: usize;
  /** Number of the first of the columns (sum, lost)[sums]. */
  firstSum: u32;
  sums: u32;
  /** Number of the column of uniform numbers. */
  uniform: u32;
  /** Monomial[monomials] (`closed_form.ts`). */
  monomial: usize;
  monomials: u32;
}

/** Bytes of a Variable. */
const VARIABLE: usize = offsetof<Variable>();

export function variable_at(plan: Plan, index: u32): Variable {
  return changetype<Variable>(plan.variable + <usize>index * VARIABLE);
}

export function column_at(plan: Plan, index: u32): usize {
  return plan.columns + <usize>index * STRIDE;
}

/** Derives keys, σ, cuts and moments, and fills the columns that are the same for every draw. */
export function uncertainty_prepare(head: usize): void {
  const plan = changetype<Plan>(head);
  for (let index: u32 = 0; index < plan.variables; index++) {
    const v = variable_at(plan, index);
    prepare_variable(v, plan.seed);
    fill(column_at(plan, index), v.value);
  }
  run_program(plan.setup, plan.setups, plan.columns);
}

/** Runs the program over the columns of the plan; the sums start from 0. */
export function run_block(plan: Plan): void {
  for (let index: u32 = 0; index < plan.sums * 2; index++) fill(column_at(plan, plan.firstSum + index), 0);
  run_program(plan.program, plan.instructions, plan.columns);
}
