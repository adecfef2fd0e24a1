import type { Column } from './column.ts';
import type { Forest } from './forest.ts';

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

/** The part of a forest that its trees make; `features` is the largest feature number + 1. */
export type Grown = Pick<
  Forest,
  | 'trees'
  | 'treeSplit'
  | 'treeLeaf'
  | 'depth'
  | 'features'
  | 'splitFeature'
  | 'splitThreshold'
  | 'splitLeft'
  | 'splitRight'
  | 'splitFlags'
  | 'splitCover'
  | 'leafValue'
  | 'leafCover'
  | 'setStart'
  | 'setWords'
>;
