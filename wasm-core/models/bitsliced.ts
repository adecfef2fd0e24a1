import type { CoreMemory } from '../core_memory.ts';
import { ALWAYS, MAX_PLANES, NEVER, type Operation, type SlicedTree, sliceTree } from './bitsliced_tree.ts';
import { type Forest, SplitFlag } from './forest.ts';
import { placeRankedFeature, RANKED_BYTES } from './rank_grid.ts';
import { type Ranks, rankSplits, type Unfit } from './ranks.ts';

/** Rows of a block in the core: four slices of 128. */
export const BLOCK_ROWS = 512;

/** Bytes of an entry of the comparison table: one bit per row of a block. */
const ENTRY_BYTES = BLOCK_ROWS / 8;

/** Largest comparison table, bytes. */
export const MAX_TABLE_BYTES = 4 * 1024 * 1024;

/** Most outputs; each keeps 512 sums in the cache. */
export const MAX_BITSLICED_OUTPUTS = 64;

const FEATURE_BYTES = RANKED_BYTES + 8;
const TREE_WORDS = 6;
const PROGRAM = 16;

/** A checked forest, ready for `placeBitsliced`. */
export interface Bitsliced {
  readonly ranks: Ranks;
  readonly trees: readonly SlicedTree[];
}

/** Prepares a forest for the bit-sliced kernel, or returns why it does not fit. */
export function sliceForest(forest: Forest, ranks: Ranks | Unfit = rankSplits(forest)): Bitsliced | Unfit {
  if ('unfit' in ranks) return ranks;
  if (forest.outputs > MAX_BITSLICED_OUTPUTS) return { unfit: `more than ${MAX_BITSLICED_OUTPUTS} outputs` };
  const thresholds = ranks.features.reduce((sum, feature) => sum + feature.thresholds.length, 0);
  if (2 * thresholds * ENTRY_BYTES > MAX_TABLE_BYTES) {
    return { unfit: `a table of comparisons above ${MAX_TABLE_BYTES} bytes` };
  }
  const trees: SlicedTree[] = [];
  for (let tree = 0; tree < forest.trees; tree++) {
    const sliced = sliceTree(forest, tree);
    if (!sliced) return { unfit: `more than ${2 ** MAX_PLANES} leaves in tree ${tree}` };
    trees.push(sliced);
  }
  return { ranks, trees };
}

/**
 * Places a forest for `bitsliced` of the core (`assembly/trees/bitsliced.ts`, SlicedForest) and
 * returns the address of its head.
 */
export function placeBitsliced(memory: CoreMemory, forest: Forest, { ranks, trees }: Bitsliced): number {
  const single = forest.family === 'xgboost';
  const table = placeTable(memory, forest, ranks);
  const sums = takeLines(memory, forest.outputs * BLOCK_ROWS * (single ? 4 : 8));
  const masks = takeLines(memory, trees.reduce((most, { slots = 0 }) => Math.max(most, slots), 1) * ENTRY_BYTES);
  const records = new Uint32Array(trees.length * TREE_WORDS);
  for (const [index, tree] of trees.entries()) {
    const leaves = leafValues(forest, index, tree.leaves);
    const nodes = tree.levels
      ? Uint32Array.from(tree.levels, table.entry)
      : operations(tree.program ?? [], table.entry, masks);
    const output = forest.treeOutput[index] ?? 0;
    records.set(
      [
        tree.levels ? tree.planes - 3 : PROGRAM,
        tree.program?.length ?? 0,
        memory.place(nodes),
        memory.place(leaves),
        leaves.byteLength,
        sums + output * BLOCK_ROWS * (single ? 4 : 8),
      ],
      index * TREE_WORDS,
    );
  }
  const tallest = ranks.features.reduce((most, { thresholds }) => Math.max(most, thresholds.length), 0) + 2;
  const byRank = takeLines(memory, tallest * ENTRY_BYTES);
  new Uint8Array(memory.buffer, byRank, tallest * ENTRY_BYTES).fill(0);
  const narrow = single && trees.every(({ planes }) => planes <= 6);
  const places = [table.features, memory.place(records), memory.place(forest.base), sums, byRank, masks];
  const counts = [forest.features, forest.outputs, ranks.features.length, trees.length, Number(single), Number(narrow)];
  return memory.place(Uint32Array.from([...counts, ...places]));
}

