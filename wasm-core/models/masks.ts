import type { CoreMemory } from '../core_memory.ts';
import { type Forest, SplitFlag } from './forest.ts';
import { placeRankedFeature, RANKED_BYTES } from './rank_grid.ts';
import { type Ranks, rankSplits, type Unfit } from './ranks.ts';

/** Most leaves of a tree: one bit each in a 64-bit mask. */
export const MAX_LEAVES = 64;

/** Largest table of masks, bytes. */
export const MAX_MASK_BYTES = 8 * 1024 * 1024;

const FEATURE_BYTES = RANKED_BYTES + 8;

/** Features that the core joins in one pass. */
const JOINED = 8;

/** A checked forest, ready for `placeMasks`. */
export interface Masked {
  readonly ranks: Ranks;
  /** Trees by output, each output's in file order, padded to fours by -1. */
  readonly order: readonly number[];
  /** Count of the entries in `order` per output. */
  readonly counts: readonly number[];
}

/** Prepares a forest for the mask kernel, or returns why it does not fit. */
export function maskForest(forest: Forest, ranks: Ranks | Unfit = rankSplits(forest)): Masked | Unfit {
  if ('unfit' in ranks) return ranks;
  for (let tree = 0; tree < forest.trees; tree++) {
    const leaves = (forest.treeLeaf[tree + 1] ?? 0) - (forest.treeLeaf[tree] ?? 0);
    if (leaves > MAX_LEAVES) return { unfit: `more than ${MAX_LEAVES} leaves in tree ${tree}` };
  }
  const ofOutput: number[][] = Array.from({ length: forest.outputs }, () => []);
  for (const [tree, output] of forest.treeOutput.entries()) ofOutput[output]?.push(tree);
  const padded = ofOutput.map((trees) => [...trees, ...Array(-trees.length & 3).fill(-1)]);
  const order = padded.flat();
  const rows = ranks.features.reduce((sum, { thresholds }) => sum + thresholds.length + 2, 0);
  if (rows * order.length * 8 > MAX_MASK_BYTES) return { unfit: `a table of masks above ${MAX_MASK_BYTES} bytes` };
  return { ranks, order, counts: padded.map(({ length }) => length) };
}

/**
 * Places a forest for `masks` of the core (`assembly/trees/masks.ts`, MaskedForest) and returns the
 * address of its head.
 */
export function placeMasks(memory: CoreMemory, forest: Forest, { ranks, order, counts }: Masked): number {
  const rowBytes = 8 * order.length;
  const feature = memory.take(Math.max(1, ranks.features.length) * FEATURE_BYTES);
  const tables = ranks.features.map(({ thresholds }) => memory.take((thresholds.length + 2) * rowBytes));
  for (const [index, ranked] of ranks.features.entries()) {
    placeRankedFeature(memory, ranked, feature + index * FEATURE_BYTES);
    const table = tables[index] ?? 0;
    const places = new Uint32Array(memory.buffer, feature + index * FEATURE_BYTES + RANKED_BYTES, 2);
    places.set([table, table + (ranked.thresholds.length + 1) * rowBytes]);
  }
  const outputBytes = memory.place(Uint32Array.from(counts, (count) => 8 * count));
  const base = memory.place(forest.base);
  const leaves = memory.place(leafValues(forest, order));
  const ones = memory.place(new Uint8Array(rowBytes).fill(255));
  const joined = memory.take(rowBytes);
  const rows = memory.take(4 * (ranks.features.length + JOINED));
  const single = Number(forest.family === 'xgboost');
  const counted = [forest.features, forest.outputs, ranks.features.length, single, rowBytes];
  const head = memory.place(Uint32Array.from([...counted, feature, outputBytes, base, leaves, ones, joined, rows]));
  fillTables(memory, forest, ranks, order, tables);
  return head;
}

/**
 * Row r of a table: leaves that no split of the feature with a threshold below r rules out. The
 * last row: of a missing value.
 */
