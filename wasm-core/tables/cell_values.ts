import type { Column } from '../calculations/definition.ts';
import { finite, parseDecimal } from '../contract/decimal.ts';
import { russianNumber, sentence } from '../contract/russian.ts';
import { NAME_LIMIT, visibleText } from '../contract/text.ts';
import { type Cell, isBlank } from './cell.ts';
import { FIRST_YEAR, LAST_YEAR, MAX_SPELLINGS, MAX_TEXT_LENGTH, MAX_TEXTS } from './limits.ts';
import { tooLarge } from './refused.ts';

/**
 * Reads a cell of a column: its number in the table (NaN: blank), or a Russian message with the
 * fault and the expected content.
 */
export type ReadCell = (cell: Cell) => number | string;

/**
 * With smaller values results lose digits or become infinite; no measured quantity is so small.
 */
const SMALLEST = 1e-100;

/** Returns the reader of cells of `column`; a text is read as its index in `texts`. */
export function cellReader(column: Column, texts: TextIndex): ReadCell {
  const read = readers[column.kind](column, texts);
  const blank = column.blank ? Number.NaN : `Ячейка пуста. ${expectedContent(column)}`;
  return (cell) => (isBlank(cell) ? blank : read(cell));
}

/** Returns the value if it is within the bounds of its column, otherwise a Russian message. */
export function checkBounds(value: number, { min, max, unit }: Column): number | string {
  if (value !== 0 && Math.abs(value) < SMALLEST)
    return 'Слишком малое число. Укажите 0 или проверьте единицу измерения.';
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    const bounds =
      `Допустимо от ${russianNumber(min ?? -Infinity)} до ${russianNumber(max ?? Infinity)} ${unit}`.trim();
    return `${sentence(bounds)} Проверьте значение и единицу.`;
  }
  return value;
}

/** The expected content of a column, as a Russian sentence. */
export function expectedContent({ kind, unit }: Column): string {
  if (kind === 'year') return 'Нужен год, например 2024.';
  if (kind === 'date') return 'Нужна дата, например 31.01.2026.';
  return kind === 'text' ? 'Нужно название.' : sentence(`Нужно число${unit === '' ? '' : `, ${unit}`}`);
}

const readers: Readonly<Record<Column['kind'], (column: Column, texts: TextIndex) => (cell: Cell) => number | string>> =
  {
    number: (column) => (cell) => {
      const value =
        typeof cell === 'object' && cell.kind === 'percent' ? percent(cell.value, column) : decimal(cell, column);
      return typeof value === 'string' ? value : checkBounds(value, column);
    },
    year: (column) => (cell) => {
      const text =
        typeof cell === 'string'
          ? cell
              .trim()
              .slice(0, LONGEST_YEAR)
              .replace(/\s*(?:г\.?|год)$/i, '')
          : cell;
      const year = decimal(text, column);
      if (typeof year === 'string') return year;
      if (Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR) return year;
      return `Нужен год от ${FIRST_YEAR} до ${LAST_YEAR}, например 2024.`;
    },
    date: (column) => (cell) => {
      const days =
        typeof cell === 'string'
          ? dayOf(cell)
          : typeof cell === 'object' && cell.kind === 'date'
            ? cell.days
            : undefined;
      if (days !== undefined && days >= FIRST_DAY && days <= LAST_DAY) return days;
      return typeof cell === 'object' && cell.kind !== 'date' ? unusable(cell, column) : NOT_A_DATE;
    },
    text: (column, texts) => (cell) => {
      if (typeof cell === 'object') return unusable(cell, column);
      return texts.indexOf(String(cell));
    },
  };

/** Longest text that is parsed as a year, characters. */
const LONGEST_YEAR = 40;

const NOT_A_DATE = `Это не дата. Запишите её как 31.01.2026 или 2026-01-31, год от ${FIRST_YEAR} до ${LAST_YEAR}.`;

function percent(value: number, column: Column): number | string {
  return column.unit === '%' ? value : `В ячейке проценты. ${expectedContent(column)} Уберите процентный формат.`;
}

