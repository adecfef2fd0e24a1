import type { Column, TableUse } from '../calculations/definition.ts';
import { type Fault, faultValue } from '../contract/errors.ts';
import { type Cell, cellText, isBlank, type Row } from './cell.ts';
import { cellReader, type ReadCell, TextIndex } from './cell_values.ts';
import { GrowableColumn } from './growable_column.ts';
import { MAX_OBJECTS, MAX_ROWS } from './limits.ts';
import { headerName, type Layout } from './recognise.ts';
import { type TableFaults, tooManyRows } from './refused.ts';
import { isTotal, totalsNote } from './total_rows.ts';

/** Years without a value of one object: their count, the first and the last. */
export interface MissingYears {
  /** Index of the object's name. */
  readonly object: number;
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/** Columns in the order of the file, not yet sorted. */
export interface RawTable {
  readonly columns: Readonly<Record<string, Float64Array>>;
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** Row number in the file of each row, from 1. */
  readonly rows: Float64Array;
  /**
   * Rows without a value that a wide table expands to: their count, and the object with the most.
   */
  readonly blanks: { readonly added: number; readonly widest: MissingYears };
}

/** Name of the only object of a table without a column of objects. */
export const ONLY_OBJECT = 'Объект 1';

const LONGER =
  'В строке больше значений, чем заголовков. Если запятая стоит в числе, разделите столбцы точкой с запятой или возьмите число в кавычки.';

interface Reader {
  readonly index: number;
  readonly read: ReadCell;
  readonly values: GrowableColumn;
}

/** Converts rows of cells to columns of numbers and collects their faults. */
export class ColumnBuilder {
  private readonly columns = new Map<string, GrowableColumn>();
  private readonly texts = new Map<string, TextIndex>();
  private readonly readers: Reader[] = [];
  private readonly rows = new GrowableColumn();
  private blankYears = 0;
  private widest: MissingYears = { object: 0, count: 0, first: 0, last: 0 };
  private readonly table: TableUse;
  private readonly layout: Layout;
  private readonly faults: TableFaults;
  private readonly location: Pick<Fault, 'sheet'>;
  private readonly wide: Reader | undefined;
  /** Index of the reader of the object; −1 if the file has no column of objects. */
  private readonly objectReader: number;
  /** Indexes of the columns without a header. */
  private readonly unheaded: readonly number[];
  /** Indexes of the object and the year, for tables of series. */
  private readonly nameIndexes: readonly number[];
  /** Rows of totals, held back until the table has other rows. */
  private readonly totals: { readonly row: Row; readonly text: string }[] = [];
  private lastText = '';
  private lastIsTotal = false;
  /** Indexes of the columns that have values but no header. */
  readonly unheadedValues = new Set<number>();

  constructor(table: TableUse, layout: Layout, faults: TableFaults, sheet: string | undefined) {
    this.table = table;
    this.layout = layout;
    this.faults = faults;
    this.unheaded = layout.headers.flatMap((header, index) => (header === '' ? [index] : []));
    this.location = sheet === undefined ? {} : { sheet };
    for (const [name, column] of Object.entries(table.columns)) {
      const index = layout.indexes[name];
      if (index !== undefined) this.readers.push(this.reader(name, column, index));
    }
    this.objectReader = this.readers.findIndex(({ index }) => index === layout.indexes[table.series?.object ?? '']);
    const { object = '', year = '' } = table.series ?? {};
    this.nameIndexes = [layout.indexes[object], layout.indexes[year]].filter((index) => index !== undefined);
    const wide = layout.years.length > 0 ? table.series?.wide : undefined;
    const column = wide === undefined ? undefined : table.columns[wide];
    if (wide !== undefined && column) this.wide = this.reader(wide, column, -1);
  }

  /** Adds a row. A blank row is skipped, a row of totals is held back. */
  add(row: Row): void {
    const { number, cells } = row;
    if (cells.length > this.layout.headers.length || this.unheaded.length > 0) this.checkUnheaded(number, cells);
    if (this.isBlankRow(cells)) return;
    const text = this.totalText(cells);
    if (text === undefined) this.take(row);
    else this.totals.push({ row, text });
    if (this.rows.length + this.totals.length > MAX_ROWS) throw tooManyRows();
  }

  private take({ number, cells }: Row): void {
    if (this.wide) this.addWide(number, cells, this.wide);
    else this.addLong(number, cells);
  }

