import { CoreMemory } from '../core_memory.ts';
import type { Core } from '../load.ts';
import { setColumns, setPoint, setTimeFormat } from './core_settings.ts';
import { type FileHead, HEAD_BYTES, readFileHead, type TextEncoding, textEncodingOf } from './file_head.ts';
import { MeasureRefused, type SeriesMapping } from './mapping.ts';
import { rowFault } from './row_fault.ts';
import { seriesTime } from './series_time.ts';
import { Utf8Bytes } from './utf8_bytes.ts';

/** Bytes that are copied into the core at a time, and the longest line. */
const PIECE_BYTES = 512 * 1024;
const MOST_LINE_BYTES = 64 * 1024;
/** Zeros behind the bytes: the core may read ahead. */
const MARGIN_BYTES = 64;

/** Rows that the core reads at a time, 48 bytes each: they stay in the cache. */
const ROWS = 4096;
const ROW_BYTES = 48;

const NEWLINE = 10;

/** Length of a bucket: an hour. */
export const HOUR_MS = 3_600_000;

/** How a file of readings is folded: the length of the buckets, ms. */
export interface FoldOptions {
  readonly bucketMs?: number;
}

/**
 * Reads a file of readings of any size as its bytes come, in constant memory, and folds it into hours. What the bytes are cut into
 * changes no bit. Make one from the beginning of the file, push all bytes in order, end it.
 */
export class SeriesReader {
  readonly memory: CoreMemory;
  readonly head: FileHead;
  /** The usual time between two rows, ms. */
  readonly stepMs: number;
  readonly #mapping: SeriesMapping;
  readonly #transcoder: Utf8Bytes | undefined;
  readonly #buffer: number;
  readonly #rows: number;
  /** Bytes that wait for the end of their line. */
  #carried = 0;
  #toSkip: number;
  #line: number;

  private constructor(
    memory: CoreMemory,
    head: Uint8Array,
    encoding: TextEncoding,
    mapping: SeriesMapping,
    fold: FoldOptions,
  ) {
    this.memory = memory;
    this.#mapping = mapping;
    const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
    this.#transcoder = isWide ? new Utf8Bytes(encoding) : undefined;
    const bytes = isWide ? new Utf8Bytes(encoding).push(head) : head;
    this.head = readFileHead(bytes, encoding, mapping);
    this.#buffer = memory.take(MOST_LINE_BYTES + PIECE_BYTES + MARGIN_BYTES);
    this.#rows = memory.take(ROWS * ROW_BYTES);
    this.#toSkip = this.head.dataStart;
    this.#line = this.head.dataLine;
    setColumns(memory, mapping, this.head.delimiter, this.head.columns);
    const { time } = mapping;
    if ('columns' in time) {
      const { format, zoneMs } = seriesTime(time, this.head);
      setTimeFormat(memory, format, zoneMs);
      this.stepMs = this.#usualStep(bytes);
    } else this.stepMs = time.stepS * 1000;
    setPoint(memory, mapping, this.stepMs);
    const [start, stride] = 'columns' in time ? [0, 0] : [time.start ?? 0, this.stepMs];
    memory.function('measured_begin')(fold.bucketMs ?? HOUR_MS, start, stride);
  }

  /** A reader for a file that begins with `head`: its first `HEAD_BYTES`, or all of it. Throws MeasureRefused. */
  static async open(
    core: Core,
    mapping: SeriesMapping,
    head: Uint8Array,
    fold: FoldOptions = {},
  ): Promise<SeriesReader> {
    const memory = await CoreMemory.load(core, 'measured');
    return new SeriesReader(memory, head, mapping.encoding ?? textEncodingOf(head), mapping, fold);
  }

  /** The next bytes of the file, from its first on. Throws MeasureRefused at a row that cannot be read, naming its line. */
  push(bytes: Uint8Array): void {
    this.#pushPlain(this.#transcoder ? this.#transcoder.push(bytes) : bytes);
  }

