import type { Fault } from './errors.ts';

/** Largest file or list of rows inside a request, bytes; a larger file goes by a ticket. */
export const REQUEST_FILE_LIMIT = 4 * 1024 * 1024;

/** Rows that come with a calculation itself; the rest is read by pages. */
export const ROWS_INSIDE = 2000;

/** Rows of one page, at most. */
export const ROWS_PAGE_LIMIT = 1000;

/** Points of the outline of a long column: the lowest and the highest value of each of so many runs of rows. */
export const OUTLINE_RUNS = 500;

/** All of a computed table but its rows. */
export interface RowsHead {
  /** Names of the numbers of a row, in order: `id`, the table's columns, the results. */
  readonly columns: readonly string[];
  readonly count: number;
  /** Of each text column: its texts; the row has the place. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** Of series: first row of each object, and the count at the end. */
  readonly starts?: readonly number[];
  readonly summary: Readonly<Record<string, number>>;
  readonly problems: readonly Fault[];
  readonly warnings: readonly string[];
  /** Of a table without series: lowest and highest of the first result in each of at most OUTLINE_RUNS equal runs of rows. */
  readonly outline?: readonly (readonly [low: number | null, high: number | null])[];
}

/** A row as it travels: numbers, null where blank; years whole; dates yyyy-MM-dd; texts and choices as text. */
export type WireRow = Readonly<Record<string, number | string | null>>;

/** What a table calculation carries on the wire beside the common fields; its list of rows is named by `TableUse.wire`. */
export interface TableFacts {
  readonly rows_count: number;
  /** SHA-256 of the rows file, hex: the browser compares it with its own. */
  readonly rows_sha256: string;
  /** Name of the file that the rows came from; null: they were typed. */
  readonly file_name: string | null;
}

/** What an answer with a calculation says besides where it carries the first ROWS_INSIDE rows only. */
export interface RowsLeftOut {
  /** How many rows follow those of the answer. */
  readonly rows_left_out: number;
  /** Address of the first page of them. */
  readonly rows_next: string;
}

/** A page of rows: `head` explains them, `results` are `limit` rows from `offset`. */
export interface RowsPage {
  readonly count: number;
  readonly head: RowsHead;
  readonly results: readonly WireRow[];
}
