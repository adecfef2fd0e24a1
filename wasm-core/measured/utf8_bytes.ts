import type { TextEncoding } from './file_head.ts';

/** UTF-16 as UTF-8, piece by piece: the core reads bytes of which the signs of a csv are one each. Slow, and seldom. */
export class Utf8Bytes {
  readonly #decoder: TextDecoder;
  readonly #encoder = new TextEncoder();

  constructor(encoding: TextEncoding) {
    this.#decoder = new TextDecoder(encoding);
  }

  push(bytes: Uint8Array): Uint8Array {
    return this.#encoder.encode(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): Uint8Array {
    return this.#encoder.encode(this.#decoder.decode());
  }
}
