import type { Column, TableUse } from '../calculations/definition.ts';
import { type Fault, faultValue } from '../contract/errors.ts';
import { type Cell, cellText, isBlank, type Row } from './cell.ts';
import { cellReader, type ReadCell, TextPlaces } from './cell_values.ts';
import { GrowingColumn } from './growable_column.ts';
import { MAX_OBJECTS, MAX_ROWS } from './limits.ts';
import { type Layout, placeName } from './recognise.ts';
import { type TableFaults, tooManyRows } from './refused.ts';
import { isTotal, totalsNote } from './total_rows.ts';

/** Years of one object that the file has no value for: so many, the first and the last of them. */
export interface MissingYears {
  /** Place of the object among its texts. */
  readonly object: number;
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/** Columns as they were read, in the order of the file. */
export interface RawTable {
  readonly columns: Readonly<Record<string, Float64Array>>;
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** Row of the file that each row came from, as people count. */
  readonly rows: Float64Array;
  /**
   * Rows without a value that a column per year made of rows: how many, and the object with the
   * most.
   */
  readonly blanks: { readonly added: number; readonly widest: MissingYears };
}

/** Name of the only object of a table that names none. */
export const ONLY_OBJECT = 'Объект 1';

const LONGER =
  'В строке больше значений, чем заголовков. Если запятая стоит в числе, разделите столбцы точкой с запятой или возьмите число в кавычки.';

interface Reader {
  readonly place: number;
  readonly read: ReadCell;
  readonly values: GrowingColumn;
}

/** Turns rows of cells into columns of numbers, and collects what is wrong with them. */
export class ColumnBuilder {
  private readonly columns = new Map<string, GrowingColumn>();
  private readonly texts = new Map<string, TextPlaces>();
  private readonly readers: Reader[] = [];
  private readonly rows = new GrowingColumn();
  private blankYears = 0;
  private widest: MissingYears = { object: 0, count: 0, first: 0, last: 0 };
  private readonly table: TableUse;
  private readonly layout: Layout;
  private readonly faults: TableFaults;
  private readonly place: Pick<Fault, 'sheet'>;
  private readonly wide: Reader | undefined;
  /** Place among the readers of the one that reads the object; −1 where the file names none. */
  private readonly objectReader: number;
  /** Places among the headers that have none. */
  private readonly unheaded: readonly number[];
  /** Places of the object and the year, of tables of series. */
  private readonly namePlaces: readonly number[];
  /** Rows that sum others up, held back until it is certain that there are others. */
  private readonly totals: { readonly row: Row; readonly text: string }[] = [];
  private lastText = '';
  private lastIsTotal = false;
  /** Places without a header where something stands nevertheless. */
  readonly passedOver = new Set<number>();

  constructor(table: TableUse, layout: Layout, faults: TableFaults, sheet: string | undefined) {
    this.table = table;
    this.layout = layout;
    this.faults = faults;
    this.unheaded = layout.headers.flatMap((header, place) => (header === '' ? [place] : []));
    this.place = sheet === undefined ? {} : { sheet };
    for (const [name, column] of Object.entries(table.columns)) {
      const place = layout.places[name];
      if (place !== undefined) this.readers.push(this.reader(name, column, place));
    }
    this.objectReader = this.readers.findIndex(({ place }) => place === layout.places[table.series?.object ?? '']);
    const { object = '', year = '' } = table.series ?? {};
    this.namePlaces = [layout.places[object], layout.places[year]].filter((place) => place !== undefined);
    const wide = layout.years.length > 0 ? table.series?.wide : undefined;
    const column = wide === undefined ? undefined : table.columns[wide];
    if (wide !== undefined && column) this.wide = this.reader(wide, column, -1);
  }

