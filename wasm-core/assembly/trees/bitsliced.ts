// Bit-sliced evaluation: one load a split for 128 rows. Bit-exact, because a row meets only comparisons of ranks, and its leaves are
// added in the file's order in the family's own arithmetic.
//
// Per block of up to 512 rows: ranks, then per (feature, threshold) the vector "goes right" of all rows, then tree by tree
// the leaf codes as bit planes and the leaves onto the sums.

import { compareBlock } from './bitsliced_compare';
import { addDoubles, addNarrow, addWide, takeLeaves } from './bitsliced_gather';
import { levelPlanes, SLICES } from './bitsliced_planes';
import { programPlanes } from './bitsliced_program';

/** Rows of a block. */
const BLOCK: u32 = SLICES * 128;

/** Tree by levels: the low bits of `kind` are its levels above the lower three. */
const PROGRAM: u32 = 16;

@unmanaged
class SlicedTree {
  /** Levels above the lower three, or PROGRAM. */
  kind: u32;
  /** Operations of the program. */
  operations: u32;
  /** Addresses of entries (by levels), or the program. */
  nodes: usize;
  /** f32[] or f64[] by code. */
  leaves: usize;
  leafBytes: u32;
  /** Sums of the tree's output. */
  sums: usize;
}

/** The head, placed by `models/bitsliced.ts`, which has the same list. */
@unmanaged
class SlicedForest {
  columns: u32;
  outputs: u32;
  features: u32;
  trees: u32;
  /** 1 where the sums are f32 (XGBoost), 0 where f64 (LightGBM). */
  single: u32;
  /** 1 where codes have at most 6 bits and sums are f32. */
  narrow: u32;
  /** SlicedFeature[features] (`bitsliced_compare.ts`). */
  feature: usize;
  /** SlicedTree[trees]. */
  tree: usize;
  /** f64[outputs]. */
  base: usize;
  /** f32 or f64 [outputs][BLOCK]. */
  sums: usize;
  /** v128[thresholds + 2][SLICES] of the largest feature, zero between blocks: rows by rank, then the missing ones. */
  byRank: usize;
  /** Mask slots of the programs. */
  masks: usize;
}

/**
 * Raw scores of `rows` rows: f64[rows][outputs] to `out` from f64[rows][columns] at `values`. XGBoost: s = f32(s + leaf) from the base
 * on; LightGBM: s = s + leaf in f64 from 0 on.
 */
export function bitsliced(head: usize, values: usize, rows: u32, out: usize): void {
  const forest = changetype<SlicedForest>(head);
  const rowBytes = (<usize>forest.columns) << 3;
  const outBytes = (<usize>forest.outputs) << 3;
  while (rows) {
    const count = min<u32>(rows, BLOCK);
    compareBlock(forest.feature, forest.features, values, rowBytes, count, forest.single, forest.byRank);
    sumBlock(forest, (count + 127) >> 7);
    writeBlock(forest, count, out);
    values += rowBytes * count;
    out += outBytes * count;
    rows -= count;
  }
}

function sumBlock(forest: SlicedForest, slices: u32): void {
  startSums(forest);
  const end = (<usize>slices) << 4;
  const single = forest.single;
  const narrow = forest.narrow;
  const height: u32 = narrow ? 6 : 8;
  let at = forest.tree;
  for (let index: u32 = 0; index < forest.trees; index++, at += offsetof<SlicedTree>()) {
    const tree = changetype<SlicedTree>(at);
    takeLeaves(tree.leaves, tree.leafBytes);
    const kind = tree.kind;
    if (kind === PROGRAM) programPlanes(tree.nodes, tree.operations, forest.masks);
    else for (let slice: usize = 0; slice < end; slice += 32) levelPlanes(tree.nodes, kind, slice, height);
    let sums = tree.sums;
    for (let slice: usize = 0; slice < end; slice += 16) {
      if (narrow) addNarrow(slice, sums);
      else if (single) addWide(slice, sums);
      else addDoubles(slice, sums);
      sums += single ? 512 : 1024;
    }
  }
}

function startSums(forest: SlicedForest): void {
  let at = forest.sums;
  for (let output: u32 = 0; output < forest.outputs; output++) {
    const base = load<f64>(forest.base + ((<usize>output) << 3));
    const single = forest.single;
    const start = single ? f32x4.splat(<f32>base) : f64x2.splat(base);
    for (const end = at + BLOCK * (single ? 4 : 8); at < end; at += 16) v128.store(at, start);
  }
}

function writeBlock(forest: SlicedForest, count: u32, out: usize): void {
  const outputs = forest.outputs;
  for (let row: u32 = 0; row < count; row++) {
    for (let output: u32 = 0; output < outputs; output++, out += 8) {
      const at = <usize>(output * BLOCK + row);
      store<f64>(out, forest.single ? <f64>load<f32>(forest.sums + (at << 2)) : load<f64>(forest.sums + (at << 3)));
    }
  }
}
