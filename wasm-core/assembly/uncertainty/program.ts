// The program of a plan: column operations compiled from the formula texts
// (`uncertainty/compile.ts`), each rounded once, in the order in which the formula is written. A
// difference is a sum with the product by −1, which gives the same bits.

import { STRIDE, WIDTH } from './column';

/** Operations, numbered as in `uncertainty/compile.ts`. */
const ADD: u32 = 0;
const MULTIPLY: u32 = 1;
const DIVIDE: u32 = 2;
// Any other code: adds column `a` to the running sum in `out`; the column after it contains the
// rounding error.

/** 16 bytes; columns by their number. */
@unmanaged
class Instruction {
  operation: u32;
  out: u32;
  a: u32;
  b: u32;
}

/** Runs `count` instructions at `program` over the columns at `columns`. */
export function run_program(program: usize, count: u32, columns: usize): void {
  const end = program + ((<usize>count) << 4);
  for (; program < end; program += 16) {
    const step = changetype<Instruction>(program);
    const operation = step.operation;
    const x = columns + <usize>step.a * STRIDE;
    const y = columns + <usize>step.b * STRIDE;
    const to = columns + <usize>step.out * STRIDE;
    if (operation === MULTIPLY) {
      for (let at: usize = 0; at < WIDTH; at += 16) {
        v128.store(to + at, f64x2.mul(v128.load(x + at), v128.load(y + at)));
      }
    } else if (operation === ADD) {
      for (let at: usize = 0; at < WIDTH; at += 16) {
        v128.store(to + at, f64x2.add(v128.load(x + at), v128.load(y + at)));
      }
    } else if (operation === DIVIDE) {
      for (let at: usize = 0; at < WIDTH; at += 16) {
        v128.store(to + at, f64x2.div(v128.load(x + at), v128.load(y + at)));
      }
    } else sum(x, to);
  }
}

/**
 * t = s + x; b = t − s; lost += (s − (t − b)) + (x − b): TwoSum (D. E. Knuth), so that a total
 * equals that of `column_sum`.
 */
function sum(column: usize, running: usize): void {
  for (let at: usize = 0; at < WIDTH; at += 16) {
    const x = v128.load(column + at);
    const s = v128.load(running + at);
    const t = f64x2.add(s, x);
    const b = f64x2.sub(t, s);
    const rest = f64x2.add(f64x2.sub(s, f64x2.sub(t, b)), f64x2.sub(x, b));
    v128.store(running + at, t);
    v128.store(running + STRIDE + at, f64x2.add(v128.load(running + STRIDE + at), rest));
  }
}
