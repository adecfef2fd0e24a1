/**
 * The value of a cell: text; a number; a day counted from 1970-01-01 (a number with a date format);
 * a share in percent, as shown (a number with a percent format); a logical value; a spreadsheet
 * error («#DIV/0!»); a formula without a computed value. Undefined or '' is blank.
 */
export type Cell =
  | string
  | number
  | undefined
  | { readonly kind: 'date'; readonly days: number }
  | { readonly kind: 'percent'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'formula' };

/** A row of a table; `number` is its row number in the spreadsheet, from 1. */
export interface Row {
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** Consecutive rows, and the share of the file that has been read with them, 0…1. */
export interface RowBatch {
  readonly rows: readonly Row[];
  readonly share: number;
}

/** Rows of a file, read in batches. */
export interface SheetRows {
  /** Name of the sheet, for files with sheets; faults then name columns by letter. */
  readonly sheet?: string;
  /** Notes for the user on how the file was read, in Russian. */
  readonly notes: readonly string[];
  readonly batches: Iterable<RowBatch>;
}

/** Whether a cell is empty or has only spaces. */
export function isBlank(cell: Cell): boolean {
  return cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}

/** A cell as the spreadsheet shows it. */
export function cellText(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return String(cell);
  if (cell.kind === 'date') return dayText(cell.days);
  if (cell.kind === 'percent') return `${cell.value} %`;
  if (cell.kind === 'boolean') return cell.value ? 'ИСТИНА' : 'ЛОЖЬ';
  return cell.kind === 'error' ? cell.text : 'формула без значения';
}

const DAY_MS = 86_400_000;

/** dd.MM.yyyy of a day counted from 1970-01-01; its number if there is no such day. */
function dayText(days: number): string {
  const date = new Date(days * DAY_MS);
  if (Number.isNaN(date.getTime())) return 'дата вне календаря';
  return date.toISOString().slice(0, 10).split('-').reverse().join('.');
}

/** Letters of a spreadsheet column: 0 is A, 27 is AB. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