function fillTables(
  memory: CoreMemory,
  forest: Forest,
  ranks: Ranks,
  order: readonly number[],
  tables: readonly number[],
): void {
  const width = 2 * order.length;
  const rows = ranks.features.map(({ thresholds }, index) => {
    const words = (thresholds.length + 2) * width;
    return new Uint32Array(memory.buffer, tables[index], words).fill(0xffffffff);
  });
  for (const [place, tree] of order.entries()) {
    if (tree < 0) continue;
    forEachSplit(forest, tree, (split, firstLeaf, leaves) => {
      const index = ranks.splitFeature[split] ?? 0;
      const table = rows[index];
      if (!table) return;
      const low = ~onesFrom(firstLeaf, leaves);
      const high = ~onesFrom(firstLeaf - 32, leaves);
      const clear = (row: number) => {
        const at = row * width + 2 * place;
        table[at] = (table[at] ?? 0) & low;
        table[at + 1] = (table[at + 1] ?? 0) & high;
      };
      clear((ranks.splitThreshold[split] ?? 0) + 1);
      const missingRow = (ranks.features[index]?.thresholds.length ?? 0) + 1;
      if (!((forest.splitFlags[split] ?? 0) & SplitFlag.DEFAULT_LEFT)) clear(missingRow);
    });
  }
  for (const [index, table] of rows.entries()) {
    const end = ((ranks.features[index]?.thresholds.length ?? 0) + 1) * width;
    for (let at = width; at < end; at++) table[at] = (table[at] ?? 0) & (table[at - width] ?? 0);
  }
}

/** Bits `first` … `first + count - 1` of a 32-bit word; bits outside it are dropped. */
function onesFrom(first: number, count: number): number {
  const from = Math.max(0, first);
  const to = Math.min(32, first + count);
  if (to <= from) return 0;
  return (to - from === 32 ? -1 : (1 << (to - from)) - 1) << from;
}

/**
 * Calls `take` with each split of a tree and the leaves on its left: the number of the first one in
 * the tree, and how many.
 */
function forEachSplit(
  forest: Forest,
  tree: number,
  take: (split: number, firstLeaf: number, leaves: number) => void,
): void {
  const [root = 0, end = 0] = forest.treeSplit.subarray(tree, tree + 2);
  const first = forest.treeLeaf[tree] ?? 0;
  // Leaves under a split, from its last child back to the root: children come after their parent.
  const under = new Int32Array(end - root);
  const leftmost = new Int32Array(end - root);
  const countOf = (node: number) => (node < 0 ? 1 : (under[node - root] ?? 0));
  for (let split = end - 1; split >= root; split--) {
    const left = forest.splitLeft[split] ?? -1;
    under[split - root] = countOf(left) + countOf(forest.splitRight[split] ?? -1);
    leftmost[split - root] = left < 0 ? ~left - first : (leftmost[left - root] ?? 0);
    take(split, leftmost[split - root] ?? 0, countOf(left));
  }
}

/**
 * 64 leaf values a tree in the family's arithmetic, multiplied by XGBoost's DART weight:
 * f32(leaf·weight). A padding tree adds -0.
 */
function leafValues(forest: Forest, order: readonly number[]): Float32Array | Float64Array {
  const count = order.length * MAX_LEAVES;
  const values = forest.family === 'xgboost' ? new Float32Array(count) : new Float64Array(count);
  for (const [place, tree] of order.entries()) {
    const [first = 0, end = 0] = tree < 0 ? [] : forest.treeLeaf.subarray(tree, tree + 2);
    const weight = forest.treeWeight[tree] ?? 1;
    const at = place * MAX_LEAVES;
    if (tree < 0) values[at] = -0;
    for (let leaf = first; leaf < end; leaf++) {
      const value = forest.leafValue[leaf] ?? 0;
      values[at + leaf - first] = forest.family === 'xgboost' ? value * weight : value;
    }
  }
  return values;
}