/** Allocates memory aligned to a cache line: each entry fills one line. */
function takeLines(memory: CoreMemory, bytes: number): number {
  return Math.ceil(memory.take(bytes + ENTRY_BYTES) / ENTRY_BYTES) * ENTRY_BYTES;
}

interface Table {
  /** Address of the features' records. */
  readonly features: number;
  /** Address of the entry of a split, of `NEVER` or of `ALWAYS`. */
  readonly entry: (split: number) => number;
}

/** Entries per feature and default direction, of those directions that occur; 0 elsewhere. */
function placeTable(memory: CoreMemory, forest: Forest, ranks: Ranks): Table {
  const features = memory.take(Math.max(1, ranks.features.length) * FEATURE_BYTES);
  const never = memory.place(new Uint8Array(ENTRY_BYTES));
  const always = memory.place(new Uint8Array(ENTRY_BYTES).fill(255));
  const used = new Uint8Array(2 * ranks.features.length);
  const versionOf = (split: number) => {
    const feature = ranks.splitFeature[split] ?? 0;
    // Without missing values the default direction has no effect.
    const asked = ranks.features[feature]?.missing && !((forest.splitFlags[split] ?? 0) & SplitFlag.DEFAULT_LEFT);
    return 2 * feature + (asked ? 1 : 0);
  };
  for (let split = 0; split < forest.splitFeature.length; split++) used[versionOf(split)] = 1;
  const versions = Uint32Array.from(used, (isUsed, version) =>
    isUsed ? takeLines(memory, (ranks.features[version >> 1]?.thresholds.length ?? 0) * ENTRY_BYTES) : 0,
  );
  for (const [index, feature] of ranks.features.entries()) {
    const at = features + index * FEATURE_BYTES;
    placeRankedFeature(memory, feature, at);
    new Uint32Array(memory.buffer, at + RANKED_BYTES, 2).set(versions.subarray(2 * index, 2 * index + 2));
  }
  const entry = (split: number) => {
    if (split === NEVER) return never;
    if (split === ALWAYS) return always;
    return (versions[versionOf(split)] ?? 0) + (ranks.splitThreshold[split] ?? 0) * ENTRY_BYTES;
  };
  return { features, entry };
}

function operations(program: readonly Operation[], entry: (split: number) => number, masks: number): Uint32Array {
  return Uint32Array.from(
    program.flatMap(({ split, rows, right, plane }) => [
      entry(split),
      masks + rows * ENTRY_BYTES,
      masks + right * ENTRY_BYTES,
      plane * ENTRY_BYTES,
    ]),
  );
}

/**
 * Leaf values by code, in the family's arithmetic, padded to whole cache lines and multiplied by
 * XGBoost's DART weight: f32(leaf·weight).
 */
function leafValues(forest: Forest, tree: number, leaves: Int32Array): Float32Array | Float64Array {
  const weight = forest.treeWeight[tree] ?? 1;
  const numberOf = (leaf: number) => (leaf < 0 ? 0 : (forest.leafValue[leaf] ?? 0));
  if (forest.family === 'lightgbm') {
    const values = new Float64Array(Math.ceil(leaves.length / 8) * 8);
    values.set(Array.from(leaves, numberOf));
    return values;
  }
  const values = new Float32Array(Math.ceil(leaves.length / 16) * 16);
  values.set(Array.from(leaves, (leaf) => Math.fround(numberOf(leaf) * weight)));
  return values;
}
