import type { Chance } from './chance.ts';

/** A change of a file without regard to what the bytes mean. `other` is another good file of the same format. */
export type ByteMutation = (bytes: Uint8Array, chance: Chance, other: Uint8Array) => Uint8Array;

/** Bytes that mean something in one of the formats. */
const MARKERS = [...'{}[]$#LlIiUuDdSCZTFNHh":,=-+.eE0179 \n\r\t\\\0'].map((character) => character.charCodeAt(0));

export const BYTE_MUTATIONS: Readonly<Record<string, ByteMutation>> = {
  'one bit turned': (bytes, chance) => {
    const copy = bytes.slice();
    const at = chance.below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << chance.below(8));
    return copy;
  },
  'bytes overwritten': (bytes, chance) => {
    const copy = bytes.slice();
    for (let left = 1 + chance.below(8); left > 0; left -= 1) copy[chance.below(copy.length)] = chance.below(256);
    return copy;
  },
  'a marker put in place of a byte': (bytes, chance) => {
    const copy = bytes.slice();
    copy[chance.below(copy.length)] = chance.of(MARKERS);
    return copy;
  },
  'a marker put between bytes': (bytes, chance) => {
    const at = chance.below(bytes.length);
    return join(bytes.subarray(0, at), Uint8Array.of(chance.of(MARKERS)), bytes.subarray(at));
  },
  'eight bytes set to a huge or negative number': (bytes, chance) => {
    const copy = bytes.slice();
    const number = chance.of([-1n, -(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 1n, 2n ** 32n, 2n ** 31n - 1n, 0n]);
    if (copy.length >= 8) new DataView(copy.buffer).setBigInt64(chance.below(copy.length - 7), number);
    return copy;
  },
  'four bytes set to an edge number': (bytes, chance) => {
    const copy = bytes.slice();
    const number = chance.of([0xffffffff, 0x80000000, 0x7fffffff, 0x7fc00000, 0x7f800000, 0xff800000, 1, 0]);
    if (copy.length >= 4) new DataView(copy.buffer).setUint32(chance.below(copy.length - 3), number);
    return copy;
  },
  'cut off': (bytes, chance) => bytes.slice(0, chance.below(bytes.length)),
  'beginning lost': (bytes, chance) => bytes.slice(chance.below(bytes.length)),
  'a stretch lost': (bytes, chance) => {
    const [from, to] = stretch(bytes, chance);
    return join(bytes.subarray(0, from), bytes.subarray(to));
  },
  'a stretch twice': (bytes, chance) => {
    const [from, to] = stretch(bytes, chance);
    return join(bytes.subarray(0, to), bytes.subarray(from));
  },
  'a stretch repeated to a megabyte': (bytes, chance) => {
    const [from, to] = stretch(bytes, chance);
    const repeated = Buffer.alloc(2 ** 20, bytes.subarray(from, to));
    return join(bytes.subarray(0, from), repeated, bytes.subarray(to));
  },
  'a stretch of zeros': (bytes, chance) => bytes.slice().fill(0, ...stretch(bytes, chance)),
  'two stretches exchanged': (bytes, chance) => {
    const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map(() => chance.below(bytes.length)).sort((x, y) => x - y);
    return join(
      ...[
        [0, a],
        [c, d],
        [b, c],
        [a, b],
        [d, bytes.length],
      ].map(([from, to]) => bytes.subarray(from, to)),
    );
  },
  'spliced with another file': (bytes, chance, other) =>
    join(bytes.subarray(0, chance.below(bytes.length)), other.subarray(chance.below(other.length))),
  'a stretch of another file': (bytes, chance, other) => {
    const [from, to] = stretch(bytes, chance);
    return join(bytes.subarray(0, from), other.subarray(...stretch(other, chance)), bytes.subarray(to));
  },
};

/** Bytes one after another. */
export function join(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** Begin and end of a stretch of 1 to 200 bytes. */
function stretch(bytes: Uint8Array, chance: Chance): [number, number] {
  const from = chance.below(bytes.length);
  return [from, Math.min(bytes.length, from + 1 + chance.below(chance.happens(0.5) ? 8 : 200))];
}
