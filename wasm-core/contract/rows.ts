import type { Fault } from './errors.ts';

/** Largest file or list of rows in a request body, bytes; a larger file needs an upload ticket. */
export const REQUEST_FILE_LIMIT = 4 * 1024 * 1024;

/** Rows that a calculation's response includes; clients read the others by pages. */
export const ROWS_INSIDE = 2000;

/** Rows of one page, at most. */
export const ROWS_PAGE_LIMIT = 1000;

/**
 * Runs of rows in the outline of a long column; the outline has the minimum and maximum of each.
 */
export const OUTLINE_RUNS = 500;

/** A computed table without its rows. */
export interface RowsHead {
  /** Names of the numbers of a row, in order: `id`, columns of the table, results. */
  readonly columns: readonly string[];
  readonly count: number;
  /** Texts of each text column; a row has the index. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** For series: first row of each object, then the count of rows. */
  readonly starts?: readonly number[];
  readonly summary: Readonly<Record<string, number>>;
  readonly problems: readonly Fault[];
  readonly warnings: readonly string[];
  /**
   * For a table without series: minimum and maximum of the first result in each of at most
   * OUTLINE_RUNS equal runs of rows.
   */
  readonly outline?: readonly (readonly [low: number | null, high: number | null])[];
}

/**
 * A row on the wire: numbers, null for a blank; whole years; dates yyyy-MM-dd; texts and choices as
 * text.
 */
export type WireRow = Readonly<Record<string, number | string | null>>;

/**
 * Wire fields of a table calculation besides the common ones; `TableUse.wire` names its list of
 * rows.
 */
export interface TableFacts {
  readonly rows_count: number;
  /** SHA-256 of the rows file, hex; the browser compares it with that of its own result. */
  readonly rows_sha256: string;
  /** Name of the source file; null: the rows were typed. */
  readonly file_name: string | null;
}

/** Additional fields of a response that includes only the first ROWS_INSIDE rows. */
export interface RowsLeftOut {
  /** Count of the rows that follow. */
  readonly rows_left_out: number;
  /** Address of their first page. */
  readonly rows_next: string;
}

/** A page of rows: `head` explains them, `results` are `limit` rows from `offset`. */
export interface RowsPage {
  readonly count: number;
  readonly head: RowsHead;
  readonly results: readonly WireRow[];
}
