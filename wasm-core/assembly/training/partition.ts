// Moves the records of a node to the other buffer: rows of the left child upwards from its start,
// those of the right child downwards from its end.

import { One, Zero } from '../numbers';
import { Data } from './layout';

/** Rule of a split: a bin code goes left where `(bin + shift) & 255` is below `below`. */
export class Rule {
  /** Byte of the split's feature in a record. */
  static at: usize = 0;
  /** 1 where blanks go left: their code then becomes 0, and the others grow by 1. */
  static shift: i32 = 0;
  static below: i32 = 0;
}

export class Move {
  /** All ones where the row goes left, otherwise 0. */
  @inline
  static leftMask(record: usize, at: usize, shift: i32, below: i32): i32 {
    return (((<i32>load<u8>(record + at) + shift) & 255) - below) >> 31;
  }

  @inline
  static move(from: usize, end: usize, to: usize, stride: usize): usize {
    const at = Rule.at;
    const shift = Rule.shift;
    const below = Rule.below;
    // The next address of the right child is always `last - record` after the left one's.
    const last = end - stride;
    let left = to;
    for (let record = from; record < end; record += stride) {
      const mask = <usize>Move.leftMask(record, at, shift, below);
      const place = left + ((last - record) & ~mask);
      v128.store(place, v128.load(record));
      for (let part: usize = 16; part < stride; part += 16) v128.store(place + part, v128.load(record + part));
      left += stride & mask;
    }
    return left;
  }
}

/** Records of 16 bytes, two per iteration. `Shifted`: whether blanks go left, `Rule.shift`. */
function moveNarrow<Shifted>(from: usize, end: usize, to: usize): usize {
  const at = Rule.at;
  const shift = offsetof<Shifted>() > 0 ? 1 : 0;
  const below = Rule.below;
  const last = end - 16;
  let left = to;
  let record = from;
  for (; record < last; record += 32) {
    const mask = <usize>Move.leftMask(record, at, shift, below);
    v128.store(left + ((last - record) & ~mask), v128.load(record));
    left += mask & 16;
    const next = <usize>Move.leftMask(record + 16, at, shift, below);
    v128.store(left + ((last - 16 - record) & ~next), v128.load(record + 16));
    left += next & 16;
  }
  if (record < end) {
    const mask = <usize>Move.leftMask(record, at, shift, below);
    v128.store(left + ((last - record) & ~mask), v128.load(record));
    left += mask & 16;
  }
  return left;
}

/**
 * Copies the records from `from` to `end` to `to` by `Rule`; returns the address at which the right
 * child's records begin.
 */
export function partition(from: usize, end: usize, to: usize): usize {
  if (Data.stride === 16) return Rule.shift === 0 ? moveNarrow<Zero>(from, end, to) : moveNarrow<One>(from, end, to);
  if (Data.stride === 32) return Move.move(from, end, to, 32);
  if (Data.stride === 48) return Move.move(from, end, to, 48);
  return Move.move(from, end, to, Data.stride);
}
