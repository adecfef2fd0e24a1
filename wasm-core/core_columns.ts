import { CoreMemory } from './core_memory.ts';

/** Columns of a table in an instance of the core of their own: what a type's export reads and writes by address. */
export class CoreColumns {
  readonly #memory: CoreMemory;

  private constructor(memory: CoreMemory) {
    this.#memory = memory;
  }

  static async open(module: WebAssembly.Module): Promise<CoreColumns> {
    return new CoreColumns(await CoreMemory.open(module));
  }

  /** Address of a copy of `column`; 0 where there is none. */
  place(column: Float64Array | undefined): number {
    return column ? this.#memory.place(column) : 0;
  }

  /** Address of `count` fresh numbers. */
  take(count: number): number {
    return this.#memory.take(count * 8);
  }

  /** Calls the export `name` and gives the first `count` numbers that it wrote. */
  run(name: string, args: readonly number[], count: number): number[] {
    this.#memory.function(name)(...args);
    return [...this.read(this.#memory.function('written_ptr')(), count)];
  }

  /** A copy of `count` numbers from `address` on. */
  read(address: number, count: number): Float64Array {
    return new Float64Array(this.#memory.buffer, address, count).slice();
  }
}
