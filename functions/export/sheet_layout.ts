import type { OpenSection, ReportCell, ReportRow, SectionColumn } from './section.ts';

/** Number formats of workbooks; numbers have none of their own, so that all their digits are there. */
export const TEXT_FORMAT = '@';
export const DAY_FORMAT = 'yyyy-mm-dd';
export const MOMENT_FORMAT = 'yyyy-mm-dd hh:mm';

/** Bounds of the width of a column, in characters, and the number of rows that are measured. */
const NARROWEST = 12;
const WIDEST = 70;
const LOOKED_AT = 200;

/** Lines of a header, at most: what is longer is read in the cell itself. */
const HEADER_LINES = 6;

/** How a sheet looks: the width of each column in characters, the height of the header in lines. */
export interface SheetLayout {
  readonly widths: readonly number[];
  readonly headerLines: number;
}

/** Looks at the first rows of a section: how wide they need its columns, and all its rows to go on with. */
export async function measureColumns({
  columns,
  blocks,
}: OpenSection): Promise<SheetLayout & Pick<OpenSection, 'blocks'>> {
  const iterator = (async function* () {
    yield* blocks;
  })();
  const first = await iterator.next();
  const rows = first.done ? [] : first.value;
  const widths = columns.map((column, place) => widthOf(column, rows.slice(0, LOOKED_AT), place));
  const lines = columns.map(({ header }, place) => Math.ceil((header.length * 1.2) / (widths[place] ?? NARROWEST)));
  async function* all() {
    yield rows;
    yield* iterator;
  }
  return { widths, headerLines: Math.min(HEADER_LINES, Math.max(1, ...lines)), blocks: all() };
}

function widthOf({ header }: SectionColumn, rows: readonly ReportRow[], place: number): number {
  const longestWord = Math.max(...header.split(' ').map((word) => word.length));
  const cells = rows.map((row) => lengthOf(row[place] ?? null));
  return Math.min(WIDEST, Math.max(NARROWEST, longestWord + 3, ...cells.map((length) => length + 2)));
}

function lengthOf(cell: ReportCell): number {
  if (cell === null) return 0;
  if (typeof cell === 'object') return 'day' in cell ? DAY_FORMAT.length : MOMENT_FORMAT.length;
  return Math.max(
    ...String(cell)
      .split('\n')
      .map((line) => line.length),
  );
}

/** Serial number of an instant in spreadsheets: days since 1899-12-30, UTC. */
export function serialDay(instant: string): number {
  return Date.parse(instant) / 86_400_000 + 25_569;
}