function decimal(cell: Cell, column: Column): number | string {
  if (typeof cell === 'object') return unusable(cell, column);
  const parsed = typeof cell === 'number' ? finite(cell) : parseDecimal(cell ?? '');
  if (parsed.ok) return parsed.value;
  return typeof cell === 'string' && LOOKS_LIKE_DATE.test(cell.trim())
    ? `В ячейке дата. ${expectedContent(column)}`
    : parsed.message;
}

/** «31.12.2019», «2019-12-31», «31/12/2019», with or without a time. */
const LOOKS_LIKE_DATE =
  /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2})(?:[T ]\d{1,2}:.*)?$/;

function unusable(cell: Exclude<Cell, string | number | undefined>, column: Column): string {
  const next = expectedContent(column);
  if (cell.kind === 'error') return `Ошибка формулы. ${next}`;
  if (cell.kind === 'formula')
    return `Формула без вычисленного значения. Откройте файл в программе таблиц и сохраните. ${next}`;
  if (cell.kind === 'boolean') return `Логическое значение. ${next}`;
  return cell.kind === 'date' ? `В ячейке дата. ${next}` : `В ячейке проценты. ${next}`;
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(FIRST_YEAR, 0, 1) / DAY_MS;
const LAST_DAY = Date.UTC(LAST_YEAR, 11, 31) / DAY_MS;

/**
 * Parses a day to days since 1970-01-01: «31.01.2026», «2026-01-31»; a time after it is dropped.
 * A two-digit year follows Excel and LibreOffice: «31.01.26» is 2026, «31.01.30» is 1930. Days with
 * slashes are refused: programs do not agree on which number is the month.
 */
export function dayOf(text: string): number | undefined {
  const match =
    /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2}))(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?Z?)?$/.exec(
      text.trim(),
    );
  if (!match) return undefined;
  const [written = '', month, day] = [match[1] ?? match[6], Number(match[2] ?? match[5]), Number(match[3] ?? match[4])];
  const year = Number(written) + (written.length > 2 ? 0 : Number(written) < 30 ? 2000 : 1900);
  const days = Date.UTC(year, month - 1, day) / DAY_MS;
  // Date.UTC moves a day that does not exist into the next month.
  const real = month >= 1 && month <= 12 && new Date(days * DAY_MS).getUTCDate() === day && day >= 1;
  return real && year >= FIRST_YEAR && year <= LAST_YEAR ? days : undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const TOO_LONG = `Текст длиннее ${NAME_LIMIT} символов. Сократите его.`;

/** Interns the distinct texts of a column, in the order of first appearance. */
export class TextIndex {
  private readonly indexes = new Map<string, number>();
  /**
   * Results for texts that are not names in their written form: a million cells of a workbook may
   * share one such text.
   */
  private readonly spellings = new Map<string, number | string>();
  private readonly limit: number;

  constructor(limit = MAX_TEXTS) {
    this.limit = limit;
  }

  get texts(): string[] {
    return [...this.indexes.keys()];
  }

  /**
   * Returns the index of a text, which is added if it is new, or a Russian message with its fault.
   * Runs of any spaces count as one space.
   */
  indexOf(raw: string): number | string {
    const known = this.indexes.get(raw) ?? this.spellings.get(raw);
    if (known !== undefined) return known;
    if (raw.length > MAX_TEXT_LENGTH) return TOO_LONG;
    const text = visibleText(raw).replace(/\s+/g, ' ');
    const index = this.add(text);
    if (index !== this.indexes.get(raw) && this.spellings.size < MAX_SPELLINGS) this.spellings.set(copy(raw), index);
    return index;
  }

  private add(text: string): number | string {
    if (text === '') return 'В ячейке только невидимые символы. Впишите название.';
    if (text.length > NAME_LIMIT) return TOO_LONG;
    if (CONTROL.test(text) || !text.isWellFormed())
      return 'В тексте есть невидимые управляющие символы. Наберите его заново.';
    const same = this.indexes.get(text);
    if (same !== undefined) return same;
    if (this.indexes.size >= this.limit)
      throw tooLarge(`Разных названий больше ${russianNumber(this.limit)}. Разделите таблицу на части.`);
    this.indexes.set(copy(text), this.indexes.size);
    return this.indexes.size - 1;
  }
}

/**
 * Copies a text: a slice of a piece of the file would keep the whole piece in memory.
 */
function copy(text: string): string {
  return [...text].join('');
}
