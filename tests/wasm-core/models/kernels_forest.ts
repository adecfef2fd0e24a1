import type { Family, Forest } from '#core/models/forest.ts';
import { Link, SplitFlag } from '#core/models/forest.ts';

/** How a tree grows: which leaf is split next. */
export type Shape = 'full' | 'leftmost' | 'rightmost' | 'zigzag' | 'random';

export interface Grown {
  readonly family: Family;
  readonly features: number;
  readonly outputs: number;
  readonly trees: readonly { readonly leaves: number; readonly shape: Shape }[];
  /** What splits of a feature take as missing. */
  readonly missing?: number;
  /** A threshold of a feature. */
  readonly threshold: (feature: number) => number;
  readonly random: () => number;
}

interface Node {
  left?: Node;
  right?: Node;
}

/** A forest of random splits and leaves, numbered as the readers do: per tree in pre-order, left child first. */
export function grow({ family, features, outputs, trees, missing, threshold, random }: Grown): Forest {
  const round = family === 'xgboost' ? Math.fround : (x: number) => x;
  const column = { feature: [] as number[], threshold: [] as number[], left: [] as number[], right: [] as number[] };
  const flags: number[] = [];
  const leafValue: number[] = [];
  const treeSplit = [0];
  const treeLeaf = [0];
  const place = (node: Node): number => {
    if (!node.left || !node.right) return ~(leafValue.push(round(random() * 2 - 1)) - 1);
    const feature = Math.floor(random() * features);
    const split = column.feature.push(feature) - 1;
    column.threshold.push(round(threshold(feature)));
    flags.push((missing ?? SplitFlag.MISSING_NAN) | (random() < 0.5 ? SplitFlag.DEFAULT_LEFT : 0));
    column.left[split] = place(node.left);
    column.right[split] = place(node.right);
    return split;
  };
  for (const { leaves, shape } of trees) {
    place(skeleton(leaves, shape, random));
    treeSplit.push(column.feature.length);
    treeLeaf.push(leafValue.length);
  }
  const splits = column.feature.length;
  return {
    ...{ family, features, featureNames: [], outputs, link: Link.IDENTITY, linkParameter: 1, divisor: 1 },
    base: Float64Array.from({ length: outputs }, () => (family === 'xgboost' ? round(random()) : 0)),
    ...{
      objective: 'test',
      trees: trees.length,
      depth: trees.reduce((most, { leaves }) => Math.max(most, leaves - 1), 0),
    },
    treeSplit: Int32Array.from(treeSplit),
    treeLeaf: Int32Array.from(treeLeaf),
    treeOutput: Int32Array.from(trees, () => Math.floor(random() * outputs)),
    treeWeight: Float32Array.from(trees, () => (family === 'xgboost' && random() < 0.5 ? random() : 1)),
    splitFeature: Uint16Array.from(column.feature),
    splitThreshold: Float64Array.from(column.threshold),
    splitLeft: Int32Array.from(column.left),
    splitRight: Int32Array.from(column.right),
    splitFlags: Uint8Array.from(flags),
    splitCover: new Float64Array(splits).fill(1),
    leafValue: Float64Array.from(leafValue),
    leafCover: new Float64Array(leafValue.length).fill(1),
    ...{ setStart: Int32Array.of(0), setWords: new Uint32Array(0), linear: undefined, pandasCategories: [] },
  };
}

function skeleton(leaves: number, shape: Shape, random: () => number): Node {
  const root: Node = {};
  const open = [root];
  for (let count = 1; count < leaves; count++) {
    const at = {
      full: 0,
      leftmost: 0,
      rightmost: open.length - 1,
      zigzag: count % 2 ? 0 : open.length - 1,
      random: -1,
    };
    const index = shape === 'random' ? Math.floor(random() * open.length) : at[shape];
    const [node = root] = open.splice(index, 1);
    node.left = {};
    node.right = {};
    if (shape === 'full') open.push(node.left, node.right);
    else if (shape === 'leftmost') open.unshift(node.left, node.right);
    else open.push(node.left, node.right);
  }
  return root;
}

const SPECIAL = [Number.NaN, Infinity, -Infinity, 0, -0, 5e-324, -5e-324, 1e-45, 1e-35, -1e-35, 1.0000000180025095e-35];

/** Rows of missing values, infinities, zeros, numbers next to zero, thresholds of the forest and their neighbours. */
export function rowsFor(forest: Forest, count: number, random: () => number): Float64Array {
  const pick = <T>(list: ArrayLike<T>) => list[Math.floor(random() * list.length)] as T;
  const steps = [0, 0, 1, -1];
  return Float64Array.from({ length: count * forest.features }, () => {
    const kind = random();
    if (kind < 0.2) return pick(SPECIAL);
    if (kind < 0.4 || forest.splitThreshold.length === 0) return random() * 8 - 4;
    const threshold = pick(forest.splitThreshold);
    return kind < 0.7 ? neighbour(threshold, pick(steps)) : Math.fround(threshold) + pick(steps) * 2 ** -22;
  });
}

const number = new Float64Array(1);
const word = new BigInt64Array(number.buffer);

/** The f64 that is `step` steps of its bits away. */
function neighbour(x: number, step: number): number {
  if (!Number.isFinite(x) || x === 0) return x;
  number[0] = x;
  word[0] = (word[0] ?? 0n) + BigInt(step);
  return number[0];
}
