import type { CoreMemory } from '../core_memory.ts';
import { MAX_NODES } from './limits.ts';
import { modelTooLarge } from './refused.ts';

/**
 * Element types of a column, numbered as in `assembly/trees/read/scan.ts`. F32 is stored as f64.
 */
export const Element = { I32: 0, U32: 1, F32: 2, F64: 3 } as const;
export type ElementCode = (typeof Element)[keyof typeof Element];

const FIRST_ROOM = 256;

/** A growable list of numbers in the core's memory, reused for every tree. */
export class ModelColumn {
  readonly element: ElementCode;
  readonly #memory: CoreMemory;
  address = 0;
  room = 0;
  count = 0;

  constructor(memory: CoreMemory, element: ElementCode) {
    this.#memory = memory;
    this.element = element;
  }

  /** Bytes of an element. */
  get width(): number {
    return this.element <= Element.U32 ? 4 : 8;
  }

  /** Reserves capacity for at least `count` numbers; existing numbers are kept. */
  reserve(count: number): void {
    if (count <= this.room) return;
    if (count > MAX_NODES) throw modelTooLarge('чисел в одном списке', MAX_NODES);
    const room = Math.min(Math.max(count, 2 * this.room, FIRST_ROOM), MAX_NODES);
    const address = this.#memory.take(room * this.width);
    new Uint8Array(this.#memory.buffer).copyWithin(address, this.address, this.address + this.count * this.width);
    this.address = address;
    this.room = room;
  }

  append(value: number): void {
    this.reserve(this.count + 1);
    this.count++;
    this.values()[this.count - 1] = value;
  }

  /**
   * A view of the numbers in memory, valid until the next call that allocates memory.
   */
  values(): Int32Array | Uint32Array | Float64Array {
    const { buffer } = this.#memory;
    if (this.element === Element.I32) return new Int32Array(buffer, this.address, this.count);
    if (this.element === Element.U32) return new Uint32Array(buffer, this.address, this.count);
    return new Float64Array(buffer, this.address, this.count);
  }

  /** The number at `index`. */
  at(index: number): number {
    return this.values()[index] ?? Number.NaN;
  }
}
