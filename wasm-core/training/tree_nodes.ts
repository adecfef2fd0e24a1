import type { CoreMemory } from '../core_memory.ts';

/** Bytes of a node in the core's list; fields as in `assembly/training/node.ts`. */
const NODE_BYTES = 72;

/** A node of a tree; `left` is 0 for a leaf. Children follow their parent, level by level. */
export interface GrownNode {
  readonly left: number;
  readonly right: number;
  /** The split: bins up to `bin` go left; blanks go left if `blankLeft`. */
  readonly feature: number;
  readonly bin: number;
  readonly blankLeft: boolean;
  /** Value of a leaf, in units of the grid. */
  readonly value: number;
  /** Count of the sampled rows of the node. */
  readonly count: number;
  /** Gain of the split, squared units of the target. */
  readonly gain: number;
}

export type GrownTree = readonly GrownNode[];

/** Reads and removes the `trees` trees that the core has grown since the last call. */
export function readTrees(memory: CoreMemory, trees: number): GrownTree[] {
  const total = memory.function('training_node_count')();
  const view = new DataView(memory.buffer, memory.function('training_nodes')(), total * NODE_BYTES);
  const result: GrownTree[] = [];
  for (let first = 0; result.length < trees; ) {
    const { tree, nodes } = readTree(view, first);
    result.push(tree);
    first += nodes;
  }
  memory.function('training_take_nodes')();
  return result;
}

/** The tree whose root is node `first` of the list, its nodes level by level, left to right. */
function readTree(view: DataView, first: number): { tree: GrownTree; nodes: number } {
  const tree: GrownNode[] = [];
  const queue = [0];
  for (const index of queue) {
    const at = (first + index) * NODE_BYTES;
    const left = view.getInt32(at, true);
    const place = queue.length;
    if (left > 0) queue.push(left, view.getInt32(at + 4, true));
    tree.push({
      left: left > 0 ? place : 0,
      right: left > 0 ? place + 1 : 0,
      feature: view.getInt32(at + 8, true),
      bin: view.getInt32(at + 12, true),
      blankLeft: view.getInt32(at + 16, true) !== 0,
      value: view.getInt32(at + 20, true),
      count: view.getInt32(at + 24, true),
      gain: view.getFloat64(at + 48, true),
    });
  }
  return { tree, nodes: queue.length };
}
