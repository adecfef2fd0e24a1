/**
 * What a cell holds: text; a number; a day counted from 1970-01-01 (a number that is formatted as a
 * date); a share in percent, as shown (a number that is formatted so); a logical value; an error of
 * the spreadsheet («#DIV/0!»); a formula that nobody has computed. Undefined or '' is blank.
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

/** A row of a table; `number` counts from 1 as a person sees it in the spreadsheet. */
export interface Row {
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** Some rows, in order, and the share of the file that has been read with them, 0…1. */
export interface RowBatch {
  readonly rows: readonly Row[];
  readonly share: number;
}

/** Rows of a file, read piece by piece. */
export interface SheetRows {
  /** Name of the sheet, of files that have sheets: places are named by its letters then. */
  readonly sheet?: string;
  /** What a person should know of how the file was read, in Russian. */
  readonly notes: readonly string[];
  readonly batches: Iterable<RowBatch>;
}

/** Whether there is nothing in a cell but spaces. */
export function isBlank(cell: Cell): boolean {
  return cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}

/** A cell as text, as a person sees it. */
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

/** dd.MM.yyyy of a day counted from 1970-01-01, as far as there is such a day. */
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
