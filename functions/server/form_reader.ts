/** The body is not a valid upload form. */
export class BadForm extends Error {
  override readonly name = 'BadForm';
}

/** A form whose last part is a file. The file is streamed and never buffered whole. */
export interface UploadedForm {
  readonly fields: ReadonlyMap<string, string>;
  /** The bytes of the file. They must be read to the end, because the end of the form is checked there. */
  readonly file: AsyncIterable<Uint8Array>;
}

/** Largest size of a part before the file, and largest number of such parts: both are far above those of an upload form. */
const FIELD_BYTES = 16 * 1024;
const FIELDS = 32;

/**
 * Reads the fields of a `multipart/form-data` body up to its file (RFC 7578). Strict: the fields come first, each once; the file comes
 * last, in a part named `file`.
 */
export async function readForm(body: AsyncIterable<Uint8Array>, contentType: string): Promise<UploadedForm> {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*$/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new BadForm('Not a form: multipart/form-data with a boundary was expected');
  const bytes = new Incoming(body);
  const fields = new Map<string, string>();
  if ((await bytes.until(`--${boundary}\r\n`, 0)).length > 0) throw new BadForm('Bytes before the first part');
  const end = `\r\n--${boundary}`;
  while (fields.size <= FIELDS) {
    const name = nameOf((await bytes.until('\r\n\r\n', FIELD_BYTES)).toString());
    if (name === 'file') return { fields, file: fileOf(bytes, end) };
    if (fields.has(name)) throw new BadForm(`The field ${name} stands twice`);
    fields.set(name, (await bytes.until(`${end}\r\n`, FIELD_BYTES)).toString());
  }
  throw new BadForm('Too many fields');
}

function nameOf(headers: string): string {
  const disposition = headers.split('\r\n').find((line) => /^content-disposition:/i.test(line));
  const name = /^content-disposition:\s*form-data\s*;\s*name="([^"\\]{1,100})"/i.exec(disposition ?? '')?.[1];
  if (name === undefined) throw new BadForm('A part without a name');
  return name;
}

async function* fileOf(bytes: Incoming, end: string): AsyncGenerator<Uint8Array> {
  yield* bytes.through(end);
  const tail = (await bytes.rest(4)).toString();
  if (tail !== '--\r\n' && tail !== '--') throw new BadForm('The file must be the last part');
}

/** Reads a stream of bytes up to a delimiter. */
class Incoming {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Bytes before the delimiter, at most `limit`; the delimiter is consumed. */
  async until(delimiter: string, limit: number): Promise<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(delimiter);
      if (at > limit || (at < 0 && this.#held.length > limit + delimiter.length))
        throw new BadForm('A part is too large');
      if (at >= 0) return this.#take(at, delimiter.length);
      if (!(await this.#more())) throw new BadForm('The form breaks off');
    }
  }

  /** Streams the bytes before the delimiter; the delimiter is consumed. */
  async *through(delimiter: string): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(delimiter);
      if (at >= 0) {
        if (at > 0) yield this.#take(at, delimiter.length);
        else this.#take(0, delimiter.length);
        return;
      }
      // The end of the buffer may be the beginning of the delimiter.
      const certain = this.#held.length - delimiter.length + 1;
      if (certain > 0) yield this.#take(certain, 0);
      if (!(await this.#more())) throw new BadForm('The form breaks off');
    }
  }

  /** All remaining bytes, at most `limit`. */
  async rest(limit: number): Promise<Buffer> {
    while (this.#held.length <= limit) if (!(await this.#more())) return this.#held;
    throw new BadForm('Bytes after the last part');
  }

  #take(length: number, passOver: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length + passOver);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done) return false;
    this.#held = this.#held.length === 0 ? Buffer.from(value) : Buffer.concat([this.#held, value]);
    return true;
  }
}
