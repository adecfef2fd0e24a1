import type { Cell, Worksheet } from 'exceljs';
import type { CalculationDefinition, Column, TableUse } from '#core/calculations/definition.ts';
import {
  columnExplanation,
  EXPLANATION_HEADERS,
  type ExampleCell,
  templateCsv,
  templateRows,
} from '#core/tables/template.ts';

/** A file to fill in, as it is sent. */
export interface Template {
  readonly bytes: Uint8Array;
  /** In Russian; a header needs it encoded. */
  readonly fileName: string;
  readonly contentType: string;
}

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/**
 * The template of a calculation that takes a table: headers with units and the example of the definition, which `readTable`
 * reads back. The workbook has a second sheet that explains each column.
 */
export async function makeTemplate(definition: CalculationDefinition, format: 'csv' | 'xlsx'): Promise<Template> {
  const { table, title } = definition;
  if (!table) throw new TypeError(`«${title}» takes no table`);
  const bytes = format === 'csv' ? templateCsv(table) : await workbookBytes(table);
  return { bytes, fileName: `Шаблон — ${title}.${format}`, contentType: CONTENT_TYPES[format] };
}

async function workbookBytes(table: TableUse): Promise<Uint8Array> {
  // Loaded when it is needed: 190 ms of the start of a server that may never send a template.
  const { default: ExcelJS } = await import('exceljs');
  const workbook = new ExcelJS.Workbook();
  addData(workbook.addWorksheet('Данные', { views: [{ state: 'frozen', ySplit: 1 }] }), table);
  addExplanations(workbook.addWorksheet('Пояснения', { views: [{ state: 'frozen', ySplit: 1 }] }), table);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

function addData(sheet: Worksheet, table: TableUse): void {
  const columns = Object.values(table.columns);
  const { headers, rows } = templateRows(table);
  sheet.columns = columns.map((column) => ({ width: width(column), style: { numFmt: numberFormat(column) } }));
  addHeader(sheet, headers);
  for (const row of rows) sheet.addRow(row.map((cell, place) => excelValue(cell, columns[place])));
}

function addExplanations(sheet: Worksheet, table: TableUse): void {
  sheet.columns = [40, 12, 28, 24, 60].map((width) => ({ width }));
  addHeader(sheet, EXPLANATION_HEADERS);
  for (const [name, column] of Object.entries(table.columns)) {
    sheet.addRow(columnExplanation(name, column)).eachCell(wrapped);
  }
}

function addHeader(sheet: Worksheet, headers: readonly string[]): void {
  const row = sheet.addRow([...headers]);
  row.font = { bold: true };
  row.eachCell((cell) => {
    cell.numFmt = '@';
    wrapped(cell);
  });
}

function wrapped(cell: Cell): void {
  cell.alignment = { wrapText: true, vertical: 'top' };
}

function width({ kind, label }: Column): number {
  return kind === 'text' ? 32 : Math.min(24, Math.max(12, label.length));
}

function numberFormat({ kind, decimals }: Column): string {
  if (kind === 'date') return 'dd.mm.yyyy';
  if (kind === 'year') return '0';
  if (kind === 'text') return '@';
  if (decimals === undefined) return 'General';
  return decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
}

function excelValue(cell: ExampleCell, column: Column | undefined): ExampleCell | Date {
  return column?.kind === 'date' && typeof cell === 'string' ? new Date(`${cell}T00:00:00Z`) : cell;
}
