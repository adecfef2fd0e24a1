import { SaxesParser } from 'saxes';
import type { Budget } from './budget.ts';
import { ELEMENT_WORK, MAX_CELL_LENGTH, MAX_DEPTH, MAX_TAG_LENGTH } from './limits.ts';
import { damagedFile, type TableStop, tooLarge } from './refused.ts';
import { unpackedPieces } from './unzip.ts';
import type { ZipEntry } from './zip.ts';

// saxes takes 0.5 s (measured) for the 34 MB of a sheet of 100,000 rows, less than unpacking them,
// and it enforces well-formed XML. Use only these six events: with two more, V8 switches the parser
// object to dictionary mode and it is four times slower.

/** Attributes of an element by name. */
export type Attributes = Readonly<Record<string, string>>;

export interface XmlHandlers {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Bytes decoded at a time, so that an unterminated tag or text is detected before it fills the
 * memory.
 */
const PIECE = 65_536;

/** Most characters without the end of a tag or a text. */
const LONGEST = Math.max(MAX_CELL_LENGTH, MAX_TAG_LENGTH) + PIECE;

/**
 * Reads XML incrementally: UTF-8, no DTD, only the five predefined entities, bounded depth and
 * length.
 */
export class XmlReader {
  private readonly parser = new SaxesParser({ position: false });
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private readonly part: string;
  private readonly budget: Budget;
  private depth = 0;
  private elements = 0;
  private quiet = 0;

  constructor(part: string, budget: Budget, { open, close, text }: XmlHandlers) {
    this.part = part;
    this.budget = budget;
    this.parser.on('error', () => {
      throw this.refused('разметка XML нарушена');
    });
    this.parser.on('doctype', () => {
      throw this.refused('в разметке есть DTD, в книгах Excel её не бывает');
    });
    this.parser.on('opentag', ({ name, attributes }) => {
      this.quiet = 0;
      this.elements += 1;
      this.depth += 1;
      if (this.depth > MAX_DEPTH) throw this.refused(`вложенность больше ${MAX_DEPTH}`);
      open?.(localName(name), attributes as Attributes);
    });
    this.parser.on('closetag', ({ name }) => {
      this.quiet = 0;
      this.depth -= 1;
      close?.(localName(name));
    });
    const spoken = (content: string) => {
      if (content.length > MAX_CELL_LENGTH) throw this.tooLong();
      text?.(content);
    };
    this.parser.on('text', spoken);
    this.parser.on('cdata', spoken);
  }

  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += PIECE) {
      const piece = bytes.subarray(at, at + PIECE);
      this.quiet += piece.length;
      this.parser.write(this.decode(piece));
      this.budget.spend(this.elements * ELEMENT_WORK);
      this.elements = 0;
      if (this.quiet > LONGEST) throw this.tooLong();
    }
  }

  end(): void {
    this.parser.write(this.decode());
    this.parser.close();
  }

  private decode(piece?: Uint8Array): string {
    try {
      return piece ? this.decoder.decode(piece, { stream: true }) : this.decoder.decode();
    } catch {
      throw this.refused('она не в кодировке UTF-8');
    }
  }

  private refused(why: string): TableStop {
    return damagedFile(`часть «${this.part}» не читается — ${why}`);
  }

  private tooLong(): TableStop {
    return tooLarge(`В части «${this.part}» есть значение длиннее ${MAX_CELL_LENGTH} символов. Сократите его.`);
  }
}

/** Reads a whole part. */
export function readXml(entry: ZipEntry, budget: Budget, handlers: XmlHandlers): void {
  const reader = new XmlReader(entry.name, budget, handlers);
  for (const { bytes } of unpackedPieces(entry, budget)) reader.feed(bytes);
  reader.end();
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
