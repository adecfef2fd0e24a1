import type { TrainingOptions } from '#core/training/options.ts';

// The training in plain words, slow: every node looks at its own list of rows, every sum is made anew. Written from the arithmetic of
// docs/decisions/0018-training.md, not from the core; it shares no code with it. All f64 operations are single, in the order written.

const BLANK = -1;

export interface OracleNode {
  left: number;
  right: number;
  feature: number;
  bin: number;
  blankLeft: boolean;
  value: number;
  count: number;
  gain: number;
}

export interface OracleForest {
  readonly unit: number;
  readonly base: number;
  readonly cuts: readonly (readonly number[])[];
  readonly trees: readonly (readonly OracleNode[])[];
}

interface Grown extends OracleNode {
  readonly rows: readonly number[];
  readonly sampled: readonly number[];
  readonly sum: number;
  lowest: number;
  highest: number;
  readonly depth: number;
  children?: [Grown, Grown];
}

/** Trains on columns (f64, NaN = blank) as the core must. */
export function oracle(columns: readonly Float64Array[], target: Float64Array, options: TrainingOptions): OracleForest {
  const cuts = columns.map((column) => cutsOf(column, options.maxBin));
  const bins = columns.map((column, feature) => Array.from(column, (value) => binOf(value, cuts[feature] ?? [])));
  const largest = Math.max(1e-30, ...Array.from(target, Math.abs));
  let exponent = -200;
  while (2 ** exponent <= largest) exponent += 1;
  const unit = 2 ** (exponent - 22);
  const grid = Array.from(target, (y) => roundToEven(y / unit));
  const base = roundToEven(grid.reduce((sum, y) => sum + y, 0) / target.length);
  const residuals = grid.map((y) => y - base);
  const trees: OracleNode[][] = [];
  for (let tree = 0; tree < options.trees; tree++) {
    const context = {
      bins,
      cuts,
      residuals,
      options,
      unit,
      used: usedFeatures(columns.length, tree, options),
    };
    const rows = residuals.map((_, row) => row);
    const most = BigInt(Math.floor(options.subsample * 4294967295));
    const seen = (row: number) => options.subsample === 1 || hash(options.seed, tree, row) <= most;
    const root = grownNode(context, rows, seen, -Infinity, Infinity, 0);
    if (options.leaves > 0) growLeaves(context, root, seen);
    else growLevels(context, root, seen);
    trees.push(settle(context, root));
  }
  return { unit, base, cuts, trees };
}

