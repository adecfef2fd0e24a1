import { COMPACT_MAGIC, type CompactHead } from './compact.ts';
import { CompactReader } from './compact_bytes.ts';
import { type Forest, type LinearLeaves, Link, SplitFlag } from './forest.ts';
import {
  MAX_FEATURES,
  MAX_LINEAR_TERMS,
  MAX_NODES,
  MAX_OUTPUTS,
  MAX_SET_WORDS,
  MAX_SETS,
  MAX_TREES,
} from './limits.ts';
import { corrupt } from './refused.ts';

/** Whether bytes begin with the magic of the compact form. */
export function isCompact(bytes: Uint8Array): boolean {
  return COMPACT_MAGIC.every((byte, at) => bytes[at] === byte);
}

/** Reads the compact form of `writeCompact`. Throws ModelRefused if it is damaged. */
export function readCompact(bytes: Uint8Array): Forest {
  const reader = new CompactReader(bytes);
  reader.bytes(COMPACT_MAGIC.length);
  const head = readHead(reader);
  const { splits, leaves, trees } = head;
  const base = reader.planes(head.outputs, Float64Array);
  const shape = readShape(reader.bytes((splits + leaves + 7) >> 3), head);
  const splitFeature = reader.planes(splits, Uint16Array);
  const splitFlags = reader.planes(splits, Uint8Array);
  const splitThreshold = readThresholds(reader, head, splitFeature, splitFlags);
  const leafValue =
    head.family === 'xgboost'
      ? Float64Array.from(reader.planes(leaves, Float32Array))
      : reader.planes(leaves, Float64Array);
  const treeOutput = reader.planes(trees, Int32Array);
  const treeWeight = reader.planes(trees, Float32Array);
  const setStart = reader.planes(head.sets + 1, Int32Array);
  const setWords = reader.planes(head.setWords, Uint32Array);
  const linear = head.linearTerms === null ? undefined : readLinear(reader, head, head.linearTerms);
  const [splitCover, leafCover] = [splits, leaves].map((count) =>
    head.covers ? reader.planes(count, Float64Array) : new Float64Array(count),
  );
  reader.end();
  if (treeOutput.some((output) => output < 0 || output >= head.outputs)) throw corrupt('лишний выход');
  if (!ascending(setStart, setWords.length)) throw corrupt('наборы категорий не согласованы');
  return {
    ...head,
    base,
    ...shape,
    ...{ treeOutput, treeWeight, splitFeature, splitFlags, splitThreshold, leafValue, setStart, setWords, linear },
    splitCover: splitCover ?? new Float64Array(splits),
    leafCover: leafCover ?? new Float64Array(leaves),
  };
}

function readHead(reader: CompactReader): CompactHead {
  const text = new TextDecoder().decode(reader.bytes(reader.u32()));
  const head = parse(text);
  const { features, outputs, trees, splits, leaves, sets, setWords, linearTerms } = head;
  const limits: readonly (readonly [number, number])[] = [
    ...([
      [features, MAX_FEATURES],
      [outputs, MAX_OUTPUTS],
      [trees, MAX_TREES],
    ] as const),
    ...([
      [splits + leaves, MAX_NODES],
      [sets, MAX_SETS],
      [setWords, MAX_SET_WORDS],
    ] as const),
    ...([
      [splits, MAX_NODES],
      [leaves, MAX_NODES],
      [linearTerms ?? 0, MAX_LINEAR_TERMS],
    ] as const),
  ];
  const sound = limits.every(([count, limit]) => Number.isInteger(count) && count >= 0 && count <= limit);
  if (!sound || features === 0 || !isKnown(head)) throw corrupt('заголовок не согласован');
  return head;
}

/**
 * Whether the scalars other than lengths have their types and known values.
 */
function isKnown({
  family,
  link,
  linkParameter,
  divisor,
  objective,
  featureNames,
  pandasCategories,
}: CompactHead): boolean {
  const families: readonly unknown[] = ['xgboost', 'lightgbm'];
  const links: readonly unknown[] = Object.values(Link);
  const named = Array.isArray(featureNames) && featureNames.every((name) => typeof name === 'string');
  const sorted = Array.isArray(pandasCategories) && pandasCategories.every((column) => Array.isArray(column));
  const scaled = Number.isFinite(linkParameter) && Number.isFinite(divisor) && divisor >= 1;
  return (
    families.includes(family) && links.includes(link) && scaled && typeof objective === 'string' && named && sorted
  );
}

