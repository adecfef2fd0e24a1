import type { Column, TableUse } from '../calculations/definition.ts';
import { russianNumber } from '../contract/russian.ts';
import { FIRST_YEAR, LAST_YEAR } from './limits.ts';

/** A cell of a definition's example; a day is yyyy-MM-dd. */
export type ExampleCell = string | number | null;

/** Header of a column in templates and exports: its label, with its unit after a comma. */
export function templateHeader({ label, unit }: Column): string {
  return unit === '' ? label : `${label}, ${unit}`;
}

/** Headers and example rows of a template, in the order of the definition's columns. */
export function templateRows({ columns, example }: TableUse): {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly ExampleCell[])[];
} {
  return { headers: Object.values(columns).map(templateHeader), rows: example };
}

/**
 * The explanation of a column for users who fill in a template: texts in the order of EXPLAINED.
 */
export function columnExplanation(name: string, column: Column): readonly string[] {
  const others = [
    name,
    ...(column.symbol === undefined || column.symbol === name ? [] : [column.symbol]),
    ...(column.headers ?? []),
  ];
  return [column.label, column.unit, allowedValues(column), blanks(column), others.join(', ')];
}

/** Headers of the explanations. */
export const EXPLANATION_HEADERS = [
  'Столбец',
  'Единица',
  'Допустимые значения',
  'Пустая ячейка',
  'Узнаётся и по заголовкам',
] as const;

function allowedValues({ kind, min, max }: Column): string {
  if (kind === 'year') return `год от ${FIRST_YEAR} до ${LAST_YEAR}`;
  if (kind === 'date') return 'дата, например 31.01.2026';
  if (kind === 'text') return 'название';
  if (min === undefined || max === undefined) return 'число';
  return Math.abs(max) >= 1e15 ? 'число' : `число от ${russianNumber(min)} до ${russianNumber(max)}`;
}

function blanks({ optional, blank }: Column): string {
  if (optional) return 'столбца может не быть';
  return blank ? 'можно: значения нет' : 'нельзя';
}

/**
 * A template as csv: UTF-8 with a byte order mark, `;`, decimal comma, days as 31.01.2026, CRLF
 * line ends.
 */
export function templateCsv(table: TableUse): Uint8Array {
  const kinds = Object.values(table.columns);
  const { headers, rows } = templateRows(table);
  const lines = [headers, ...rows.map((row) => row.map((cell, index) => csvText(cell, kinds[index])))];
  return new TextEncoder().encode(`\ufeff${lines.map((line) => `${line.map(csvCell).join(';')}\r\n`).join('')}`);
}

function csvText(cell: ExampleCell, column: Column | undefined): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  return column?.kind === 'date' ? cell.split('-').reverse().join('.') : cell;
}

function csvCell(text: string): string {
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
