import type { CoreMemory } from '../core_memory.ts';
import type { Forest } from './forest.ts';

/**
 * Index of each 32-bit word of the image's head; `assembly/trees/forest.ts` has the same list.
 */
export const ImageWord = {
  /** 0 XGBoost, 1 LightGBM. */
  FAMILY: 0,
  FEATURES: 1,
  OUTPUTS: 2,
  TREES: 3,
  SPLITS: 4,
  LEAVES: 5,
  LINK: 6,
  /** 1 for linear leaves, else 0. */
  LINEAR: 7,
  /** Addresses from here on: f64 divisor, f64 link parameter, f64 base per output. */
  SCALARS: 8,
  TREE_SPLIT: 9,
  TREE_LEAF: 10,
  TREE_OUTPUT: 11,
  TREE_WEIGHT: 12,
  SPLIT_FEATURE: 13,
  SPLIT_THRESHOLD: 14,
  SPLIT_LEFT: 15,
  SPLIT_RIGHT: 16,
  SPLIT_FLAGS: 17,
  SPLIT_COVER: 18,
  LEAF_VALUE: 19,
  LEAF_COVER: 20,
  SET_START: 21,
  SET_WORDS: 22,
  LINEAR_CONSTANT: 23,
  LINEAR_START: 24,
  LINEAR_FEATURE: 25,
  LINEAR_COEFFICIENT: 26,
} as const;

const HEAD_WORDS = 27;

/**
 * Copies a forest to the core's memory and returns the address of its head: `HEAD_WORDS` 32-bit
 * words. Those from SCALARS on are addresses of the columns of `Forest`, aligned to 16 bytes, with
 * the same element types.
 */
export function placeForest(memory: CoreMemory, forest: Forest): number {
  const head = new Uint32Array(HEAD_WORDS);
  head[ImageWord.FAMILY] = forest.family === 'xgboost' ? 0 : 1;
  head[ImageWord.FEATURES] = forest.features;
  head[ImageWord.OUTPUTS] = forest.outputs;
  head[ImageWord.TREES] = forest.trees;
  head[ImageWord.SPLITS] = forest.splitFeature.length;
  head[ImageWord.LEAVES] = forest.leafValue.length;
  head[ImageWord.LINK] = forest.link;
  head[ImageWord.LINEAR] = forest.linear ? 1 : 0;
  head[ImageWord.SCALARS] = memory.place(Float64Array.of(forest.divisor, forest.linkParameter, ...forest.base));
  const columns = [
    forest.treeSplit,
    forest.treeLeaf,
    forest.treeOutput,
    forest.treeWeight,
    forest.splitFeature,
    forest.splitThreshold,
    forest.splitLeft,
    forest.splitRight,
    forest.splitFlags,
    forest.splitCover,
    forest.leafValue,
    forest.leafCover,
    forest.setStart,
    forest.setWords,
    ...(forest.linear
      ? [forest.linear.constant, forest.linear.start, forest.linear.feature, forest.linear.coefficient]
      : []),
  ];
  for (const [index, column] of columns.entries()) head[ImageWord.TREE_SPLIT + index] = memory.place(column);
  return memory.place(head);
}
