import { corrupt } from './refused.ts';

/**
 * An array that is stored as planes: first the lowest byte of every element, then the next bytes.
 * Planes compress better.
 */
export type CompactColumn = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/** Writes the parts of the compact form, little-endian. */
export class CompactWriter {
  readonly #parts: Uint8Array[] = [];

  bytes(part: Uint8Array): void {
    this.#parts.push(part);
  }

  u32(value: number): void {
    const part = new Uint8Array(4);
    new DataView(part.buffer).setUint32(0, value, true);
    this.#parts.push(part);
  }

  planes(column: CompactColumn): void {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    const planes = new Uint8Array(bytes.length);
    const width = column.BYTES_PER_ELEMENT;
    let at = 0;
    for (let plane = 0; plane < width; plane++) {
      for (let from = plane; from < bytes.length; from += width) planes[at++] = bytes[from] ?? 0;
    }
    this.#parts.push(planes);
  }

  finish(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.#parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}

/**
 * Reads the parts of the compact form. Throws ModelRefused if there are too few or too many bytes.
 */
export class CompactReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bytes(length: number): Uint8Array {
    if (!(length >= 0 && length <= this.#bytes.length - this.#at)) throw corrupt('файл обрывается');
    const from = this.#at;
    this.#at += length;
    return this.#bytes.subarray(from, this.#at);
  }

  u32(): number {
    const part = this.bytes(4);
    return new DataView(part.buffer, part.byteOffset, 4).getUint32(0, true);
  }

  /** `count` elements of the array type. */
  planes<T extends CompactColumn>(count: number, type: { new (count: number): T; BYTES_PER_ELEMENT: number }): T {
    const width = type.BYTES_PER_ELEMENT;
    const planes = this.bytes(count * width);
    const column = new type(count);
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    for (let plane = 0; plane < width; plane++) {
      const from = plane * count;
      for (let i = 0, to = plane; i < count; i++, to += width) bytes[to] = planes[from + i] ?? 0;
    }
    return column;
  }

  end(): void {
    if (this.#at < this.#bytes.length) throw corrupt(`байт ${this.#at}: ожидался конец файла`);
  }
}
