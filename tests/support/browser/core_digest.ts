/** What the core exports, as both hosts see it. */
export type CoreExports = Readonly<Record<string, unknown>>;

/** One function of the core and the ranges that its parameters are drawn from. */
export interface CoreFunction {
  readonly name: string;
  readonly ranges: readonly (readonly [min: number, max: number])[];
  /** Numbers that it writes; undefined: it returns one. */
  readonly written: number | undefined;
}

/**
 * Feeds a function of the core with random inputs and answers all that came out, bit for bit: for each call its inputs, then its
 * results. Stands alone (no import, nothing outside), because it is also sent to the browser as text. The random numbers come
 * from 32-bit integer steps, so both hosts draw the same: by turns evenly from the range, and of any magnitude with any sign.
 */
export function runRandom(
  exports: CoreExports,
  { name, ranges, written }: CoreFunction,
  seed: number,
  calls: number,
): Float64Array {
  const memory = exports.memory as WebAssembly.Memory;
  const call = exports[name] as (...args: number[]) => number;
  const writtenAt = exports.written_ptr as () => number;
  const width = ranges.length + (written ?? 1);
  const out = new Float64Array(calls * width);
  const bits = new DataView(new ArrayBuffer(8));
  let state = seed | 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const any = () => {
    bits.setUint32(0, next());
    bits.setUint32(4, next());
    return bits.getFloat64(0);
  };
  const within = (min: number, max: number) => min + ((next() * 0x200000 + (next() >>> 11)) / 2 ** 53) * (max - min);
  for (let index = 0; index < calls; index++) {
    const args = ranges.map(([min, max]) => (next() % 4 === 0 ? any() : within(min, max)));
    const returned = call(...args);
    const results = written === undefined ? [returned] : [...new Float64Array(memory.buffer, writtenAt(), written)];
    // The bits of a NaN are the machine's own business.
    out.set(
      [...args, ...results].map((value) => (Number.isNaN(value) ? Number.NaN : value)),
      index * width,
    );
  }
  return out;
}
