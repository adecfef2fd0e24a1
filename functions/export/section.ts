/** A calendar day, yyyy-MM-dd. */
export interface Day {
  readonly day: string;
}

/** An instant, ISO 8601. */
export interface Moment {
  readonly moment: string;
}

/** A cell of a report. Every writer keeps its kind: text never becomes a formula. */
export type ReportCell = number | string | Day | Moment | null;

export interface SectionColumn {
  /** With the unit after a comma, where there is one. */
  readonly header: string;
  /** Text is wrapped and wide; figures are narrow. */
  readonly kind: 'text' | 'figure';
}

/** A table of a report: a sheet of a workbook, a part of a text. */
export interface Section {
  /** Short name, for a sheet; need not be unique. */
  readonly name: string;
  /** In full. */
  readonly title: string;
  readonly count: number;
  /** Columns, at most. */
  readonly width: number;
  /** Begins to read it: of a large table only now its head is read. */
  readonly open: () => OpenSection | Promise<OpenSection>;
}

export interface OpenSection {
  readonly columns: readonly SectionColumn[];
  /** Rows, `count` of them, in blocks: those of a large table come as they are read. */
  readonly blocks: Iterable<readonly ReportRow[]> | AsyncIterable<readonly ReportRow[]>;
}

export type ReportRow = readonly ReportCell[];

/** A section whose rows are at hand. */
export function sectionOf(
  name: string,
  title: string,
  columns: readonly SectionColumn[],
  rows: readonly ReportRow[],
): Section {
  return { name, title, count: rows.length, width: columns.length, open: () => ({ columns, blocks: [rows] }) };
}

export function textColumn(header: string): SectionColumn {
  return { header, kind: 'text' };
}

export function figureColumn(label: string, unit = ''): SectionColumn {
  return { header: unit === '' ? label : `${label}, ${unit}`, kind: 'figure' };
}
