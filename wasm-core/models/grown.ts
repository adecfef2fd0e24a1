import type { Column } from './column.ts';

/** A tree as the file has it; what the columns hold stands in `assembly/trees/read/plant.ts`. */
export interface FileTree {
  readonly nodes: number;
  readonly firstSet?: number;
  readonly sets?: number;
  readonly left: Column;
  readonly right: Column;
  readonly feature: Column;
  readonly threshold: Column;
  readonly decision: Column;
  readonly cover?: Column | undefined;
  readonly set?: Column | undefined;
  readonly leafValue?: Column;
  readonly leafCover?: Column | undefined;
}

/** The part of a forest that its trees make. */
export interface Grown {
  readonly trees: number;
  readonly treeSplit: Int32Array;
  readonly treeLeaf: Int32Array;
  readonly depth: number;
  /** Largest feature number + 1. */
  readonly features: number;
  readonly splitFeature: Uint16Array;
  readonly splitThreshold: Float64Array;
  readonly splitLeft: Int32Array;
  readonly splitRight: Int32Array;
  readonly splitFlags: Uint8Array;
  readonly splitCover: Float64Array;
  readonly leafValue: Float64Array;
  readonly leafCover: Float64Array;
  readonly setStart: Int32Array;
  readonly setWords: Uint32Array;
}
