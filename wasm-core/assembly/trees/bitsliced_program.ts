// Leaf codes of an irregular tree (LightGBM grows leaf by leaf; 31 leaves may be 20 levels deep):
// one operation per split.
//
// Codes are chosen by `models/bitsliced_codes.ts` so that a step to the right flips, as a rule, one
// bit of the code of the leftmost leaf so far. Plane b is then the XOR of the right masks of the
// splits that flip bit b.

import { ENTRY_BYTES, planes } from './bitsliced_planes';

/**
 * An operation: addresses, and the plane's offset. right = rows AND goes-right; rows AND NOT
 * goes-right replaces rows for the left child.
 */
@unmanaged
class Operation {
  goesRight: usize;
  rows: usize;
  right: usize;
  plane: usize;
}

/** Bytes of an operation. */
const OPERATION_BYTES: usize = 16;

/** The part of an operation for one slice, inlined for each slice. */
class Step {
  @inline
  static take(goesRight: usize, rows: usize, right: usize, plane: usize): void {
    const reached = v128.load(rows);
    const turned = v128.and(reached, v128.load(goesRight));
    v128.store(right, turned);
    v128.store(rows, v128.xor(reached, turned));
    v128.store(plane, v128.xor(v128.load(plane, planes), turned), planes);
  }
}

/**
 * Computes the planes of all four slices. `root`: address of the mask slots, the first of which
 * belongs to the root.
 */
export function programPlanes(operations: usize, count: u32, root: usize): void {
  for (let at: usize = 0; at < 8 * ENTRY_BYTES; at += 16) v128.store(planes + at, i64x2.splat(0));
  for (let at: usize = 0; at < ENTRY_BYTES; at += 16) v128.store(root + at, i8x16.splat(-1));
  for (let end = operations + <usize>count * OPERATION_BYTES; operations < end; operations += OPERATION_BYTES) {
    const operation = changetype<Operation>(operations);
    const goesRight = operation.goesRight;
    const rows = operation.rows;
    const right = operation.right;
    const plane = operation.plane;
    Step.take(goesRight, rows, right, plane);
    Step.take(goesRight + 16, rows + 16, right + 16, plane + 16);
    Step.take(goesRight + 32, rows + 32, right + 32, plane + 32);
    Step.take(goesRight + 48, rows + 48, right + 48, plane + 48);
  }
}
