import type { TableData } from '../calculations/table.ts';
import type { Fault } from '../contract/errors.ts';

/** Faults that are listed of a bad table, at most; `total` counts all. */
export const LISTED_FAULTS = 100;

/** A table that cannot be used: everything that an answer says of it. */
export interface TableRefused {
  readonly ok: false;
  /** 400: the content; 413: size, unpacked size, rows; 415: not a file that we read, macros, a password. */
  readonly status: 400 | 413 | 415;
  /** Cause and next step, in Russian. */
  readonly detail: string;
  readonly code: string;
  readonly errors: readonly Fault[];
  readonly total: number;
}

/** A table that has been read: typed columns, or every fault by sheet, row, column, value and what was expected. */
export type ReadTable = { readonly ok: true; readonly data: TableData } | TableRefused;
