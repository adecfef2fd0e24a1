import type { Core } from './load.ts';
import type { ModuleName } from './modules.ts';

/** Exports of each module for memory allocation. */
interface MemoryExports {
  readonly memory: WebAssembly.Memory;
  /** Allocates `bytes` bytes, aligned to 16. Traps when memory is exhausted. */
  memory_take(bytes: number): number;
}

type CoreFunction = (...args: number[]) => number;

/**
 * An instance of a module with its own linear memory, an arena: nothing is freed one by one. A
 * model has one such memory; dropping the object frees all of it.
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

  /** Loads and instantiates the module `name`. */
  static async load(core: Core, name: ModuleName): Promise<CoreMemory> {
    return CoreMemory.open((await core.load(name)).module);
  }

  /** Instantiates a module. */
  static async open(module: WebAssembly.Module): Promise<CoreMemory> {
    return new CoreMemory((await WebAssembly.instantiate(module, {})).exports);
  }

  /**
   * The current buffer. Growth detaches it: do not keep it, or a view of it, across `take` or a
   * call.
   */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /**
   * The whole memory as f64, indexed by address / 8. `take` and calls may grow the memory and void
   * the view: read the property again after them.
   */
  get doubles(): Float64Array {
    // A view of a memory that has grown is empty. Reading `memory.buffer` each time costs more than
    // a small copy.
    if (this.#doubles.length === 0) this.#doubles = new Float64Array(this.#memory.buffer);
    return this.#doubles;
  }

  /** Size of the memory, bytes. */
  get size(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Allocates `bytes` bytes, aligned to 16, and returns their address. */
  take(bytes: number): number {
    return this.#take(bytes) >>> 0;
  }

  /** Frees everything that was allocated: all addresses and views become invalid. */
  clear(): void {
    this.function('memory_clear')();
  }

  /** Copies an array into the memory and returns its address. */
  place(array: ArrayBufferView): number {
    const address = this.take(array.byteLength);
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    new Uint8Array(this.#memory.buffer, address, array.byteLength).set(bytes);
    return address;
  }

  /** The exported function `name`. Throws if the module has no such export. */
  function(name: string): CoreFunction {
    const exported = Object.hasOwn(this.#exports, name) ? this.#exports[name] : undefined;
    if (typeof exported !== 'function') throw new Error(`The module has no function ${name}`);
    return exported as CoreFunction;
  }
}
