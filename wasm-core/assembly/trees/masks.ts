// Evaluation by masks of reachable leaves, for single rows: for each feature and rank, a table has
// one word per tree with the leaves that no split of that feature excludes. The lowest bit of the
// AND over all features is the row's leaf.
// Lucchese et al., "QuickScorer", SIGIR 2015; here the masks of all splits of a feature are
// combined in advance.

import { Pair, RankedFeature } from './ranks';

/** Number of features that one pass combines. */
const JOINED: u32 = 8;

@unmanaged
class MaskedFeature extends RankedFeature {
  /** u64[thresholds + 1][trees]: masks by rank. */
  masks: usize;
  /** u64[trees]: masks of a missing value. */
  missingMasks: usize;
}

/**
 * The head; `models/masks.ts` writes it and has the same list. Trees are sorted by output and
 * padded to a multiple of four.
 */
@unmanaged
class MaskedForest {
  columns: u32;
  outputs: u32;
  features: u32;
  /** 1 where the sums are f32 (XGBoost), 0 where f64 (LightGBM). */
  single: u32;
  /** Bytes of the masks of all trees, 8 per tree. */
  rowBytes: u32;
  /** MaskedFeature[features]. */
  feature: usize;
  /** u32[outputs]: bytes of the masks of the output's trees. */
  outputBytes: usize;
  /** f64[outputs]. */
  base: usize;
  /** f32 or f64 [trees][64], leaves from left to right. */
  leaves: usize;
  /** u64[trees], all ones. */
  ones: usize;
  /** u64[trees]: the masks combined so far. */
  joined: usize;
  /** usize[features + JOINED]: addresses of the masks of the current row. */
  rows: usize;
}

/**
 * Raw scores of `rows` rows: f64[rows][outputs] to `out` from f64[rows][columns] at `values`.
 * XGBoost: s = f32(s + leaf) from the base
 * on; LightGBM: s = s + leaf in f64 from 0 on.
 */
export function masks(head: usize, values: usize, rows: u32, out: usize): void {
  const forest = changetype<MaskedForest>(head);
  for (; rows; rows--) {
    findMasks(forest, values);
    const last = joinMasks(forest);
    if (forest.single) {
      if (forest.features < JOINED) Sum.write<f32>(forest, last, out, true);
      else Sum.write<f32>(forest, last, out, false);
    } else Sum.write<f64>(forest, last, out, false);
    values += (<usize>forest.columns) << 3;
    out += (<usize>forest.outputs) << 3;
  }
}

/**
 * Writes the addresses of the masks of the row's values, feature by feature, then those of all
 * ones.
 */
function findMasks(forest: MaskedForest, values: usize): void {
  let to = forest.rows;
  const rowBytes = <usize>forest.rowBytes;
  let at = forest.feature;
  for (let index: u32 = 0; index < forest.features; index++, at += offsetof<MaskedFeature>(), to += 4) {
    const feature = changetype<MaskedFeature>(at);
    const value = values + ((<usize>feature.column) << 3);
    const pair = Pair.load(value, value, <bool>forest.single);
    const absent = v128.any_true(Pair.missing(pair, feature.missing));
    const known = feature.missing ? pair : v128.and(pair, f64x2.eq(pair, pair));
    const low = f64x2.splat(feature.low);
    const scale = f64x2.splat(feature.scale);
    const cell = i32x4.extract_lane(Pair.cells(known, low, scale, f64x2.splat(feature.last)), 0);
    const rank = Pair.rank(feature.values, feature.grid, feature.step, f64x2.extract_lane(known, 0), cell);
    store<usize>(to, absent ? feature.missingMasks : feature.masks + rowBytes * rank);
  }
  for (const end = to + JOINED * 4; to < end; to += 4) store<usize>(to, forest.ones);
}

/** Combines masks until at most eight are left; returns the address of their list. */
function joinMasks(forest: MaskedForest): usize {
  let rows = forest.rows;
  const joined = forest.joined;
  for (let left = forest.features; left > JOINED; left -= JOINED - 1) {
    for (let offset: usize = 0; offset < forest.rowBytes; offset += 16) {
      let mask = v128.load(load<usize>(rows) + offset);
      for (let at = rows + 4; at < rows + JOINED * 4; at += 4)
        mask = v128.and(mask, v128.load(load<usize>(at) + offset));
      v128.store(joined + offset, mask);
    }
    rows += (JOINED - 1) * 4;
    store<usize>(rows, joined);
  }
  return rows;
}

/** The inner loop, inlined for both types of sums. */
class Sum {
  /** s = s + leaf in the arithmetic of T, tree by tree, for each output. */
  @inline
  static write<T>(forest: MaskedForest, rows: usize, out: usize, isSeven: bool): void {
    let a = load<usize>(rows);
    let b = load<usize>(rows, 4);
    let c = load<usize>(rows, 8);
    let d = load<usize>(rows, 12);
    let e = load<usize>(rows, 16);
    let f = load<usize>(rows, 20);
    let g = load<usize>(rows, 24);
    let h = load<usize>(rows, 28);
    let leaves = forest.leaves;
    for (let output: usize = 0; output < forest.outputs; output++) {
      let sum = <T>load<f64>(forest.base + (output << 3));
      for (const end = a + load<u32>(forest.outputBytes + (output << 2)); a < end; a += 32) {
        // Four trees per iteration: the addresses advance half as often as with two.
        let low = v128.and(v128.and(v128.load(a), v128.load(b)), v128.and(v128.load(c), v128.load(d)));
        const gh = isSeven ? v128.load(g) : v128.and(v128.load(g), v128.load(h));
        low = v128.and(low, v128.and(v128.and(v128.load(e), v128.load(f)), gh));
        let high = v128.and(v128.and(v128.load(a, 16), v128.load(b, 16)), v128.and(v128.load(c, 16), v128.load(d, 16)));
        const highGh = isSeven ? v128.load(g, 16) : v128.and(v128.load(g, 16), v128.load(h, 16));
        high = v128.and(high, v128.and(v128.and(v128.load(e, 16), v128.load(f, 16)), highGh));
        sum += load<T>(leaves + <usize>ctz(i64x2.extract_lane(low, 0)) * sizeof<T>());
        sum += load<T>(leaves + <usize>ctz(i64x2.extract_lane(low, 1)) * sizeof<T>(), 64 * sizeof<T>());
        sum += load<T>(leaves + <usize>ctz(i64x2.extract_lane(high, 0)) * sizeof<T>(), 128 * sizeof<T>());
        sum += load<T>(leaves + <usize>ctz(i64x2.extract_lane(high, 1)) * sizeof<T>(), 192 * sizeof<T>());
        leaves += 256 * sizeof<T>();
        b += 32;
        c += 32;
        d += 32;
        e += 32;
        f += 32;
        g += 32;
        if (!isSeven) h += 32;
      }
      store<f64>(out + (output << 3), <f64>sum);
    }
  }
}
