import { CoreMemory } from '../models/core_memory.ts';
import { seriesStarts } from './table.ts';

/** Rows between two reports of progress. */
const REPORTED_ROWS = 65_536;

/** Objects that are named one by one; of the others one more sentence says how many there are. */
const NAMED_OBJECTS = 99;

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

/** Visits the objects of a table of series one by one: the number of the object's text, its first row, its rows. */
export async function eachObject(
  object: Float64Array,
  onProgress: ((share: number) => Promise<void> | void) | undefined,
  visit: (text: number, first: number, count: number) => void,
): Promise<void> {
  const starts = seriesStarts(object);
  let reported = 0;
  for (let index = 0; index + 1 < starts.length; index++) {
    const [first = 0, end = 0] = [starts[index], starts[index + 1]];
    visit(object[first] ?? Number.NaN, first, end - first);
    if (end - reported < REPORTED_ROWS) continue;
    reported = end;
    await onProgress?.(end / object.length);
  }
}

/** The first of many sentences about objects, and how many more there are: what is stored stays short. */
export function firstOf<T>(all: readonly T[], more: (count: number) => T): T[] {
  return all.length <= NAMED_OBJECTS ? [...all] : [...all.slice(0, NAMED_OBJECTS), more(all.length - NAMED_OBJECTS)];
}

/** A text of the table for a sentence: in quotation marks, cut where it is long. */
export function named(texts: readonly string[] | undefined, index: number): string {
  const text = texts?.[index] ?? '';
  return `«${text.length > 60 ? `${text.slice(0, 60)}…` : text}»`;
}