interface Context {
  readonly bins: readonly (readonly number[])[];
  readonly cuts: readonly (readonly number[])[];
  readonly residuals: number[];
  readonly options: TrainingOptions;
  readonly unit: number;
  readonly used: readonly number[];
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Upper half of SplitMix64's output for a number of a stream. */
export function hash(seed: number, stream: number, number: number): bigint {
  const wrap = (value: bigint) => BigInt.asUintN(64, value);
  let z = wrap(((BigInt(seed) << 32n) | BigInt(stream)) + (BigInt(number) + 1n) * 0x9e3779b97f4a7c15n);
  z = wrap((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = wrap((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return (z ^ (z >> 31n)) >> 32n;
}

function usedFeatures(features: number, tree: number, { colsample, seed }: TrainingOptions): number[] {
  const all = Array.from({ length: features }, (_, feature) => feature);
  if (colsample === 1) return all;
  const ranked = all
    .map((feature) => ({ feature, key: hash(seed, tree, 0x80000000 + feature) }))
    .sort((a, b) => (a.key === b.key ? a.feature - b.feature : a.key < b.key ? -1 : 1));
  const chosen = ranked.slice(0, Math.max(1, roundToEven(colsample * features)));
  return chosen.map(({ feature }) => feature).sort((a, b) => a - b);
}

function cutsOf(column: Float64Array, maxBin: number): number[] {
  const values = Array.from(column, (value) => Math.fround(value) + 0)
    .filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b);
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const cuts: number[] = [];
  let rest = values.length;
  let left = maxBin;
  let gathered = 0;
  let last = 0;
  for (const [value, same] of counts) {
    const full = counts.size <= maxBin || (2 * gathered + same) * left > 2 * rest;
    if (gathered > 0 && cuts.length < maxBin - 1 && full) {
      const middle = Math.fround(last + Math.fround(Math.fround(value - last) * 0.5));
      cuts.push(last < middle && middle <= value ? middle : value);
      rest -= gathered;
      left -= 1;
      gathered = 0;
    }
    gathered += same;
    last = value;
  }
  cuts.push(Math.fround(last + Math.fround(Math.abs(last) + Math.fround(1e-5))));
  return cuts;
}

function binOf(value: number, cuts: readonly number[]): number {
  if (Number.isNaN(value)) return BLANK;
  return cuts.slice(0, -1).filter((cut) => cut <= Math.fround(value)).length;
}

function weight(sum: number, cover: number, lowest: number, highest: number): number {
  return cover > 0 ? Math.min(Math.max(sum / cover, lowest), highest) : 0;
}

function worth(sum: number, cover: number, lowest: number, highest: number): number {
  const w = weight(sum, cover, lowest, highest);
  return w * (sum + sum - cover * w);
}

type Seen = (row: number) => boolean;

function grownNode(
  context: Context,
  rows: readonly number[],
  seen: Seen,
  lowest: number,
  highest: number,
  depth: number,
): Grown {
  const sampled = rows.filter(seen);
  const sum = sampled.reduce((total, row) => total + (context.residuals[row] ?? 0), 0);
  const blank = { left: 0, right: 0, feature: 0, bin: 0, blankLeft: false, value: 0, gain: 0 };
  return { ...blank, count: sampled.length, rows, sampled, sum, lowest, highest, depth };
}

/** Finds the best split of a node, if one gains more than gamma. */
function findSplit(context: Context, node: Grown): void {
  const { bins, cuts, residuals, options, unit, used } = context;
  const { lambda, gamma } = options;
  const monotone = options.monotone.some((sign) => sign !== 0);
  const { count, sum, lowest, highest } = node;
  const fewest = Math.max(options.minChildWeight, 1);
  const cover = count + 2 * lambda;
  const centre = sum / cover;
  let best = monotone ? worth(sum, count + lambda, lowest, highest) : 0;
  let chosen: { feature: number; bin: number; blankLeft: boolean; g: number; h: number; blanks: number } | undefined;
  for (const feature of used) {
    const blanks = node.sampled.filter((row) => bins[feature]?.[row] === BLANK);
    const blankSum = blanks.reduce((total, row) => total + (residuals[row] ?? 0), 0);
    const present = node.sampled.filter((row) => bins[feature]?.[row] !== BLANK);
    for (let bin = 0; bin < (cuts[feature] ?? []).length; bin++) {
      const below = present.filter((row) => (bins[feature]?.[row] ?? 0) <= bin);
      const belowSum = below.reduce((total, row) => total + (residuals[row] ?? 0), 0);
      for (const blankLeft of blanks.length > 0 ? [false, true] : [false]) {
        const g = belowSum + (blankLeft ? blankSum : 0);
        const h = below.length + (blankLeft ? blanks.length : 0);
        if (h < fewest || h > count - fewest) continue;
        const a = h + lambda;
        const b = cover - a;
        let score: number;
        if (monotone) {
          const sign = options.monotone[feature] ?? 0;
          const left = weight(g, a, lowest, highest);
          const right = weight(sum - g, b, lowest, highest);
          if ((sign > 0 && left > right) || (sign < 0 && left < right)) continue;
          score = worth(g, a, lowest, highest) + worth(sum - g, b, lowest, highest);
        } else {
          const t = g - a * centre;
          score = (t * t) / (a * b);
        }
        if (!(score > best)) continue;
        best = score;
        chosen = { feature, bin, blankLeft, g, h, blanks: blanks.length };
      }
    }
  }
  if (!chosen) return;
  const { g, h, blanks } = chosen;
  const children = worth(g, h + lambda, lowest, highest) + worth(sum - g, count - h + lambda, lowest, highest);
  const gain = (children - worth(sum, count + lambda, lowest, highest)) * unit * unit;
  if (!(gain > Math.max(gamma, 0))) return;
  node.feature = chosen.feature;
  node.bin = chosen.bin;
  node.blankLeft = blanks > 0 ? chosen.blankLeft : 2 * h >= count;
  node.gain = gain;
}

function splitNode(context: Context, node: Grown, seen: Seen): [Grown, Grown] {
  const { bins, options } = context;
  const goesLeft = (row: number) => {
    const bin = bins[node.feature]?.[row] ?? BLANK;
    return bin === BLANK ? node.blankLeft : bin <= node.bin;
  };
  const { lowest, highest, depth } = node;
  const left = grownNode(context, node.rows.filter(goesLeft), seen, lowest, highest, depth + 1);
  const right = grownNode(
    context,
    node.rows.filter((row) => !goesLeft(row)),
    seen,
    lowest,
    highest,
    depth + 1,
  );
  const sign = options.monotone[node.feature] ?? 0;
  const weightOf = ({ sum, count }: Grown) => weight(sum, count + options.lambda, lowest, highest);
  const middle = (weightOf(left) + weightOf(right)) / 2;
  if (sign > 0) [left.highest, right.lowest] = [middle, middle];
  if (sign < 0) [left.lowest, right.highest] = [middle, middle];
  node.children = [left, right];
  return node.children;
}

function growLevels(context: Context, root: Grown, seen: Seen): void {
  let level = [root];
  for (let depth = 0; depth < context.options.depth; depth++) {
    const next: Grown[] = [];
    for (const node of level) {
      findSplit(context, node);
      if (node.gain > 0) next.push(...splitNode(context, node, seen));
    }
    level = next;
  }
}

function growLeaves(context: Context, root: Grown, seen: Seen): void {
  const { leaves: most, depth } = context.options;
  findSplit(context, root);
  const leaves = [root];
  while (leaves.length < most) {
    const best = leaves.reduce((found, leaf, index) => (leaf.gain > (leaves[found]?.gain ?? 0) ? index : found), 0);
    const node = leaves[best];
    if (!node || node.gain === 0) break;
    const [left, right] = splitNode(context, node, seen);
    leaves[best] = left;
    leaves.push(right);
    for (const child of [left, right]) if (child.depth < depth) findSplit(context, child);
  }
  for (const leaf of leaves) leaf.gain = 0;
}

/** Subtracts the leaves from the residuals and lists the tree level by level. */
function settle({ residuals, options }: Context, root: Grown): OracleNode[] {
  const queue = [root];
  const nodes: OracleNode[] = [];
  for (const node of queue) {
    const place = queue.length;
    const { feature, bin, blankLeft, count, gain } = node;
    if (node.children) {
      queue.push(...node.children);
      nodes.push({ left: place, right: place + 1, feature, bin, blankLeft, value: 0, count, gain });
      continue;
    }
    const w = weight(node.sum, node.count + options.lambda, node.lowest, node.highest);
    const value = roundToEven(options.eta * w);
    for (const row of node.rows) residuals[row] = (residuals[row] ?? 0) - value;
    nodes.push({ left: 0, right: 0, feature: 0, bin: 0, blankLeft: false, value, count, gain: 0 });
  }
  return nodes;
}
