import type { SectionColumn } from './section.ts';

/** Number formats of workbooks; numbers have none of their own, so that all their digits are there. */
export const TEXT_FORMAT = '@';
export const DAY_FORMAT = 'yyyy-mm-dd';
export const MOMENT_FORMAT = 'yyyy-mm-dd hh:mm';

/** Width of a column, in characters: room for a number at full precision or for a line of text; headers wrap. */
export function widthOf({ kind, header }: SectionColumn): number {
  return kind === 'text' ? Math.min(60, Math.max(28, header.length)) : Math.min(26, Math.max(16, header.length / 2));
}

/** Serial number of an instant in spreadsheets: days since 1899-12-30, UTC. */
export function serialDay(instant: string): number {
  return Date.parse(instant) / 86_400_000 + 25_569;
}
