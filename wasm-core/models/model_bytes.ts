import type { CoreMemory } from '../core_memory.ts';
import { Element, type ModelColumn } from './column.ts';
import { MAX_NUMBER_LENGTH, readF32, readF64 } from './exact_number.ts';
import { MAX_HARD_NUMBERS, MAX_NESTING, MAX_PARAMETERS } from './limits.ts';
import { corrupt, modelTooLarge, quotedName } from './refused.ts';

const WHOLE = 0;
const HARD = 1;
const FULL = 3;

/**
 * A model file in the core's memory, for its scanner. Positions are byte offsets in the file.
 */
export class ModelBytes {
  readonly bytes: Uint8Array;
  readonly #origin: number;
  readonly #keys = new Map<number, string>();
  #hardNumbers = 0;
  readonly #core: {
    readonly list: (...args: number[]) => number;
    readonly unpack: (...args: number[]) => number;
    readonly skip: (...args: number[]) => number;
    readonly state: () => number;
    readonly count: () => number;
    readonly after: () => number;
    readonly next: (...args: number[]) => number;
  };

  constructor(memory: CoreMemory, bytes: Uint8Array) {
    this.bytes = bytes;
    this.#origin = memory.place(bytes);
    this.#core = {
      list: memory.function('scan_list'),
      unpack: memory.function('scan_unpack'),
      skip: memory.function('scan_skip'),
      state: memory.function('scan_state'),
      count: memory.function('scan_count'),
      after: memory.function('scan_after'),
      next: memory.function('scan_next'),
    };
  }

  /**
   * Reads numbers in text from `at` into the column, replaces its content, and returns the end of
   * the
   * list: after the `]` of JSON, or at the end of the line.
   */
  numbers(at: number, column: ModelColumn, form: 'json' | 'line'): number {
    const end = this.#origin + this.bytes.length;
    const json = form === 'json' ? 1 : 0;
    column.count = 0;
    let stop = this.#origin + at;
    while (true) {
      const to = column.address + column.count * column.width;
      stop = this.#core.list(stop, end, to, column.room - column.count, column.element, json) >>> 0;
      column.count += this.#core.count();
      const state = this.#core.state();
      if (state === WHOLE) return stop - this.#origin;
      if (state === FULL) column.reserve(column.room + 1);
      else if (state === HARD) {
        const after = this.#core.after() >>> 0;
        column.append(this.#hardNumber(stop - this.#origin, after - this.#origin, column));
        stop = json ? this.#core.next(after, end) >>> 0 : after;
      } else throw corrupt(`байт ${stop - this.#origin} ожидалось число`);
    }
  }

  #hardNumber(from: number, to: number, column: ModelColumn): number {
    if (++this.#hardNumbers > MAX_HARD_NUMBERS) throw modelTooLarge('чисел за пределами обычного', MAX_HARD_NUMBERS);
    const text = this.text(from, Math.min(to, from + MAX_NUMBER_LENGTH + 1));
    const value = column.element === Element.F32 ? readF32(text) : readF64(text);
    if (value === undefined) throw corrupt(`байт ${from} число ${quotedName(text)}`);
    return value;
  }

  /**
   * Reads `count` big-endian numbers of a UBJSON type (its letter; `size` bytes each) into the
   * column.
   */
  packed(at: number, count: number, type: number, size: number, column: ModelColumn): void {
    column.count = 0;
    column.reserve(count);
    const read = this.#core.unpack(this.#origin + at, count, type, size, column.address, column.element) >>> 0;
    if (read < count) throw corrupt(`байт ${at + read * size} число вне допустимого`);
    column.count = count;
  }

  /** Offset after the JSON list or object that opens at `at`. */
  skipJson(at: number): number {
    const after = this.#core.skip(this.#origin + at, this.#origin + this.bytes.length, MAX_NESTING) >>> 0;
    if (after === 0) throw corrupt(`список или объект с байта ${at} не закрыт или вложен слишком глубоко`);
    return after - this.#origin;
  }

  /** UTF-8 text between two offsets. */
  text(from: number, to: number): string {
    return new TextDecoder().decode(this.bytes.subarray(from, to));
  }

  /**
   * Text without escapes between two offsets. Keys repeat, so they are cached.
   */
  key(from: number, to: number): string {
    const { bytes } = this;
    const letters = (at: number) => (bytes[at] ?? 0) & 127;
    const ends = (letters(from) << 14) | (letters(to - 1) << 7) | letters((from + to) >> 1);
    const sign = (ends << 5) | Math.min(to - from, 31);
    const cached = this.#keys.get(sign);
    if (cached !== undefined && cached.length === to - from && this.#stands(cached, from)) return cached;
    const text = this.text(from, to);
    if (this.#keys.size < MAX_PARAMETERS) this.#keys.set(sign, text);
    return text;
  }

  #stands(text: string, from: number): boolean {
    for (let at = 0; at < text.length; at++) if (this.bytes[from + at] !== text.charCodeAt(at)) return false;
    return true;
  }
}
