import { CoreMemory } from './core_memory.ts';

/**
 * Columns of a table in the memory of a core instance; a type's export reads and writes them by
 * address.
 */
export class CoreColumns {
  readonly #memory: CoreMemory;

  private constructor(memory: CoreMemory) {
    this.#memory = memory;
  }

  static async open(module: WebAssembly.Module): Promise<CoreColumns> {
    return new CoreColumns(await CoreMemory.open(module));
  }

  /** Copies `column` into the memory and returns its address; 0 if there is no column. */
  place(column: Float64Array | undefined): number {
    return column ? this.#memory.place(column) : 0;
  }

  /** Allocates `count` numbers and returns their address. */
  take(count: number): number {
    return this.#memory.take(count * 8);
  }

  /** Calls the export `name` and returns the first `count` numbers that it wrote. */
  run(name: string, args: readonly number[], count: number): number[] {
    this.#memory.function(name)(...args);
    return [...this.read(this.#memory.function('written_ptr')(), count)];
  }

  /** A copy of the `count` numbers at `address`. */
  read(address: number, count: number): Float64Array {
    return new Float64Array(this.#memory.buffer, address, count).slice();
  }
}
