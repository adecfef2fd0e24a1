import type { Column } from './column.ts';
import type { ModelDocument } from './document.ts';
import { MAX_NESTING, MAX_PARAMETERS } from './limits.ts';
import type { ModelBytes } from './model_bytes.ts';
import { corrupt, tooLarge } from './refused.ts';

/** Bytes of a number by its letter. */
const SIZES: Readonly<Record<string, number>> = { i: 1, U: 1, I: 2, l: 4, L: 8, d: 4, D: 8 };

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
    if (this.#marker() !== '{') throw this.#wrong('объект');
    this.#enter();
    while (this.#peek() !== '}') visit(this.#string(this.#marker()));
    this.#at++;
    this.#depth--;
  }

  list(visit: () => void): void {
    if (this.#marker() !== '[') throw this.#wrong('список');
    if (this.#peek() === '$') throw this.#wrong('список объектов или строк');
    this.#enter();
    this.#elements(visit);
    this.#depth--;
  }

  text(): string {
    const marker = this.#marker();
    if (marker === 'S') return this.#string(this.#marker());
    if (marker === 'C') return String.fromCharCode(this.#byte());
    if (marker === 'T' || marker === 'F' || marker === 'Z') return { T: 'true', F: 'false', Z: 'null' }[marker];
    return String(this.#number(marker));
  }

  texts(into: Map<string, string>): void {
    this.object((key) => {
      if (into.size >= MAX_PARAMETERS) throw tooLarge('параметров', MAX_PARAMETERS);
      if (this.next() === 'other') into.set(key, this.text());
      else this.skip();
    });
  }

  numbers(column: Column): void {
    if (this.#marker() !== '[') throw this.#wrong('список чисел');
    if (this.#peek() === '$') {
      this.#at++;
      const type = this.#marker();
      const count = this.#count();
      const size = this.#sizeOf(type);
      this.#need(count * size);
      this.#file.packed(this.#at, count, type.charCodeAt(0), size, column);
      this.#at += count * size;
      return;
    }
    column.count = 0;
    this.#elements(() => {
      const marker = this.#marker();
      column.append(marker === 'T' ? 1 : marker === 'F' ? 0 : this.#number(marker));
    });
  }

  next(): 'object' | 'list' | 'other' {
    const marker = this.#peek();
    return marker === '{' ? 'object' : marker === '[' ? 'list' : 'other';
  }

  skip(): void {
    const next = this.next();
    if (next === 'object') this.object(() => this.skip());
    else if (next === 'other') this.text();
    else if (String.fromCharCode(this.#bytes[this.#at + 1] ?? 0) !== '$') this.list(() => this.skip());
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
    if (this.#peek() === '#') {
      for (let left = this.#count(); left > 0; left--) visit();
      return;
    }
    while (this.#peek() !== ']') visit();
    this.#at++;
  }

  /** The count after `#`. No more elements than bytes are left, so a huge count ends at the file's end. */
  #count(): number {
    if (this.#marker() !== '#') throw this.#wrong('число элементов');
    const count = this.#number(this.#marker());
    this.#need(count);
    return count;
  }

  #string(marker: string): string {
    const length = this.#number(marker);
    this.#need(length);
    const from = this.#at;
    this.#at += length;
    for (let at = from; at < this.#at; at++) {
      if ((this.#bytes[at] ?? 0) >= 0x80) return this.#file.text(from, this.#at);
    }
    return this.#file.ascii(from, this.#at);
  }

  #number(marker: string): number {
    const at = this.#at;
    const size = this.#sizeOf(marker);
    this.#need(size);
    this.#at += size;
    const view = this.#view;
    if (marker === 'i') return view.getInt8(at);
    if (marker === 'U') return view.getUint8(at);
    if (marker === 'I') return view.getInt16(at);
    if (marker === 'l') return view.getInt32(at);
    if (marker === 'L') return view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4);
    return marker === 'd' ? view.getFloat32(at) : view.getFloat64(at);
  }

  #sizeOf(marker: string): number {
    const size = Object.hasOwn(SIZES, marker) ? SIZES[marker] : undefined;
    if (size === undefined) throw this.#wrong('число');
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

  #marker(): string {
    const marker = this.#peek();
    this.#at++;
    return marker;
  }

  /** The next marker; `N` (nothing) is passed over. */
  #peek(): string {
    while (this.#bytes[this.#at] === 0x4e) this.#at++;
    this.#need(1);
    return String.fromCharCode(this.#bytes[this.#at] ?? 0);
  }

  #wrong(expected: string): Error {
    return corrupt(`байт ${Math.max(this.#at - 1, 0)} ожидалось: ${expected}`);
  }
}
