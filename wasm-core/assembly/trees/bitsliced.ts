// Bit-sliced evaluation: one load per split for 128 rows. Bit-exact, because rows are compared only
// by ranks, and leaves are added in the file's order in the arithmetic of the library.
//
// Per block of up to 512 rows: ranks, then per (feature, threshold) the vector "goes right" of all
// rows, then, tree by tree, the leaf codes as bit planes, and the leaves are added to the sums.

import { compareBlock } from './bitsliced_compare';
import { addDoubles, addNarrow, addNarrowTwo, addWide, narrowOffsets, takeLeaves } from './bitsliced_gather';
import { levelPlanes, SLICES } from './bitsliced_planes';
import { programPlanes } from './bitsliced_program';

/** Rows of a block. */
const BLOCK: u32 = SLICES * 128;

/** `kind` of a tree by levels: the low bits are its levels above the lower three. */
const PROGRAM: u32 = 16;

@unmanaged
class SlicedTree {
  /** Levels above the lower three, or PROGRAM. */
  kind: u32;
  /** Operations of the program. */
  operations: u32;
  /** Addresses of entries (by levels), or the program. */
  nodes: usize;
  /** f32[] or f64[]: leaf values by code. */
  leaves: usize;
  leafBytes: u32;
  /** Address of the sums of the tree's output. */
  sums: usize;
}

/** The head; `models/bitsliced.ts` writes it and has the same list. */
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
  /**
   * v128[thresholds + 2][SLICES] of the largest feature, zero between blocks: rows by rank, then
   * the missing ones.
   */
  byRank: usize;
  /** Mask slots of the programs. */
  masks: usize;
}

/**
 * Raw scores of `rows` rows: f64[rows][outputs] to `out` from f64[rows][columns] at `values`.
 * XGBoost: s = f32(s + leaf) from the base
 * on; LightGBM: s = s + leaf in f64 from 0 on.
 */
export function bitsliced(head: usize, values: usize, rows: u32, out: usize): void {
  const forest = changetype<SlicedForest>(head);
  const rowBytes = (<usize>forest.columns) << 3;
  const outBytes = (<usize>forest.outputs) << 3;
  while (rows) {
    const count = min<u32>(rows, BLOCK);
    compareBlock(forest.feature, forest.features, values, rowBytes, count, forest.single, forest.byRank);
    startSums(forest);
    if (forest.narrow) sumNarrow(forest, (count + 127) >> 7);
    else sumWide(forest, (count + 127) >> 7);
    writeBlock(forest, count, out);
    values += rowBytes * count;
    out += outBytes * count;
    rows -= count;
  }
}

/** Adds trees with narrow codes, two at a time where they belong to the same output. */
function sumNarrow(forest: SlicedForest, slices: u32): void {
  let at = forest.tree;
  const rows = slices << 7;
  for (const end = at + <usize>forest.trees * offsetof<SlicedTree>(); at < end; at += offsetof<SlicedTree>()) {
    const sums = changetype<SlicedTree>(at).sums;
    findNarrow(forest, at, slices, false);
    const next = at + offsetof<SlicedTree>();
    if (next < end && changetype<SlicedTree>(next).sums === sums) {
      findNarrow(forest, next, slices, true);
      addNarrowTwo(rows, sums);
      at = next;
    } else addNarrow(rows, sums);
  }
}

/** Prepares the leaves and offsets of a tree as the first or the second one. */
function findNarrow(forest: SlicedForest, at: usize, slices: u32, second: bool): void {
  const tree = changetype<SlicedTree>(at);
  takeLeaves(tree.leaves, tree.leafBytes, second);
  findPlanes(forest, tree, slices, 6);
  for (let slice: usize = 0; slice < (<usize>slices) << 4; slice += 16) narrowOffsets(slice, second);
}

/** Adds trees with codes of up to 8 bits, one by one. */
function sumWide(forest: SlicedForest, slices: u32): void {
  let at = forest.tree;
  for (const end = at + <usize>forest.trees * offsetof<SlicedTree>(); at < end; at += offsetof<SlicedTree>()) {
    const tree = changetype<SlicedTree>(at);
    takeLeaves(tree.leaves, tree.leafBytes, false);
    findPlanes(forest, tree, slices, 8);
    let sums = tree.sums;
    for (let slice: usize = 0; slice < (<usize>slices) << 4; slice += 16) {
      if (forest.single) addWide(slice, sums);
      else addDoubles(slice, sums);
      sums += forest.single ? 512 : 1024;
    }
  }
}

/** Planes of the tree's codes for all slices, zero above the tree's own up to `height`. */
function findPlanes(forest: SlicedForest, tree: SlicedTree, slices: u32, height: u32): void {
  const kind = tree.kind;
  if (kind === PROGRAM) programPlanes(tree.nodes, tree.operations, forest.masks);
  else {
    for (let slice: usize = 0; slice < (<usize>slices) << 4; slice += 32) levelPlanes(tree.nodes, kind, slice, height);
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
