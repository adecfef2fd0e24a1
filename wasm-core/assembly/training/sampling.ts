// Samples rows and features of a tree by a hash of seed, tree and number, so that the result does
// not depend on any order.

import { Data, UNSAMPLED } from './layout';
import { Options } from './options';

/** Stream of the hashes of features, different from that of rows: row numbers have 20 bits. */
const FEATURE_BIT: u32 = 0x80000000;

/**
 * Upper half of the SplitMix64 output function (S. Vigna, public domain; G. Steele, D. Lea, C.
 * Flood, OOPSLA 2014) at (seed · 2^32 + stream) + (number + 1) · 0x9E3779B97F4A7C15.
 */
export function hash(seed: u32, stream: u32, number: u32): u32 {
  let z = (((<u64>seed) << 32) | stream) + (<u64>number + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return <u32>((z ^ (z >> 31)) >> 32);
}

/**
 * Marks the rows that are not sampled for tree `tree`. A row is sampled iff its hash is at most
 * floor(subsample · (2^32 - 1)).
 */
export function sampleRows(tree: u32): void {
  const most = <u32>(Options.subsample * 4294967295.0);
  const end = Data.first + <usize>Data.rows * Data.stride;
  for (let record = Data.first; record < end; record += Data.stride) {
    const row = load<u32>(record, 4) & ~UNSAMPLED;
    store<u32>(record, hash(Options.seed, tree, row) <= most ? row : row | UNSAMPLED, 4);
  }
}

/**
 * Chooses the features that tree `tree` may split by: the max(1, nearest(colsample · features)) of
 * the lowest hashes, ties to the first.
 */
export function sampleFeatures(tree: u32): void {
  const features = Data.features;
  const chosen = max(1, <i32>nearest(Options.colsample * <f64>features));
  for (let feature = 0; feature < features; feature++) {
    const own = hash(Options.seed, tree, FEATURE_BIT | feature);
    let before = 0;
    for (let other = 0; other < features; other++) {
      const theirs = hash(Options.seed, tree, FEATURE_BIT | other);
      before += i32(theirs < own || (theirs === own && other < feature));
    }
    store<bool>(Data.used + feature, before < chosen);
  }
}

/** Uniform choice among `count` items, 0 … count - 1, by number `number` of stream `stream`. */
export function training_choice(seed: u32, stream: u32, number: u32, count: u32): u32 {
  return <u32>((<u64>hash(seed, stream, number) * count) >> 32);
}
