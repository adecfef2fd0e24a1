import type { ModelColumn } from './column.ts';
import type { ModelDocument } from './document.ts';
import { MAX_NESTING, MAX_NODES, MAX_PARAMETERS } from './limits.ts';
import type { ModelBytes } from './model_bytes.ts';
import { corrupt, modelTooLarge } from './refused.ts';

/** Code of a marker's letter. */
const code = (letter: string) => letter.charCodeAt(0);

const OBJECT = code('{');
const OBJECT_END = code('}');
const LIST = code('[');
const LIST_END = code(']');
const TYPE = code('$');
const COUNT = code('#');
const NOTHING = code('N');
const STRING = code('S');
const LETTER = code('C');
const WORDS = new Map([
  [code('T'), 'true'],
  [code('F'), 'false'],
  [code('Z'), 'null'],
]);
const [INT8, UINT8, INT16, INT32, INT64, FLOAT32] = ['i', 'U', 'I', 'l', 'L', 'd'].map(code);

/** Bytes of a number by its marker; 0 for other markers. */
const SIZES = new Uint8Array(256);
for (const [letter, size] of Object.entries({ i: 1, U: 1, I: 2, l: 4, L: 8, d: 4, D: 8 })) SIZES[code(letter)] = size;

/** XGBoost's UBJSON: big-endian, keys without their `S`, lists of one type packed (`[$d#L…`). */
export class UbjsonDocument implements ModelDocument {
  readonly #file: ModelBytes;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #depth = 0;

  constructor(file: ModelBytes) {
    this.#file = file;
    this.#bytes = file.bytes;
    this.#view = new DataView(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  }

  object(visit: (key: string) => void): void {
    if (this.#marker() !== OBJECT) throw this.#wrong('объект');
    this.#enter();
    for (let count = 0; this.#peek() !== OBJECT_END; count++) {
      if (count >= MAX_PARAMETERS) throw modelTooLarge('элементов объекта', MAX_PARAMETERS);
      visit(this.#string(this.#marker()));
    }
    this.#at++;
    this.#depth--;
  }

  list(visit: () => void): void {
    if (this.#marker() !== LIST) throw this.#wrong('список');
    if (this.#peek() === TYPE) throw this.#wrong('список объектов или строк');
    this.#enter();
    this.#elements(visit);
    this.#depth--;
  }

  text(): string {
    const marker = this.#marker();
    if (marker === STRING) return this.#string(this.#marker());
    if (marker === LETTER) return String.fromCharCode(this.#byte());
    return WORDS.get(marker) ?? String(this.#number(marker));
  }

  texts(into: Map<string, string>): void {
    this.object((key) => {
      if (this.next() === 'other') into.set(key, this.text());
      else this.skip();
    });
  }

  numbers(column: ModelColumn): void {
    if (this.#marker() !== LIST) throw this.#wrong('список чисел');
    if (this.#peek() === TYPE) {
      this.#at++;
      const type = this.#marker();
      const count = this.#count();
      const size = this.#sizeOf(type);
      this.#need(count * size);
      this.#file.packed(this.#at, count, type, size, column);
      this.#at += count * size;
      return;
    }
    column.count = 0;
    this.#elements(() => {
      const marker = this.#marker();
      const word = WORDS.get(marker);
      column.append(word === undefined ? this.#number(marker) : Number(word === 'true'));
    });
  }

  next(): 'object' | 'list' | 'other' {
    const marker = this.#peek();
    return marker === OBJECT ? 'object' : marker === LIST ? 'list' : 'other';
  }

  skip(): void {
    const next = this.next();
    if (next === 'object') this.object(() => this.skip());
    else if (next === 'other') this.text();
    else if (this.#bytes[this.#at + 1] !== TYPE) this.list(() => this.skip());
    else {
      this.#at += 2;
      const size = this.#sizeOf(this.#marker());
      const bytes = this.#count() * size;
      this.#need(bytes);
      this.#at += bytes;
    }
  }

  end(): void {
    if (this.#at < this.#bytes.length) throw this.#wrong('конец файла');
  }

  #elements(visit: () => void): void {
    const stated = this.#peek() === COUNT ? this.#count() : undefined;
    let count = 0;
    while (stated === undefined ? this.#peek() !== LIST_END : count < stated) {
      if (++count > MAX_NODES) throw modelTooLarge('элементов списка', MAX_NODES);
      visit();
    }
    if (stated === undefined) this.#at++;
  }

  /**
   * The count after `#`, limited to the remaining bytes, so that a huge count ends at the file's
   * end.
   */
  #count(): number {
    if (this.#marker() !== COUNT) throw this.#wrong('число элементов');
    const count = this.#number(this.#marker());
    this.#need(count);
    return count;
  }

  #string(marker: number): string {
    const length = this.#number(marker);
    this.#need(length);
    const from = this.#at;
    this.#at += length;
    return this.#file.key(from, this.#at);
  }

  #number(marker: number): number {
    const at = this.#at;
    const size = this.#sizeOf(marker);
    this.#need(size);
    this.#at += size;
    const view = this.#view;
    if (marker === INT8) return view.getInt8(at);
    if (marker === UINT8) return view.getUint8(at);
    if (marker === INT16) return view.getInt16(at);
    if (marker === INT32) return view.getInt32(at);
    if (marker === INT64) return view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4);
    return marker === FLOAT32 ? view.getFloat32(at) : view.getFloat64(at);
  }

  #sizeOf(marker: number): number {
    const size = SIZES[marker] ?? 0;
    if (size === 0) throw this.#wrong('число');
    return size;
  }

  #enter(): void {
    if (++this.#depth > MAX_NESTING) throw corrupt(`вложенность больше ${MAX_NESTING}`);
  }

  #need(bytes: number): void {
    if (!(bytes >= 0 && Number.isInteger(bytes))) throw this.#wrong('длина');
    if (bytes > this.#bytes.length - this.#at) throw corrupt('файл обрывается');
  }

  #byte(): number {
    this.#need(1);
    return this.#bytes[this.#at++] ?? 0;
  }

  #marker(): number {
    const marker = this.#peek();
    this.#at++;
    return marker;
  }

  /** The next marker; `N` (no-op) is skipped. */
  #peek(): number {
    let marker = this.#bytes[this.#at];
    while (marker === NOTHING) marker = this.#bytes[++this.#at];
    if (marker === undefined) throw corrupt('файл обрывается');
    return marker;
  }

  #wrong(expected: string): Error {
    return corrupt(`байт ${Math.max(this.#at - 1, 0)} ожидалось: ${expected}`);
  }
}