  /**
   * The columns of all rows; a missing column of objects gets one name. If the table has only rows
   * of totals, they are its series.
   */
  finish(): RawTable {
    if (this.rows.length === 0) for (const { row } of this.totals.splice(0)) this.take(row);
    const { series } = this.table;
    if (series && this.layout.indexes[series.object] === undefined) {
      const index = this.textsOf(series.object).indexOf(ONLY_OBJECT);
      for (const _ of this.rows.taken) this.column(series.object).push(Number(index));
    }
    return {
      columns: Object.fromEntries([...this.columns].map(([name, { taken }]) => [name, taken])),
      texts: Object.fromEntries([...this.texts].map(([name, { texts }]) => [name, texts])),
      rows: this.rows.taken,
      blanks: { added: this.blankYears, widest: this.widest },
    };
  }

  /** The note on omitted rows of totals, or no note. */
  totalsNote(): string[] {
    return totalsNote(this.totals.map(({ row, text }) => [row.number, text]));
  }

  /** The text that marks a row of totals; undefined for other rows. */
  private totalText(cells: readonly Cell[]): string | undefined {
    for (const index of this.nameIndexes) {
      const cell = cells[index];
      if (typeof cell === 'string' && this.isTotal(cell)) return cell;
    }
    return undefined;
  }

  /** Cached: rows of an object usually follow one another. A year begins with a digit. */
  private isTotal(text: string): boolean {
    if (text !== this.lastText && !/^\s*\d/.test(text)) {
      this.lastText = text;
      this.lastIsTotal = isTotal(text);
    }
    return text === this.lastText && this.lastIsTotal;
  }

  /**
   * Checks cells without a header. On a sheet they are remarks beside the table. In a text a row
   * longer than the headers shows a misread delimiter: «1,5» between commas.
   */
  private checkUnheaded(row: number, cells: readonly Cell[]): void {
    const end = this.layout.headers.length;
    for (const index of this.unheaded) if (!isBlank(cells[index])) this.unheadedValues.add(index);
    for (let index = end; index < cells.length; index++) {
      if (isBlank(cells[index])) continue;
      this.unheadedValues.add(index);
      if (this.location.sheet !== undefined) continue;
      this.fault(row, index, cells[index], LONGER);
      break;
    }
  }

  private addLong(number: number, cells: readonly Cell[]): void {
    for (const { index, read, values } of this.readers) {
      values.push(this.value(read, cells[index], number, index));
    }
    this.rows.push(number);
  }

  /** Adds one row of the series for each year of a row of a wide table. */
  private addWide(number: number, cells: readonly Cell[], wide: Reader): void {
    const years = this.column(this.table.series?.year ?? '');
    const others = this.readers.map(({ index, read }) => this.value(read, cells[index], number, index));
    this.countBlankYears(cells, others[this.objectReader] ?? 0);
    for (const { index, year } of this.layout.years) {
      wide.values.push(this.value(wide.read, cells[index], number, index));
      years.push(year);
      for (const [reader, { values }] of this.readers.entries()) values.push(others[reader] ?? Number.NaN);
      this.rows.push(number);
    }
  }

  private countBlankYears(cells: readonly Cell[], object: number): void {
    const blank = this.layout.years.filter(({ index }) => isBlank(cells[index])).map(({ year }) => year);
    this.blankYears += blank.length;
    if (blank.length <= this.widest.count) return;
    this.widest = { object, count: blank.length, first: Math.min(...blank), last: Math.max(...blank) };
  }

  private value(read: ReadCell, cell: Cell, row: number, index: number): number {
    const value = read(cell);
    if (typeof value === 'number') return value;
    this.fault(row, index, cell, value);
    return Number.NaN;
  }

  private fault(row: number, index: number, cell: Cell, message: string): void {
    if (this.faults.countIfFull()) return;
    const value = faultValue(cellText(cell));
    const column = headerName(this.layout.headers, index);
    this.faults.add({ ...this.location, row, column, ...(value !== undefined && value !== '' && { value }), message });
  }

  private isBlankRow(cells: readonly Cell[]): boolean {
    return (
      this.readers.every(({ index }) => isBlank(cells[index])) &&
      this.layout.years.every(({ index }) => isBlank(cells[index]))
    );
  }

  private reader(name: string, column: Column, index: number): Reader {
    return { index, read: cellReader(column, this.textsOf(name, column)), values: this.column(name) };
  }

  private column(name: string): GrowableColumn {
    const known = this.columns.get(name);
    if (known) return known;
    const column = new GrowableColumn();
    this.columns.set(name, column);
    return column;
  }

  private textsOf(name: string, column = this.table.columns[name]): TextIndex {
    const known = this.texts.get(name);
    if (known) return known;
    const texts = new TextIndex(name === this.table.series?.object ? MAX_OBJECTS : undefined);
    if (column?.kind === 'text') this.texts.set(name, texts);
    return texts;
  }
}
