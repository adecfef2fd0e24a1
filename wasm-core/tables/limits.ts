import { NAME_LIMIT } from '../contract/text.ts';

// What a file with a table may ask for at most: published in messages and docs, and the reader's
// time and memory stay bounded for hostile files too.

const MIB = 1024 * 1024;

/** Bytes of a file. */
export const MAX_FILE_BYTES = 128 * MIB;

/** Bytes of all parts of a workbook, unpacked. */
export const MAX_UNPACKED_BYTES = 256 * MIB;

/** Unpacked bytes per packed byte of a part larger than RATIO_FREE_BYTES: spreadsheets reach 20. */
export const MAX_RATIO = 100;
export const RATIO_FREE_BYTES = MIB;

/**
 * Work that a workbook may take per byte of its file, in unpacked bytes (`budget.ts`). Measured:
 * tables that Excel would write take 11 (random numbers) to 29 (a column of one number), formatted
 * blank rows 27; the tightest packing that MAX_RATIO lets pass, 400.
 */
export const MAX_WORK_PER_BYTE = 48;

/** Work that every file may take, however small: 0.1 to 0.3 s. */
export const FREE_WORK = 8 * MIB;

/** Work that no file may exceed: one of MAX_UNPACKED_BYTES takes half of it. */
export const MAX_WORK = 1024 * MIB;

/**
 * Work of opening an element, in unpacked bytes: `<c/>` takes the time of 16 bytes of text, not of
 * 4.
 */
export const ELEMENT_WORK = 12;

/**
 * Work after which a sheet without a value is no longer looked at: 100,000 formatted blank cells.
 */
export const MAX_BLANK_WORK = 4 * MIB;

/** Parts of a workbook. */
export const MAX_ENTRIES = 200;

/** Characters of a header that are looked at: what is longer is none of ours. */
export const MAX_HEADER_LENGTH = 300;

/** Relations of a part of a workbook: a sheet of a table has a handful. */
export const MAX_RELATIONS = 1000;

/** Characters of a number format, as in Excel. */
export const MAX_FORMAT_LENGTH = 255;

/**
 * Number formats of a workbook: Excel makes 250 of its own; books that grew by copying hold a few
 * thousand.
 */
export const MAX_NUMBER_FORMATS = 5000;

/** Merged ranges of a sheet. */
export const MAX_MERGES = 10_000;

/** Rows of data, those that a reader inserts among them: a sheet of Excel without its header. */
export const MAX_ROWS = 1_048_575;

/** Columns of a table. */
export const MAX_COLUMNS = 256;

/** Characters of a cell, as in Excel. */
export const MAX_CELL_LENGTH = 32_767;

/**
 * Characters of a cell that are looked at: a name of NAME_LIMIT characters may be written with four
 * code units each.
 */
export const MAX_TEXT_LENGTH = 4 * NAME_LIMIT;

/**
 * Texts of a column that are remembered in a spelling other than that of their names, or as
 * refused.
 */
export const MAX_SPELLINGS = 20_000;

/** Different objects of a table of series. */
export const MAX_OBJECTS = 20_000;

/** Different texts of a text column that names no object. */
export const MAX_TEXTS = 100_000;

/** Characters of a row of a csv: an unclosed quote swallows the rest of the file. */
export const MAX_LINE_LENGTH = MIB;

/** Shared strings of a workbook, and their characters. */
export const MAX_STRINGS = 1_048_576;
export const MAX_STRINGS_LENGTH = 64 * MIB;

/** Formats of cells of a workbook: Excel itself allows 65,490, programs write a few hundred. */
export const MAX_CELL_FORMATS = 65_490;

/** Sheets of a workbook. */
export const MAX_SHEETS = 100;

/** Elements of a part within each other: a sheet needs 8. */
export const MAX_DEPTH = 64;

/** Characters of a tag with its attributes. */
export const MAX_TAG_LENGTH = 65_536;

/** Leading rows that may stand above the header: titles, names of the company. */
export const MAX_ROWS_ABOVE = 20;

/**
 * Rows that filling may add to a table: ten per given row, and 50,000, or as many as were given
 * where these are more. So a request of 88 KB cannot become a million rows, and a large table at
 * most doubles.
 */
export const MAX_ADDED_PER_ROW = 10;
export const MAX_ADDED_ROWS = 50_000;

/** Years that a table may speak of. */
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2200;

/** Rows that may be added to the smallest table: all years of one object. */
export const FREE_ADDED_ROWS = LAST_YEAR - FIRST_YEAR;
