// Leaf codes of 128 rows of one tree as bit planes: bit r of plane b is bit b of the code of row r.
//
// On the way down, a mask contains the rows that reach a node: right = reach AND goes-right, left =
// reach AND NOT goes-right. A step to the right at level l sets bit l of the code, so plane l is
// the OR of all right masks of that level.

/**
 * Slices of 128 rows in a block; an entry of a table has 16 bytes per slice, one cache line in
 * total.
 */
export const SLICES: u32 = 4;
export const ENTRY_BYTES: usize = 64;

/** v128[8][SLICES]: planes of the current tree. */
export const planes: usize = memory.data(8 * 64, 64);

/** Levels of the lower part, which is unrolled. */
const LOWER: u32 = 3;

/** v128[64][2]: masks of rows that reach the nodes of the upper levels, in heap order from 1 on. */
const reach: usize = memory.data(64 * 32, 64);

/**
 * Planes of two slices of a tree of `upper` + 3 levels. `nodes`: u32[2^(upper + 3) - 1] addresses
 * of goes-right entries, first the upper levels in heap order, then the 7 nodes of each lower
 * subtree in heap order. `slice`: byte offset of the first slice within an entry. Planes above
 * those of the tree, up to `height`, are zero. Two slices at a time halve the number of address
 * loads; four would not fit in the registers.
 */
export function levelPlanes(nodes: usize, upper: u32, slice: usize, height: u32): void {
  v128.store(reach, i8x16.splat(-1), 32);
  v128.store(reach, i8x16.splat(-1), 48);
  let node = reach + 32;
  let into = planes + slice;
  for (let level: u32 = 0; level < upper; level++) {
    let plane0 = i64x2.splat(0);
    let plane1 = i64x2.splat(0);
    for (let end = node + ((<usize>32) << level); node < end; node += 32) {
      const entry = <usize>load<u32>(nodes) + slice;
      const rows0 = v128.load(node);
      const rows1 = v128.load(node, 16);
      const right0 = v128.and(rows0, v128.load(entry));
      const right1 = v128.and(rows1, v128.load(entry, 16));
      const children = node + node - reach;
      v128.store(children, v128.xor(rows0, right0));
      v128.store(children, v128.xor(rows1, right1), 16);
      v128.store(children, right0, 32);
      v128.store(children, right1, 48);
      plane0 = v128.or(plane0, right0);
      plane1 = v128.or(plane1, right1);
      nodes += 4;
    }
    v128.store(into, plane0);
    v128.store(into, plane1, 16);
    into += ENTRY_BYTES;
  }
  Lower.planes(nodes, node, (<usize>1) << upper, slice, into);
  for (let plane = upper + LOWER; plane < height; plane++) {
    const at = planes + slice + <usize>plane * ENTRY_BYTES;
    v128.store(at, i64x2.splat(0));
    v128.store(at, i64x2.splat(0), 16);
  }
}

/** The unrolled part, inlined so that it uses the caller's registers. */
class Lower {
  @inline
  static planes(nodes: usize, node: usize, subtrees: usize, slice: usize, into: usize): void {
    let first0 = i64x2.splat(0);
    let first1 = first0;
    let second0 = first0;
    let second1 = first0;
    let third0 = first0;
    let third1 = first0;
    for (let end = node + (subtrees << 5); node < end; node += 32) {
      const rows0 = v128.load(node);
      const rows1 = v128.load(node, 16);
      let entry = <usize>load<u32>(nodes) + slice;
      const right0 = v128.and(rows0, v128.load(entry));
      const right1 = v128.and(rows1, v128.load(entry, 16));
      const left0 = v128.xor(rows0, right0);
      const left1 = v128.xor(rows1, right1);
      first0 = v128.or(first0, right0);
      first1 = v128.or(first1, right1);

      entry = <usize>load<u32>(nodes, 4) + slice;
      const leftRight0 = v128.and(left0, v128.load(entry));
      const leftRight1 = v128.and(left1, v128.load(entry, 16));
      const leftLeft0 = v128.xor(left0, leftRight0);
      const leftLeft1 = v128.xor(left1, leftRight1);
      second0 = v128.or(second0, leftRight0);
      second1 = v128.or(second1, leftRight1);
      entry = <usize>load<u32>(nodes, 12) + slice;
      third0 = v128.or(third0, v128.and(leftLeft0, v128.load(entry)));
      third1 = v128.or(third1, v128.and(leftLeft1, v128.load(entry, 16)));
      entry = <usize>load<u32>(nodes, 16) + slice;
      third0 = v128.or(third0, v128.and(leftRight0, v128.load(entry)));
      third1 = v128.or(third1, v128.and(leftRight1, v128.load(entry, 16)));

      entry = <usize>load<u32>(nodes, 8) + slice;
      const rightRight0 = v128.and(right0, v128.load(entry));
      const rightRight1 = v128.and(right1, v128.load(entry, 16));
      const rightLeft0 = v128.xor(right0, rightRight0);
      const rightLeft1 = v128.xor(right1, rightRight1);
      second0 = v128.or(second0, rightRight0);
      second1 = v128.or(second1, rightRight1);
      entry = <usize>load<u32>(nodes, 20) + slice;
      third0 = v128.or(third0, v128.and(rightLeft0, v128.load(entry)));
      third1 = v128.or(third1, v128.and(rightLeft1, v128.load(entry, 16)));
      entry = <usize>load<u32>(nodes, 24) + slice;
      third0 = v128.or(third0, v128.and(rightRight0, v128.load(entry)));
      third1 = v128.or(third1, v128.and(rightRight1, v128.load(entry, 16)));
      nodes += 28;
    }
    v128.store(into, first0);
    v128.store(into, first1, 16);
    v128.store(into, second0, 64);
    v128.store(into, second1, 80);
    v128.store(into, third0, 128);
    v128.store(into, third1, 144);
  }
}
