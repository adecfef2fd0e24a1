import { NAME_LIMIT } from '../contract/text.ts';

// Limits of a file with a table. Messages and docs state them; they bound the reader's time and
// memory for hostile files too.

const MIB = 1024 * 1024;

/** Bytes of a file. */
export const MAX_FILE_BYTES = 128 * MIB;

/** Bytes of all parts of a workbook, unpacked. */
export const MAX_UNPACKED_BYTES = 256 * MIB;

/** Most unpacked bytes per packed byte of a part above RATIO_FREE_BYTES; spreadsheets reach 20. */
export const MAX_RATIO = 100;
export const RATIO_FREE_BYTES = MIB;

/**
 * Most work per byte of a workbook, in unpacked bytes (`budget.ts`). Measured: tables as Excel
 * writes them take 11 (random numbers) to 29 (a column of one number), formatted blank rows 27; the
 * highest compression that MAX_RATIO allows takes 400.
 */
export const MAX_WORK_PER_BYTE = 48;

/** Work allowed for a file of any size, in unpacked bytes: 0.1 to 0.3 s. */
export const FREE_WORK = 8 * MIB;

/** Most work of a file, in unpacked bytes; a file of MAX_UNPACKED_BYTES takes half of it. */
export const MAX_WORK = 1024 * MIB;

/**
 * Work of an element's start tag in addition to its bytes: `<c/>` takes the time of 16 bytes of
 * text.
 */
export const ELEMENT_WORK = 12;

/**
 * Work after which the search for a first value on a sheet ends: 100,000 formatted blank cells.
 */
export const MAX_BLANK_WORK = 4 * MIB;

/** Parts of a workbook. */
export const MAX_ENTRIES = 200;

/** Longest header that is recognised, characters. */
export const MAX_HEADER_LENGTH = 300;

/** Relations of a part of a workbook; a sheet with a table has fewer than ten. */
export const MAX_RELATIONS = 1000;

/** Characters of a number format, as in Excel. */
export const MAX_FORMAT_LENGTH = 255;

/**
 * Number formats of a workbook. Excel itself creates 250; workbooks with many copied sheets have a
 * few thousand.
 */
export const MAX_NUMBER_FORMATS = 5000;

/** Merged ranges of a sheet. */
export const MAX_MERGES = 10_000;

/** Rows of data, inserted ones included: an Excel sheet without its header. */
export const MAX_ROWS = 1_048_575;

/** Columns of a table. */
export const MAX_COLUMNS = 256;

/** Characters of a cell, as in Excel. */
export const MAX_CELL_LENGTH = 32_767;

/**
 * Code units of a cell that are read: a name of NAME_LIMIT characters may take four each.
 */
export const MAX_TEXT_LENGTH = 4 * NAME_LIMIT;

/**
 * Cached texts of a column that are refused or differ in spelling from their names.
 */
export const MAX_SPELLINGS = 20_000;

/** Distinct objects of a table of series. */
export const MAX_OBJECTS = 20_000;

/** Distinct texts of a text column other than the object. */
export const MAX_TEXTS = 100_000;

/**
 * Characters of a csv row: without a limit, an unclosed quote makes one row of the rest of the
 * file.
 */
export const MAX_LINE_LENGTH = MIB;

/** Shared strings of a workbook, and their characters. */
export const MAX_STRINGS = 1_048_576;
export const MAX_STRINGS_LENGTH = 64 * MIB;

/** Cell formats of a workbook: Excel allows 65,490, programs write a few hundred. */
export const MAX_CELL_FORMATS = 65_490;

/** Sheets of a workbook. */
export const MAX_SHEETS = 100;

/** Nesting depth of elements: a sheet needs 8. */
export const MAX_DEPTH = 64;

/** Characters of a tag with its attributes. */
export const MAX_TAG_LENGTH = 65_536;

/** Rows above the header: titles, the company's name. */
export const MAX_ROWS_ABOVE = 20;

/**
 * Rows that filling may add to a table: at most ten per row of the file and, in all, at most 50,000
 * or the rows of the file, whichever is more. So a request of 88 KB cannot expand to a million
 * rows, and a large table at most doubles.
 */
export const MAX_ADDED_PER_ROW = 10;
export const MAX_ADDED_ROWS = 50_000;

/** First and last year of a table. */
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2200;

/** Rows that may be added to a table of any size: all years of one object. */
export const FREE_ADDED_ROWS = LAST_YEAR - FIRST_YEAR;
