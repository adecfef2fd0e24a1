import type { RowsHead } from '../tables/rows_file.ts';
import type { WireRow } from '../tables/wire_rows.ts';

/** Largest file or list of rows inside a request, bytes; a larger file goes by a ticket. */
export const REQUEST_FILE_LIMIT = 4 * 1024 * 1024;

/** Rows that come with a calculation itself; the rest is read by pages. */
export const ROWS_INSIDE = 2000;

/** Rows of one page, at most. */
export const ROWS_PAGE_LIMIT = 1000;

/** What a table calculation carries on the wire beside the common fields; its list of rows is named by `TableUse.wire`. */
export interface TableFacts {
  readonly rows_count: number;
  /** SHA-256 of the rows file, hex: the browser compares it with its own. */
  readonly rows_sha256: string;
  /** Name of the file that the rows came from; null: they were typed. */
  readonly file_name: string | null;
}

/** A page of rows: `head` explains them, `results` are `limit` rows from `offset`. */
export interface RowsPage {
  readonly count: number;
  readonly head: RowsHead;
  readonly results: readonly WireRow[];
}
