/** What the core's module exports to those who place data in its memory. */
interface MemoryExports {
  readonly memory: WebAssembly.Memory;
  /** Address of `bytes` fresh bytes, aligned to 16. Traps where no memory is left. */
  memory_take(bytes: number): number;
}

type CoreFunction = (...args: number[]) => number;

/**
 * An instance of the core with a linear memory of its own. A model lives in one such memory and is given back with it: drop the
 * object and all is free. Nothing is freed piece by piece.
 */
export class CoreMemory {
  readonly #exports: WebAssembly.Exports;
  readonly #memory: WebAssembly.Memory;
  readonly #take: (bytes: number) => number;
  #doubles = new Float64Array(0);

  private constructor(exports: WebAssembly.Exports) {
    const { memory, memory_take } = exports as unknown as MemoryExports;
    this.#exports = exports;
    this.#memory = memory;
    this.#take = memory_take;
  }

  /** A fresh instance of the core's module. */
  static async open(module: WebAssembly.Module): Promise<CoreMemory> {
    return new CoreMemory((await WebAssembly.instantiate(module, {})).exports);
  }

  /** The memory as it is now. Growing detaches it: never keep it, or a view made of it, across `take` or a call. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /** All memory as f64, by address / 8. The same view until memory grows, as `take` and calls may make it: ask anew after them. */
  get doubles(): Float64Array {
    // A view of memory that has grown since is empty. Asking the memory itself each time would cost more than a small copy.
    if (this.#doubles.length === 0) this.#doubles = new Float64Array(this.#memory.buffer);
    return this.#doubles;
  }

  /** Bytes that the instance holds. */
  get size(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Address of `bytes` fresh bytes, aligned to 16. */
  take(bytes: number): number {
    return this.#take(bytes) >>> 0;
  }

  /** Gives back all that was taken: every address and view is void from now on. */
  clear(): void {
    this.function('memory_clear')();
  }

  /** Copies an array into fresh memory and returns its address. */
  place(array: ArrayBufferView): number {
    const address = this.take(array.byteLength);
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    new Uint8Array(this.#memory.buffer, address, array.byteLength).set(bytes);
    return address;
  }

  /** The export `name`. Throws where the core has none. */
  function(name: string): CoreFunction {
    const found = Object.hasOwn(this.#exports, name) ? this.#exports[name] : undefined;
    if (typeof found !== 'function') throw new Error(`The core has no function ${name}`);
    return found as CoreFunction;
  }
}
