import type { ModelColumn } from './column.ts';
import type { ModelDocument } from './document.ts';
import { MAX_NESTING, MAX_NODES, MAX_PARAMETERS } from './limits.ts';
import type { ModelBytes } from './model_bytes.ts';
import { corrupt, modelTooLarge } from './refused.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/**
 * XGBoost's JSON: RFC 8259 with bare NaN and Infinity. Lists of numbers are read directly to
 * columns.
 */
export class JsonDocument implements ModelDocument {
  readonly #file: ModelBytes;
  readonly #bytes: Uint8Array;
  #at = 0;
  #depth = 0;

  constructor(file: ModelBytes) {
    this.#file = file;
    this.#bytes = file.bytes;
  }

  object(visit: (key: string) => void): void {
    this.#members('{', '}', () => {
      const key = this.#string();
      if (this.#peek() !== COLON) throw this.#wrong('двоеточие');
      this.#at++;
      visit(key);
    });
  }

  list(visit: () => void): void {
    this.#members('[', ']', visit);
  }

  #members(open: '{' | '[', close: '}' | ']', visit: () => void): void {
    if (this.#peek() !== open.charCodeAt(0)) throw this.#wrong(open);
    if (++this.#depth > MAX_NESTING) throw corrupt(`вложенность больше ${MAX_NESTING}`);
    this.#at++;
    const last = close.charCodeAt(0);
    const most = open === '{' ? MAX_PARAMETERS : MAX_NODES;
    let more = this.#peek() !== last;
    for (let count = 0; more; count++) {
      if (count >= most) throw modelTooLarge('элементов объекта или списка', most);
      visit();
      more = this.#peek() === COMMA;
      if (more) this.#at++;
    }
    if (this.#peek() !== last) throw this.#wrong(`${close} или запятая`);
    this.#at++;
    this.#depth--;
  }

  text(): string {
    if (this.#peek() === QUOTE) return this.#string();
    const from = this.#at;
    while (isScalar(this.#bytes[this.#at])) this.#at++;
    if (this.#at === from) throw this.#wrong('значение');
    return this.#file.text(from, this.#at);
  }

  texts(into: Map<string, string>): void {
    this.object((key) => {
      if (this.next() === 'other') into.set(key, this.text());
      else this.skip();
    });
  }

  numbers(column: ModelColumn): void {
    if (this.#peek() !== 0x5b) throw this.#wrong('список чисел');
    this.#at = this.#file.numbers(this.#at + 1, column, 'json');
  }

  next(): 'object' | 'list' | 'other' {
    const c = this.#peek();
    return c === 0x7b ? 'object' : c === 0x5b ? 'list' : 'other';
  }

  skip(): void {
    if (this.next() === 'other') this.text();
    else this.#at = this.#file.skipJson(this.#at);
  }

  end(): void {
    const rest = this.#peek();
    if (rest !== undefined && rest !== 0) throw this.#wrong('конец файла');
  }

  #string(): string {
    if (this.#peek() !== QUOTE) throw this.#wrong('строка');
    const from = ++this.#at;
    let plain = true;
    for (; ; this.#at++) {
      const c = this.#bytes[this.#at];
      if (c === undefined) throw this.#wrong('конец строки');
      if (c === QUOTE) break;
      if (c === BACKSLASH) this.#at++;
      plain = plain && c !== BACKSLASH;
    }
    const to = this.#at++;
    return plain ? this.#file.key(from, to) : this.#unescaped(from, to);
  }

  #unescaped(from: number, to: number): string {
    try {
      return JSON.parse(`"${this.#file.text(from, to)}"`);
    } catch {
      throw corrupt(`байт ${from} строка записана неверно`);
    }
  }

  /** The next byte other than white space. */
  #peek(): number | undefined {
    let c = this.#bytes[this.#at];
    while (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) c = this.#bytes[++this.#at];
    return c;
  }

  #wrong(expected: string): Error {
    const end = this.#at >= this.#bytes.length;
    return corrupt(end ? 'файл обрывается' : `байт ${this.#at} ожидалось: ${expected}`);
  }
}

/** Letters, digits, + - . */
function isScalar(c: number | undefined): boolean {
  if (c === undefined) return false;
  const letter = c | 0x20;
  return (c >= 0x30 && c <= 0x39) || (letter >= 0x61 && letter <= 0x7a) || c === 0x2b || c === 0x2d || c === 0x2e;
}
