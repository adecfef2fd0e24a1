// The compact form: a forest in few bytes for the transfer to the browser, in particular after
// brotli.
// Predictions are the same bits.
//
// magic · u32 length and JSON of the scalars · base · a bit per node in pre-order, 1 at a split ·
// per split feature, flags and the number of its threshold among the feature's own (or of its
// category set) · the features' thresholds · leaf values · output and weight per tree · category
// sets · linear leaves · covers, if asked for. Columns are stored as planes of bytes.

import { CompactWriter } from './compact_bytes.ts';
import { type Forest, SplitFlag } from './forest.ts';

/** First bytes of the compact form; the last one is its version. */
export const COMPACT_MAGIC = Uint8Array.of(0x89, 0x54, 0x52, 0x45, 0x45, 0x53, 0x0a, 1);

/** The scalars of a forest, and the lengths of its columns. */
export interface CompactHead
  extends Pick<
    Forest,
    | 'family'
    | 'features'
    | 'featureNames'
    | 'outputs'
    | 'link'
    | 'linkParameter'
    | 'divisor'
    | 'objective'
    | 'trees'
    | 'pandasCategories'
  > {
  readonly splits: number;
  readonly leaves: number;
  readonly sets: number;
  readonly setWords: number;
  /** Count of the terms of linear leaves; null for constant leaves. */
  readonly linearTerms: number | null;
  readonly covers: boolean;
}

/**
 * Writes a forest in the compact form. Contributions need covers, which add about half to its size.
 */
export function writeCompact(forest: Forest, { covers = false }: { covers?: boolean } = {}): Uint8Array<ArrayBuffer> {
  const writer = new CompactWriter();
  const text = new TextEncoder().encode(JSON.stringify(headOf(forest, covers)));
  writer.bytes(COMPACT_MAGIC);
  writer.u32(text.length);
  writer.bytes(text);
  writer.planes(forest.base);
  writer.bytes(shapeOf(forest));
  writer.planes(forest.splitFeature);
  writer.planes(forest.splitFlags);
  writeThresholds(writer, forest);
  writer.planes(forest.family === 'xgboost' ? Float32Array.from(forest.leafValue) : forest.leafValue);
  writer.planes(forest.treeOutput);
  writer.planes(forest.treeWeight);
  writer.planes(forest.setStart);
  writer.planes(forest.setWords);
  if (forest.linear) {
    writer.planes(forest.linear.constant);
    writer.planes(forest.linear.start);
    writer.planes(forest.linear.feature);
    writer.planes(forest.linear.coefficient);
  }
  if (covers) {
    writer.planes(forest.splitCover);
    writer.planes(forest.leafCover);
  }
  return writer.finish();
}

function headOf(forest: Forest, covers: boolean): CompactHead {
  const { family, features, featureNames, outputs, link, linkParameter, divisor, objective, trees } = forest;
  return {
    ...{ family, features, featureNames, outputs, link, linkParameter, divisor, objective, trees },
    pandasCategories: forest.pandasCategories,
    splits: forest.splitFeature.length,
    leaves: forest.leafValue.length,
    sets: forest.setStart.length - 1,
    setWords: forest.setWords.length,
    linearTerms: forest.linear?.feature.length ?? null,
    covers,
  };
}

/**
 * A bit per node in pre-order, lowest bit of a byte first. Splits and leaves have the same order.
 */
function shapeOf({ trees, treeSplit, treeLeaf, splitLeft, splitRight }: Forest): Uint8Array {
  const bits = new Uint8Array(((treeSplit[trees] ?? 0) + (treeLeaf[trees] ?? 0) + 7) >> 3);
  let at = 0;
  for (let tree = 0; tree < trees; tree++) {
    const first = treeSplit[tree] ?? 0;
    const open = [first < (treeSplit[tree + 1] ?? 0) ? first : -1];
    for (let node = open.pop(); node !== undefined; node = open.pop(), at++) {
      if (node < 0) continue;
      bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
      open.push(splitRight[node] ?? -1, splitLeft[node] ?? -1);
    }
  }
  return bits;
}

/**
 * Writes the index of each split's threshold, then the count of thresholds of each feature, then
 * the thresholds' bits.
 */
function writeThresholds(writer: CompactWriter, forest: Forest): void {
  const tables = Array.from({ length: forest.features }, () => new Map<number, number>());
  const negativeZeros = Array.from({ length: forest.features }, () => -1);
  const values: number[][] = tables.map(() => []);
  for (const feature of sortedSplits(forest)) {
    const table = tables[feature.feature];
    const list = values[feature.feature];
    if (!table || !list) continue;
    // A Map treats -0 as 0, so -0 has its own index.
    if (Object.is(feature.threshold, -0)) {
      if (negativeZeros[feature.feature] === -1) negativeZeros[feature.feature] = list.push(-0) - 1;
    } else if (!table.has(feature.threshold)) table.set(feature.threshold, list.push(feature.threshold) - 1);
  }
  const numbers = Uint32Array.from(forest.splitThreshold, (threshold, split) => {
    if ((forest.splitFlags[split] ?? 0) & SplitFlag.CATEGORICAL) return threshold;
    const feature = forest.splitFeature[split] ?? 0;
    return (Object.is(threshold, -0) ? negativeZeros[feature] : tables[feature]?.get(threshold)) ?? 0;
  });
  writer.planes(numbers);
  writer.planes(Uint32Array.from(values, ({ length }) => length));
  const all = values.flat();
  writer.planes(forest.family === 'xgboost' ? Float32Array.from(all) : Float64Array.from(all));
}

/** Numeric splits in ascending order of threshold, so that close thresholds get close indexes. */
function sortedSplits(forest: Forest): readonly { feature: number; threshold: number }[] {
  const splits: { feature: number; threshold: number }[] = [];
  for (const [split, threshold] of forest.splitThreshold.entries()) {
    if ((forest.splitFlags[split] ?? 0) & SplitFlag.CATEGORICAL) continue;
    splits.push({ feature: forest.splitFeature[split] ?? 0, threshold });
  }
  return splits.sort((a, b) => a.threshold - b.threshold);
}
