/** Exports of the core, as both hosts see them. */
export type CoreExports = Readonly<Record<string, unknown>>;

/** One function of the core and the ranges of its random parameters. */
export interface CoreFunction {
  readonly name: string;
  readonly ranges: readonly (readonly [min: number, max: number])[];
  /** Count of numbers that the function writes; undefined: it returns one. */
  readonly written: number | undefined;
}

/**
 * Calls a function of the core with random inputs and returns the bits of each call: its inputs, then its
 * results. Self-contained (no imports), because it is also sent to the browser as text. The random numbers come
 * from 32-bit integer steps, so both hosts draw the same: alternately uniform in the range, and of any magnitude and sign.
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
    // The bits of a NaN depend on the machine.
    out.set(
      [...args, ...results].map((value) => (Number.isNaN(value) ? Number.NaN : value)),
      index * width,
    );
  }
  return out;
}
