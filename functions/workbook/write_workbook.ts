import type { Worksheet } from 'exceljs';
import type { StoredCalculation } from '../store/calculations.ts';
import { WORKBOOK_SHEETS, type WorkbookSheet } from './layout.ts';

/** Widths of columns, in characters. */
const WIDTHS = { own: 14, text: 36, number: 18 } as const;

/**
 * The inventory of a project as a workbook: a sheet per calculation type, a row per calculation, headers with units. Numbers are
 * written as they are stored, so that the workbook reads back to the same bits. `objectNames`: names of objects by calculation.
 */
export async function writeInventoryWorkbook(
  calculations: readonly StoredCalculation[],
  objectNames: ReadonlyMap<string, string>,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded when it is needed: 190 ms of the start of a server that may never write a workbook.
  const { default: ExcelJS } = await import('exceljs');
  const workbook = new ExcelJS.Workbook();
  for (const layout of WORKBOOK_SHEETS) {
    const sheet = workbook.addWorksheet(layout.name, { views: [{ state: 'frozen', xSplit: 3, ySplit: 1 }] });
    addHeader(sheet, layout);
    for (const calculation of calculations.filter(({ type }) => type === layout.type)) {
      sheet.addRow(layout.columns.map(({ key }) => cellValue(calculation, key, objectNames)));
    }
    sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: layout.columns.length } };
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

function addHeader(sheet: Worksheet, { columns }: WorkbookSheet): void {
  sheet.columns = columns.map(({ kind }) => ({
    width: WIDTHS[kind],
    // A text that looks like a formula stays a text, even if it is edited.
    ...(kind !== 'number' && { style: { numFmt: '@' } }),
  }));
  const row = sheet.addRow(columns.map(({ header }) => header));
  row.font = { bold: true };
  row.eachCell((cell) => {
    cell.numFmt = '@';
    cell.alignment = { wrapText: true, vertical: 'top' };
  });
}

function cellValue(calculation: StoredCalculation, key: string, objectNames: ReadonlyMap<string, string>) {
  if (key === 'id') return calculation.id;
  if (key === 'version') return String(calculation.version);
  if (key === 'name') return calculation.name;
  if (key === 'object') return objectNames.get(calculation.id) ?? null;
  return calculation.inputs[key] ?? null;
}
