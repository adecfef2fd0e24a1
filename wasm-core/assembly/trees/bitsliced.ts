// Bit-sliced evaluation: one load a split for 128 rows. Bit-exact, because a row meets only comparisons of ranks, and its leaves are
// added in the file's order in the family's own arithmetic.
//
// Per block of up to 512 rows: ranks, then per (feature, threshold) the vector "goes right" of all rows, then tree by tree
// the leaf codes as bit planes and the leaves onto the sums.

import { addDoubles, addNarrow, addWide, takeLeaves } from './bitsliced_gather';
import { ENTRY_BYTES, levelPlanes, SLICES } from './bitsliced_planes';
import { programPlanes } from './bitsliced_program';
import { Pair, RankedFeature } from './ranks';

/** Rows of a block. */
const BLOCK: u32 = SLICES * 128;

/** Tree by levels: the low bits of `kind` are its levels above the lower three. */
const PROGRAM: u32 = 16;

/** A feature's part of the table of goes-right entries. */
@unmanaged
class SlicedFeature extends RankedFeature {
  /** Entries where missing rows go left, one a threshold; 0 where no split has this default. */
  defaultLeft: usize;
  /** Entries where missing rows go right; or 0. */
  defaultRight: usize;
}

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
  /** SlicedFeature[features]. */
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
    compareBlock(forest, values, count);
    sumBlock(forest, (count + 127) >> 7);
    writeBlock(forest, count, out);
    values += rowBytes * count;
    out += outBytes * count;
    rows -= count;
  }
}

function compareBlock(forest: SlicedForest, values: usize, count: u32): void {
  const rowBytes = (<usize>forest.columns) << 3;
  const byRank = forest.byRank;
  let feature = forest.feature;
  for (let index: u32 = 0; index < forest.features; index++, feature += offsetof<SlicedFeature>()) {
    const sliced = changetype<SlicedFeature>(feature);
    if (forest.single) Marks.set(sliced, values, rowBytes, count, true, byRank);
    else Marks.set(sliced, values, rowBytes, count, false, byRank);
    spreadRanks(sliced, byRank);
  }
}

/** The table of rows by rank. Inlined into its two loops. */
class Marks {
  /** Sets the bit of each row in the entry of its rank; a missing row's in the entry after the last rank. */
  @inline
  static set(feature: SlicedFeature, values: usize, rowBytes: usize, count: u32, single: bool, byRank: usize): void {
    const missing = feature.missing;
    const missingEntry = feature.thresholds + 1;
    values += (<usize>feature.column) << 3;
    for (let row: u32 = 0; row < count; row += 2) {
      const next = row + 1 < count ? values + rowBytes : values;
      const pair = Pair.load(values, next, single);
      const absent = i64x2.bitmask(Pair.missing(pair, missing));
      // Without a missing type a NaN counts as 0.
      const known = missing ? pair : v128.and(pair, f64x2.eq(pair, pair));
      const cells = Pair.cells(feature, known);
      const first = Pair.rank(feature, f64x2.extract_lane(known, 0), i32x4.extract_lane(cells, 0));
      const second = Pair.rank(feature, f64x2.extract_lane(known, 1), i32x4.extract_lane(cells, 2));
      const at = byRank + (row & 15) + ((row >> 7) << 4);
      const bit: u32 = 1 << ((row >> 4) & 7);
      Marks.put(at + <usize>select<u32>(missingEntry, first, absent & 1) * ENTRY_BYTES, bit);
      Marks.put(at + 1 + <usize>select<u32>(missingEntry, second, absent & 2) * ENTRY_BYTES, bit);
      values += rowBytes << 1;
    }
  }

  @inline
  static put(at: usize, bit: u32): void {
    store<u8>(at, load<u8>(at) | bit);
  }

  /** The marks at `at`, which are zero afterwards. */
  @inline
  static take(at: usize): v128 {
    const marks = v128.load(at);
    v128.store(at, i64x2.splat(0));
    return marks;
  }
}

/** goes right at threshold k = rows of rank above k, with or without the missing ones. Leaves `byRank` zero. */
function spreadRanks(feature: SlicedFeature, byRank: usize): void {
  const zero = i64x2.splat(0);
  const thresholds = <usize>feature.thresholds * ENTRY_BYTES;
  let from = byRank + thresholds;
  const missing0 = Marks.take(from + 64);
  const missing1 = Marks.take(from + 80);
  const missing2 = Marks.take(from + 96);
  const missing3 = Marks.take(from + 112);
  let reached0 = zero;
  let reached1 = zero;
  let reached2 = zero;
  let reached3 = zero;
  const toLeft = feature.defaultLeft;
  const toRight = feature.defaultRight;
  for (let entry = thresholds; entry; entry -= ENTRY_BYTES, from -= ENTRY_BYTES) {
    reached0 = v128.or(reached0, Marks.take(from));
    reached1 = v128.or(reached1, Marks.take(from + 16));
    reached2 = v128.or(reached2, Marks.take(from + 32));
    reached3 = v128.or(reached3, Marks.take(from + 48));
    if (toLeft) {
      const to = toLeft + entry - ENTRY_BYTES;
      v128.store(to, reached0);
      v128.store(to, reached1, 16);
      v128.store(to, reached2, 32);
      v128.store(to, reached3, 48);
    }
    if (toRight) {
      const to = toRight + entry - ENTRY_BYTES;
      v128.store(to, v128.or(reached0, missing0));
      v128.store(to, v128.or(reached1, missing1), 16);
      v128.store(to, v128.or(reached2, missing2), 32);
      v128.store(to, v128.or(reached3, missing3), 48);
    }
  }
  Marks.take(from);
  Marks.take(from + 16);
  Marks.take(from + 32);
  Marks.take(from + 48);
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
