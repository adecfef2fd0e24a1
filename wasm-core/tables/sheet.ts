import { quoted, russianNumber } from '../contract/russian.ts';
import type { Budget } from './budget.ts';
import { type Cell, columnLetters, type Row, type RowBatch } from './cell.ts';
import { MAX_COLUMNS, MAX_MERGES, MAX_ROWS } from './limits.ts';
import type { NumberFormatKind } from './number_format.ts';
import { TableStop, tooLarge, tooManyRows } from './refused.ts';
import { RichText, unescaped } from './shared_strings.ts';
import { unpackedPieces } from './unzip.ts';
import { isTrue, type Sheet } from './workbook.ts';
import { type Attributes, XmlReader } from './xml.ts';

/** The parts of a workbook that cells of a sheet refer to. */
export interface SheetContext {
  readonly strings: readonly string[];
  readonly looks: readonly NumberFormatKind[];
  readonly from1904: boolean;
  readonly budget: Budget;
}

/** A merged range of a sheet: rows from 1, columns from 0, both ends inclusive. */
export interface Merge {
  readonly range: string;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** Facts about a sheet; complete when its last batch has been read. */
export interface SheetFacts {
  hiddenRows: boolean;
  readonly merges: Merge[];
}

/** Reads the rows of a sheet in batches and fills `facts`. Blank rows may be omitted. */
export function* sheetBatches(sheet: Sheet, context: SheetContext, facts: SheetFacts): Generator<RowBatch> {
  const reading = new SheetReading(sheet.name, context, facts);
  const reader = new XmlReader(sheet.entry.name, context.budget, reading);
  for (const { bytes, share } of unpackedPieces(sheet.entry, context.budget)) {
    reader.feed(bytes);
    yield { rows: reading.take(), share };
  }
  reader.end();
  yield { rows: reading.take(), share: 1 };
}

/** Converts the XML elements of a sheet to rows. */
class SheetReading {
  private rows: Row[] = [];
  private cells: Cell[] = [];
  private row = 0;
  private column = -1;
  private attributes: Attributes = {};
  private value = '';
  private inValue = false;
  private hasFormula = false;
  private hasValue = false;
  private readonly rich = new RichText();
  private readonly sheet: string;
  private readonly context: SheetContext;
  private readonly facts: SheetFacts;

  constructor(sheet: string, context: SheetContext, facts: SheetFacts) {
    this.sheet = sheet;
    this.context = context;
    this.facts = facts;
  }

