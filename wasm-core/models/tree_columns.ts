import type { ModelColumn } from './column.ts';
import type { Forest } from './forest.ts';

/**
 * A tree in the file's own numbering; `assembly/trees/read/build_tree.ts` describes the columns.
 */
export interface FileTree {
  readonly nodes: number;
  readonly firstSet?: number;
  readonly sets?: number;
  readonly left: ModelColumn;
  readonly right: ModelColumn;
  readonly feature: ModelColumn;
  readonly threshold: ModelColumn;
  readonly decision: ModelColumn;
  readonly cover?: ModelColumn | undefined;
  readonly set?: ModelColumn | undefined;
  readonly leafValue?: ModelColumn;
  readonly leafCover?: ModelColumn | undefined;
}

/** The columns of a forest that its trees fill; `features` is the largest feature number + 1. */
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
