import * as XLSX from '@e965/xlsx';
import ExcelJS from 'exceljs';

/** Value of a cell; days and instants as ISO 8601. */
export type Found = number | string | null;

/** Sheets of a workbook by name, each as rows from the header on. */
export type Book = ReadonlyMap<string, readonly (readonly Found[])[]>;

/** Reads .xlsx with exceljs; a formula cell throws. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<Book> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes.buffer);
  return new Map(
    workbook.worksheets.map((sheet) => {
      const rows: Found[][] = [];
      sheet.eachRow({ includeEmpty: true }, (row, number) => {
        rows[number - 1] = Array.from({ length: sheet.columnCount }, (_, place) => found(row.getCell(place + 1)));
      });
      return [sheet.name, rows];
    }),
  );
}

function found({ type, value, address }: ExcelJS.Cell): Found {
  if (type === ExcelJS.ValueType.Formula || type === ExcelJS.ValueType.Hyperlink)
    throw new Error(`${address}: ${value}`);
  if (value instanceof Date) return value.toISOString();
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  throw new Error(`${address} holds ${JSON.stringify(value)}`);
}

/** Reads .xls or .xlsx with SheetJS; a formula cell throws. */
export function readSheetJs(bytes: Uint8Array): Book {
  const workbook = XLSX.read(bytes, { type: 'array', cellFormula: true, cellNF: true });
  return new Map(
    workbook.SheetNames.map((name) => {
      const sheet = workbook.Sheets[name] ?? {};
      const { e: end } = XLSX.utils.decode_range(sheet['!ref'] ?? 'A1');
      const cell = (r: number, c: number) => foundBy(sheet[XLSX.utils.encode_cell({ r, c })]);
      const rows = Array.from({ length: end.r + 1 }, (_, r) => Array.from({ length: end.c + 1 }, (_, c) => cell(r, c)));
      return [name, rows];
    }),
  );
}

function foundBy(cell: XLSX.CellObject | undefined): Found {
  if (!cell || cell.t === 'z') return null;
  if (cell.f !== undefined) throw new Error(`A formula: ${cell.f}`);
  if (cell.t === 'n' && /y/i.test(String(cell.z)))
    return new Date(Math.round((Number(cell.v) - 25_569) * 86_400_000)).toISOString();
  if (cell.t === 'n' || cell.t === 's') return cell.v as Found;
  throw new Error(`A cell of type ${cell.t}: ${cell.v}`);
}
