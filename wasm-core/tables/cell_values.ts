import type { Column } from '../calculations/definition.ts';
import { finite, parseDecimal } from '../contract/decimal.ts';
import { russianNumber, sentence } from '../contract/russian.ts';
import { NAME_LIMIT, visibleText } from '../contract/text.ts';
import { type Cell, isBlank } from './cell.ts';
import { FIRST_YEAR, LAST_YEAR, MAX_SPELLINGS, MAX_TEXT_LENGTH, MAX_TEXTS } from './limits.ts';
import { tooLarge } from './refused.ts';

/**
 * Reads a cell of a column: its number in the table (NaN: blank), or what is wrong and what to
 * write instead, in Russian.
 */
export type ReadCell = (cell: Cell) => number | string;

/**
 * Below it results lose their last digits or become infinite; nothing that is measured is so small.
 */
const SMALLEST = 1e-100;

/** The reader of cells of `column`; texts are put into `texts` and read as their places there. */
export function cellReader(column: Column, texts: TextPlaces): ReadCell {
  const read = readers[column.kind](column, texts);
  const blank = column.blank ? Number.NaN : `Ячейка пуста. ${expected(column)}`;
  return (cell) => (isBlank(cell) ? blank : read(cell));
}

/** Whether a value of the table lies in the bounds of its column; what is wrong, otherwise. */
export function checkNumber(value: number, { min, max, unit }: Column): number | string {
  if (value !== 0 && Math.abs(value) < SMALLEST)
    return 'Слишком малое число. Укажите 0 или проверьте единицу измерения.';
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    const bounds =
      `Допустимо от ${russianNumber(min ?? -Infinity)} до ${russianNumber(max ?? Infinity)} ${unit}`.trim();
    return `${sentence(bounds)} Проверьте значение и единицу.`;
  }
  return value;
}

/** What a column wants, as a sentence. */
export function expected({ kind, unit }: Column): string {
  if (kind === 'year') return 'Нужен год, например 2024.';
  if (kind === 'date') return 'Нужна дата, например 31.01.2026.';
  return kind === 'text' ? 'Нужно название.' : sentence(`Нужно число${unit === '' ? '' : `, ${unit}`}`);
}

const readers: Readonly<
  Record<Column['kind'], (column: Column, texts: TextPlaces) => (cell: Cell) => number | string>
> = {
  number: (column) => (cell) => {
    const value =
      typeof cell === 'object' && cell.kind === 'percent' ? percent(cell.value, column) : decimal(cell, column);
    return typeof value === 'string' ? value : checkNumber(value, column);
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
      typeof cell === 'string' ? dayOf(cell) : typeof cell === 'object' && cell.kind === 'date' ? cell.days : undefined;
    if (days !== undefined && days >= FIRST_DAY && days <= LAST_DAY) return days;
    return typeof cell === 'object' && cell.kind !== 'date' ? unusable(cell, column) : NOT_A_DATE;
  },
  text: (column, texts) => (cell) => {
    if (typeof cell === 'object') return unusable(cell, column);
    return texts.place(String(cell));
  },
};

/** Characters of a year that are looked at. */
const LONGEST_YEAR = 40;

const NOT_A_DATE = `Это не дата. Запишите её как 31.01.2026 или 2026-01-31, год от ${FIRST_YEAR} до ${LAST_YEAR}.`;

function percent(value: number, column: Column): number | string {
  return column.unit === '%' ? value : `В ячейке проценты. ${expected(column)} Уберите процентный формат.`;
}

function decimal(cell: Cell, column: Column): number | string {
  if (typeof cell === 'object') return unusable(cell, column);
  const parsed = typeof cell === 'number' ? finite(cell) : parseDecimal(cell ?? '');
  if (parsed.ok) return parsed.value;
  return typeof cell === 'string' && LOOKS_LIKE_DATE.test(cell.trim())
    ? `В ячейке дата. ${expected(column)}`
    : parsed.message;
}

/** «31.12.2019», «2019-12-31», «31/12/2019», with or without a time. */
const LOOKS_LIKE_DATE =
  /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2})(?:[T ]\d{1,2}:.*)?$/;

function unusable(cell: Exclude<Cell, string | number | undefined>, column: Column): string {
  const next = expected(column);
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
 * A day as text, in days since 1970-01-01: «31.01.2026», «2026-01-31», either with a time after it,
 * which is dropped. Chosen: «31.01.26» is 2026 and «31.01.30» is 1930, as Excel and LibreOffice
 * read and write such years; days with slashes are refused, because programs do not agree on which
 * number is the month.
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
  // A day that does not exist would run over into the next month.
  const real = month >= 1 && month <= 12 && new Date(days * DAY_MS).getUTCDate() === day && day >= 1;
  return real && year >= FIRST_YEAR && year <= LAST_YEAR ? days : undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const TOO_LONG = `Текст длиннее ${NAME_LIMIT} символов. Сократите его.`;

/** The different texts of a column, in the order of their first appearance. */
export class TextPlaces {
  private readonly places = new Map<string, number>();
  /**
   * What became of texts that are no names as they stand: the cells of a workbook may share one,
   * and hand it in a million times.
   */
  private readonly spellings = new Map<string, number | string>();
  private readonly limit: number;

  constructor(limit = MAX_TEXTS) {
    this.limit = limit;
  }

  get texts(): string[] {
    return [...this.places.keys()];
  }

  /**
   * The place of a text, which is added if it is new; or what is wrong with it. Spaces of any kind
   * count as one.
   */
  place(raw: string): number | string {
    const known = this.places.get(raw) ?? this.spellings.get(raw);
    if (known !== undefined) return known;
    if (raw.length > MAX_TEXT_LENGTH) return TOO_LONG;
    const text = visibleText(raw).replace(/\s+/g, ' ');
    const place = this.placeOf(text);
    if (place !== this.places.get(raw) && this.spellings.size < MAX_SPELLINGS) this.spellings.set(copy(raw), place);
    return place;
  }

  private placeOf(text: string): number | string {
    if (text === '') return 'В ячейке только невидимые символы. Впишите название.';
    if (text.length > NAME_LIMIT) return TOO_LONG;
    if (CONTROL.test(text) || !text.isWellFormed())
      return 'В тексте есть невидимые управляющие символы. Наберите его заново.';
    const same = this.places.get(text);
    if (same !== undefined) return same;
    if (this.places.size >= this.limit)
      throw tooLarge(`Разных названий больше ${russianNumber(this.limit)}. Разделите таблицу на части.`);
    this.places.set(copy(text), this.places.size);
    return this.places.size - 1;
  }
}

/**
 * A text of its own: one that was cut from a piece of a file would keep the whole piece in memory.
 */
function copy(text: string): string {
  return [...text].join('');
}