function parse(text: string): CompactHead {
  try {
    return JSON.parse(text);
  } catch {
    throw corrupt('заголовок записан неверно');
  }
}

type Shape = Pick<Forest, 'treeSplit' | 'treeLeaf' | 'splitLeft' | 'splitRight' | 'depth'>;

/**
 * Derives children from the bits: the left child follows its node, the right child follows the last
 * node of the left subtree.
 */
function readShape(bits: Uint8Array, { trees, splits, leaves }: CompactHead): Shape {
  const treeSplit = new Int32Array(trees + 1);
  const treeLeaf = new Int32Array(trees + 1);
  const children = [new Int32Array(splits), new Int32Array(splits)] as const;
  // Splits whose right child has not been read yet, and their depths.
  const open = new Int32Array(splits + 1);
  const depths = new Int32Array(splits + 1);
  let [split, leaf, at, depth] = [0, 0, 0, 0];
  for (let tree = 0; tree < trees; tree++) {
    let waiting = 0;
    let parent = -1;
    let level = 0;
    do {
      const isSplit = ((bits[at >> 3] ?? 0) >> (at & 7)) & 1;
      at++;
      if (isSplit ? split === splits : leaf === leaves) throw corrupt('форма деревьев не согласована');
      const node = isSplit ? split++ : ~leaf++;
      if (parent >= 0) children[0][parent] = node;
      else if (waiting > 0 && parent === -2) children[1][open[--waiting] ?? 0] = node;
      level = parent === -2 ? (depths[waiting] ?? 0) + 1 : parent >= 0 ? level + 1 : 0;
      if (isSplit) {
        open[waiting] = node;
        depths[waiting++] = level;
      }
      depth = Math.max(depth, isSplit ? 0 : level);
      parent = isSplit ? node : -2;
    } while (parent >= 0 || waiting > 0);
    treeSplit[tree + 1] = split;
    treeLeaf[tree + 1] = leaf;
  }
  if (split !== splits || leaf !== leaves) throw corrupt('форма деревьев не согласована');
  return { treeSplit, treeLeaf, splitLeft: children[0], splitRight: children[1], depth };
}

function readThresholds(
  reader: CompactReader,
  { family, features, splits, sets }: CompactHead,
  splitFeature: Uint16Array,
  splitFlags: Uint8Array,
): Float64Array {
  const numbers = reader.planes(splits, Uint32Array);
  const counts = reader.planes(features, Uint32Array);
  const starts = new Float64Array(features + 1);
  for (const [feature, count] of counts.entries()) starts[feature + 1] = (starts[feature] ?? 0) + count;
  const all = starts[features] ?? 0;
  const values = family === 'xgboost' ? reader.planes(all, Float32Array) : reader.planes(all, Float64Array);
  const thresholds = new Float64Array(splits);
  for (let split = 0; split < splits; split++) {
    const number = numbers[split] ?? 0;
    const feature = splitFeature[split] ?? 0;
    const categorical = ((splitFlags[split] ?? 0) & SplitFlag.CATEGORICAL) !== 0;
    if (feature >= features || number >= (categorical ? sets : (counts[feature] ?? 0))) throw corrupt(`узел ${split}`);
    thresholds[split] = categorical ? number : (values[(starts[feature] ?? 0) + number] ?? 0);
  }
  return thresholds;
}

function readLinear(reader: CompactReader, { leaves, features }: CompactHead, terms: number): LinearLeaves {
  const constant = reader.planes(leaves, Float64Array);
  const start = reader.planes(leaves + 1, Int32Array);
  const feature = reader.planes(terms, Int32Array);
  const coefficient = reader.planes(terms, Float64Array);
  const isValid = feature.every((number) => number >= 0 && number < features);
  if (!isValid || !ascending(start, terms)) throw corrupt('линейные листья не согласованы');
  return { constant, start, feature, coefficient };
}

/** Whether `offsets` ascend from 0 to `end`. */
function ascending(offsets: Int32Array, end: number): boolean {
  return (
    offsets[0] === 0 &&
    offsets.at(-1) === end &&
    offsets.every((offset, i) => i === 0 || offset >= (offsets[i - 1] ?? 0))
  );
}