  /** Ends the file: its last line may lack a newline. */
  end(): void {
    if (this.#transcoder) this.#pushPlain(this.#transcoder.end());
    if (this.#carried > 0) this.#pushPlain(Uint8Array.of(NEWLINE));
    if (this.memory.function('measured_end')() === 0) throw this.#fault();
  }

  #pushPlain(bytes: Uint8Array): void {
    const skipped = Math.min(this.#toSkip, bytes.length);
    this.#toSkip -= skipped;
    for (let from = skipped; from < bytes.length; from += PIECE_BYTES) {
      this.#pushPiece(bytes.subarray(from, Math.min(from + PIECE_BYTES, bytes.length)));
    }
  }

  #pushPiece(piece: Uint8Array): void {
    const last = piece.lastIndexOf(NEWLINE);
    const length = this.#carried + piece.length;
    const view = new Uint8Array(this.memory.buffer, this.#buffer, length);
    view.set(piece, this.#carried);
    if (last >= 0) {
      const end = this.#carried + last + 1;
      this.#fold(this.#buffer, this.#buffer + end);
      // Folding may have made the memory grow.
      new Uint8Array(this.memory.buffer, this.#buffer, length).copyWithin(0, end);
      this.#carried = length - end;
    } else this.#carried = length;
    if (this.#carried > MOST_LINE_BYTES) {
      throw new MeasureRefused(
        `Строка ${this.#line} длиннее 65 536 байт. Проверьте концы строк: нужен перевод строки (LF или CRLF).`,
      );
    }
  }

  /** Folds the lines of [from, to) of the core's memory. */
  #fold(from: number, to: number): void {
    const { memory } = this;
    const [scan, fold] = [memory.function('measured_scan'), memory.function('measured_fold')];
    const [scannedTo, scannedLines] = [
      memory.function('measured_scanned_to'),
      memory.function('measured_scanned_lines'),
    ];
    for (let at = from; at < to; ) {
      const count = scan(at, to, this.#rows, ROWS);
      if (fold(this.#rows, count) === 0) throw this.#fault();
      at = scannedTo();
      if (this.#hasFault()) throw this.#fault();
      this.#line += scannedLines();
    }
  }

  #usualStep(head: Uint8Array): number {
    const end = head.length < HEAD_BYTES ? head.length : head.lastIndexOf(NEWLINE) + 1;
    const start = this.head.dataStart;
    const bytes = new Uint8Array(end - start + 1 + MARGIN_BYTES);
    bytes.set(head.subarray(start, end));
    bytes[end - start] = NEWLINE;
    const probe = this.memory.place(bytes);
    // A row has at least four bytes: time, two readings, newline.
    const most = Math.floor(bytes.length / 4) + 1;
    const rows = this.memory.take(Math.min(most, 65_536) * ROW_BYTES);
    const count = this.memory.function('measured_scan')(probe, probe + end - start + 1, rows, Math.min(most, 65_536));
    const step = this.memory.function('measured_usual_step')(rows, count);
    if (step > 0) return step;
    // A row that cannot be read is named when it is folded; a single row has no step.
    if (this.#hasFault()) throw this.#fault();
    throw new MeasureRefused(
      'Шаг строк неизвестен: у всех строк одно время или строка одна. Нужны две строки с разным временем.',
    );
  }

  #hasFault(): boolean {
    return this.#faultNumbers()[0] !== 0;
  }

  #faultNumbers(): number[] {
    return [...new Float64Array(this.memory.buffer, this.memory.function('measured_fault')(), 5)];
  }

  #fault(): MeasureRefused {
    const [code = 0, line = 0, column = 0, from = 0, to = 0] = this.#faultNumbers();
    const bytes = new Uint8Array(this.memory.buffer, from, Math.max(0, Math.min(to - from, 200)));
    const encoding = this.#mapping.encoding ?? (this.#transcoder ? 'utf-8' : textEncodingOf(bytes));
    const text = new TextDecoder(this.#transcoder ? 'utf-8' : encoding).decode(bytes);
    return rowFault({ code, line: this.#line + line, column, text }, this.head, this.#mapping);
  }
}