  take(): Row[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  open = (name: string, attributes: Attributes): void => {
    if (name === 'c') this.openCell(attributes);
    else if (name === 'v') this.inValue = this.hasValue = true;
    else if (name === 'f') this.hasFormula = true;
    else if (name === 'row') this.openRow(attributes);
    else if (name === 'mergeCell') this.addMerge(attributes.ref ?? '');
    else this.rich.open(name);
  };

  text = (text: string): void => {
    if (this.inValue) this.value += text;
    else this.rich.text(text);
  };

  close = (name: string): void => {
    if (name === 'v') this.inValue = false;
    else if (name === 'c') this.closeCell();
    else if (name === 'row') this.closeRow();
    else this.rich.close(name);
  };

  private openRow(attributes: Attributes): void {
    const number = attributes.r === undefined ? this.row + 1 : Number(attributes.r);
    if (!Number.isInteger(number) || number <= this.row) throw this.stop(400, 'Строки листа идут не по порядку.');
    if (number > MAX_ROWS + 1) throw tooManyRows();
    this.row = number;
    this.cells = [];
    this.column = -1;
    if (isTrue(attributes.hidden)) this.facts.hiddenRows = true;
  }

  private closeRow(): void {
    // A reader visits every index of a row, also those before its only cell.
    this.context.budget.spend(this.cells.length);
    if (this.cells.length > 0) this.rows.push({ number: this.row, cells: this.cells });
    this.cells = [];
  }

  private openCell(attributes: Attributes): void {
    this.attributes = attributes;
    const reference = attributes.r;
    this.column = reference === undefined ? this.column + 1 : columnOf(reference);
    this.value = '';
    this.hasFormula = this.hasValue = false;
    this.rich.begin();
  }

  private closeCell(): void {
    const cell = this.cell();
    if (cell === undefined || cell === '') return;
    if (!(this.column >= 0 && this.column < MAX_COLUMNS)) {
      throw this.stop(413, `Столбцов больше ${MAX_COLUMNS}. Оставьте столбцы таблицы, остальные удалите.`);
    }
    this.cells[this.column] = cell;
  }

  private cell(): Cell {
    const { t } = this.attributes;
    const { value } = this;
    if (t === 's') return this.sharedString(value);
    if (t === 'inlineStr') return this.rich.take();
    if (t === 'str') return this.hasFormula && !this.hasValue ? { kind: 'formula' } : unescaped(value);
    if (value === '') return this.hasFormula ? { kind: 'formula' } : undefined;
    if (t === 'b') return { kind: 'boolean', value: isTrue(value.trim()) };
    if (t === 'e') return { kind: 'error', text: value };
    if (t === 'd') return value;
    return this.number(value);
  }

  private number(text: string): Cell {
    const value = Number(text);
    if (Number.isNaN(value) || !/^[\s\d.eE+-]+$/.test(text)) return text;
    const look = this.context.looks[Number(this.attributes.s ?? 0)];
    if (look === 'date') return { kind: 'date', days: daysOf(value, this.context.from1904) };
    // The cell shows its value times 100; only in text can the decimal point be moved exactly.
    return look === 'percent' ? { kind: 'percent', value: Number(`${value}e2`) || value * 100 } : value;
  }

  private sharedString(index: string): Cell {
    if (index === '') return undefined;
    const text = this.context.strings[Number(index)];
    if (text === undefined) throw this.stop(400, 'Файл повреждён: ячейка ссылается на текст, которого нет в книге.');
    // Each use of a shared string is charged: otherwise a few bytes could repeat a long text for
    // free.
    this.context.budget.spend(text.length);
    return text;
  }

  private addMerge(range: string): void {
    const [, from = '', first = '', to = '', last = ''] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range) ?? [];
    if (from === '') return;
    if (this.facts.merges.length >= MAX_MERGES)
      throw tooLarge(
        `На листе ${quoted(this.sheet)} объединённых ячеек больше ${russianNumber(MAX_MERGES)}. Разъедините их.`,
      );
    this.facts.merges.push({
      range,
      firstRow: Number(first),
      lastRow: Number(last),
      firstColumn: columnOf(from),
      lastColumn: columnOf(to),
    });
  }

  /** The refusal of the file because of the current cell. */
  private stop(status: 400 | 413, message: string): TableStop {
    const column = this.column >= 0 ? { column: columnLetters(this.column) } : {};
    const location = `Лист «${this.sheet}», строка ${this.row}${column.column ? `, столбец ${column.column}` : ''}.`;
    const code = status === 413 ? 'too_large' : 'broken_file';
    return new TableStop(status, code, `${location} ${message}`, [
      { sheet: this.sheet, row: this.row, ...column, message },
    ]);
  }
}

/**
 * Column index, from 0, of a reference «AB12» or «AB»; a column beyond XFD is a large number.
 */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < Math.min(reference.length, 4); at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

const DAYS_1900_TO_1970 = 25_569;
const DAYS_1904_TO_1970 = 24_107;

/**
 * Days since 1970-01-01 of a spreadsheet's date serial. Excel counts a 29 February 1900, so earlier
 * days are shifted by one.
 */
function daysOf(serial: number, from1904: boolean): number {
  if (from1904) return Math.floor(serial) - DAYS_1904_TO_1970;
  return Math.floor(serial) - DAYS_1900_TO_1970 + (serial < 60 ? 1 : 0);
}