  /** Takes a row; one whose cells are all blank is passed over, one of totals is held back. */
  add(row: Row): void {
    const { number, cells } = row;
    if (cells.length > this.layout.headers.length || this.unheaded.length > 0) this.lookBeside(number, cells);
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
   * Everything that was taken; objects and years that the layout implies are filled in. Totals of
   * nothing else are a series of their own.
   */
  finish(): RawTable {
    if (this.rows.length === 0) for (const { row } of this.totals.splice(0)) this.take(row);
    const { series } = this.table;
    if (series && this.layout.places[series.object] === undefined) {
      const place = this.textsOf(series.object).place(ONLY_OBJECT);
      for (const _ of this.rows.taken) this.column(series.object).push(Number(place));
    }
    return {
      columns: Object.fromEntries([...this.columns].map(([name, { taken }]) => [name, taken])),
      texts: Object.fromEntries([...this.texts].map(([name, { texts }]) => [name, texts])),
      rows: this.rows.taken,
      blanks: { added: this.blankYears, widest: this.widest },
    };
  }

  /** What to say of the rows of totals that were left out. */
  totalsNote(): string[] {
    return totalsNote(this.totals.map(({ row, text }) => [row.number, text]));
  }

  /** The text by which a row sums others up, if it does. */
  private totalText(cells: readonly Cell[]): string | undefined {
    for (const place of this.namePlaces) {
      const cell = cells[place];
      if (typeof cell === 'string' && this.isTotal(cell)) return cell;
    }
    return undefined;
  }

  /** Rows of an object mostly follow one another, and a year begins with a digit. */
  private isTotal(text: string): boolean {
    if (text !== this.lastText && !/^\s*\d/.test(text)) {
      this.lastText = text;
      this.lastIsTotal = isTotal(text);
    }
    return text === this.lastText && this.lastIsTotal;
  }

  /**
   * Cells without a header. On a sheet they are remarks beside the table. In a text a row that is
   * longer than the headers shows that its delimiters are not what they seem: «1,5» between commas.
   */
  private lookBeside(row: number, cells: readonly Cell[]): void {
    const end = this.layout.headers.length;
    for (const place of this.unheaded) if (!isBlank(cells[place])) this.passedOver.add(place);
    for (let place = end; place < cells.length; place++) {
      if (isBlank(cells[place])) continue;
      this.passedOver.add(place);
      if (this.place.sheet !== undefined) continue;
      this.fault(row, place, cells[place], LONGER);
      break;
    }
  }

  private addLong(number: number, cells: readonly Cell[]): void {
    for (const { place, read, values } of this.readers) {
      values.push(this.value(read, cells[place], number, place));
    }
    this.rows.push(number);
  }

  /** A row of a wide table is a row of the series per year. */
  private addWide(number: number, cells: readonly Cell[], wide: Reader): void {
    const years = this.column(this.table.series?.year ?? '');
    const others = this.readers.map(({ place, read }) => this.value(read, cells[place], number, place));
    this.countBlankYears(cells, others[this.objectReader] ?? 0);
    for (const { place, year } of this.layout.years) {
      wide.values.push(this.value(wide.read, cells[place], number, place));
      years.push(year);
      for (const [index, { values }] of this.readers.entries()) values.push(others[index] ?? Number.NaN);
      this.rows.push(number);
    }
  }

  private countBlankYears(cells: readonly Cell[], object: number): void {
    const blank = this.layout.years.filter(({ place }) => isBlank(cells[place])).map(({ year }) => year);
    this.blankYears += blank.length;
    if (blank.length <= this.widest.count) return;
    this.widest = { object, count: blank.length, first: Math.min(...blank), last: Math.max(...blank) };
  }

  private value(read: ReadCell, cell: Cell, row: number, place: number): number {
    const value = read(cell);
    if (typeof value === 'number') return value;
    this.fault(row, place, cell, value);
    return Number.NaN;
  }

  private fault(row: number, place: number, cell: Cell, message: string): void {
    if (this.faults.countIfFull()) return;
    const value = faultValue(cellText(cell));
    const column = placeName(this.layout.headers, place);
    this.faults.add({ ...this.place, row, column, ...(value !== undefined && value !== '' && { value }), message });
  }

  private isBlankRow(cells: readonly Cell[]): boolean {
    return (
      this.readers.every(({ place }) => isBlank(cells[place])) &&
      this.layout.years.every(({ place }) => isBlank(cells[place]))
    );
  }

  private reader(name: string, column: Column, place: number): Reader {
    return { place, read: cellReader(column, this.textsOf(name, column)), values: this.column(name) };
  }

  private column(name: string): GrowingColumn {
    const known = this.columns.get(name);
    if (known) return known;
    const column = new GrowingColumn();
    this.columns.set(name, column);
    return column;
  }

  private textsOf(name: string, column = this.table.columns[name]): TextPlaces {
    const known = this.texts.get(name);
    if (known) return known;
    const texts = new TextPlaces(name === this.table.series?.object ? MAX_OBJECTS : undefined);
    if (column?.kind === 'text') this.texts.set(name, texts);
    return texts;
  }
}
