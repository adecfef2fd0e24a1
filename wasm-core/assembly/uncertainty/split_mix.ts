// Keyed SplitMix64: the k-th number of a quantity depends on the seed, the quantity's id and k
// alone, so neither the order of the quantities nor that of the blocks, nor the number of workers,
// changes a bit.
// G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014;
// constants: Stafford's mix 13.

import { WIDTH } from './column';

const GAMMA: u64 = 0x9e3779b97f4a7c15;
const FNV_OFFSET: u64 = 0xcbf29ce484222325;
const FNV_PRIME: u64 = 0x100000001b3;
/** Bits of 1 and of 1 − 2^-53. */
const RANGE: usize = memory.data<u64>([0x3ff0000000000000, 0x3fefffffffffffff]);

class SplitMix {
  /** The finaliser: a permutation of the 64-bit words. */
  @inline
  static mix(word: u64): u64 {
    let z = word;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
}

/** FNV-1a, 64 bits, of `bytes` bytes at `text`. */
export function fnv(text: usize, bytes: u32): u64 {
  let hash = FNV_OFFSET;
  for (let at: u32 = 0; at < bytes; at++) hash = (hash ^ <u64>load<u8>(text + at)) * FNV_PRIME;
  return hash;
}

/** Key of the quantity whose id has the FNV-1a hash `hash`: mix(mix(seed + γ) ^ mix(hash + γ)). */
export function key_of(seed: u64, hash: u64): u64 {
  return SplitMix.mix(SplitMix.mix(seed + GAMMA) ^ SplitMix.mix(hash + GAMMA));
}

/**
 * Uniform numbers of the draws first … first + 511 into `column`: odd multiples of 2^-53, so
 * neither 0 nor 1. word(k) = mix(key + (k + 1)·γ); u = bits(word >>> 12 | 1.0) − (1 − 2^-53).
 */
export function uniforms(key: u64, first: u64, column: usize): void {
  let state = key + first * GAMMA;
  for (let at: usize = 0; at < WIDTH; at += 16) {
    const even = SplitMix.mix(state + GAMMA);
    state += GAMMA + GAMMA;
    const words = i64x2.replace_lane(i64x2.splat(even), 1, SplitMix.mix(state));
    const near = v128.or(i64x2.shr_u(words, 12), v128.load_splat<u64>(RANGE));
    v128.store(column + at, f64x2.sub(near, v128.load_splat<u64>(RANGE, 8)));
  }
}
