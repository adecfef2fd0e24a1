import { createHash } from 'node:crypto';
import type { CalculationDefinition, Column, Result } from '#core/calculations/definition.ts';
import { readRows, readRowsHead } from '#core/calculations/rows_file.ts';
import type { WireRow } from '#core/contract/rows.ts';
import { templateHeader } from '#core/tables/template.ts';
import { wireRows } from '#core/tables/wire_rows.ts';
import type { StoredCalculation, StoredTable } from '../store/calculations.ts';
import { rowsKey } from '../store/file_key.ts';
import { DamagedFile, type Files } from '../store/files.ts';
import type { Tenant } from '../store/tenant.ts';
import { displayedValue, resultColumn } from './calculations_sections.ts';
import type { ProjectSnapshot } from './project_snapshot.ts';
import {
  figureColumn,
  type OpenSection,
  type ReportCell,
  type ReportRow,
  type Section,
  type SectionColumn,
  textColumn,
} from './section.ts';
import { byType } from './types.ts';

/** Bytes of rows per read: far below the memory of a worker, far above the cost of a call. */
const BLOCK_BYTES = 1024 * 1024;

/** The store of the rows of a company. */
export interface StoredRowsSource {
  readonly files: Files;
  readonly tenant: Tenant;
}

/** A section per dataset calculation: rows and results, under headers that the reader of tables knows. */
export function rowsSections(source: StoredRowsSource, content: ProjectSnapshot): Section[] {
  return byType(content).flatMap(({ number, definition, calculations }) =>
    calculations.flatMap((calculation, place) => {
      const { table, name } = calculation;
      if (!table) return [];
      return {
        name: `${number}.${place + 1} ${name}`,
        title: `${definition.title}. ${name}: строки таблицы`,
        count: table.rows.count,
        width: Object.keys({ ...definition.table?.columns, ...definition.results }).length,
        open: () => openRows(source, definition, calculation, table),
      };
    }),
  );
}

interface RowColumn {
  readonly name: string;
  readonly column: SectionColumn;
  readonly cell: (row: WireRow) => ReportCell;
}

/** All columns that such a table may have. */
function columnsOf(definition: CalculationDefinition, { settings }: StoredTable): RowColumn[] {
  const { columns = {} } = definition.table ?? {};
  return [
    ...Object.entries(columns).map(([name, column]) => ({ name, ...givenColumn(name, column, settings) })),
    ...Object.entries(definition.results).map(([name, result]) => ({ name, ...computedColumn(name, result) })),
  ];
}

/** The header that the user named, if any, so that the table is read back with the same settings. */
function givenColumn(name: string, given: Column, settings: StoredTable['settings']): Omit<RowColumn, 'name'> {
  const own = given.headerInput === undefined ? '' : (settings[given.headerInput] ?? '');
  const header = own === '' ? templateHeader(given) : own;
  if (given.kind === 'text') return { column: textColumn(header), cell: (row) => row[name] ?? '' };
  if (given.kind === 'date') return { column: figureColumn(header), cell: (row) => dayCell(row[name]) };
  return { column: figureColumn(header), cell: (row) => row[name] ?? null };
}

function dayCell(day: WireRow[string] | undefined): ReportCell {
  return typeof day === 'string' ? { day } : null;
}

function computedColumn(name: string, result: Result): Omit<RowColumn, 'name'> {
  if (result.kind === 'number')
    return { column: resultColumn(result), cell: (row) => displayedValue(result, row[name]) };
  const options = result.kind === 'choice' ? result.options : {};
  return { column: textColumn(result.label), cell: (row) => options[String(row[name])] ?? String(row[name] ?? '') };
}

/** Reads the rows file by ranges and checks at the end that it has the hash of the calculation. */
async function openRows(
  { files, tenant }: StoredRowsSource,
  definition: CalculationDefinition,
  { id }: StoredCalculation,
  table: StoredTable,
): Promise<OpenSection> {
  const { sha256, bytes, start } = table.rows;
  const key = rowsKey(tenant, id, sha256);
  const hash = createHash('sha256');
  const read = async (first: number, end: number) => {
    const part = await files.get(key, { start: first, end: end - 1 });
    if (part?.length !== end - first)
      throw new DamagedFile(`${key} is not there, or shorter than its calculation says`);
    hash.update(part);
    return part;
  };
  const head = readRowsHead(await read(0, start));
  const columns = columnsOf(definition, table).filter(({ name }) => head.columns.includes(name));
  async function* blocks(): AsyncGenerator<ReportRow[]> {
    const rowBytes = head.columns.length * 8;
    const step = Math.max(1, Math.floor(BLOCK_BYTES / rowBytes)) * rowBytes;
    for (let at = start; at < bytes; at += step) {
      const numbers = readRows(await read(at, Math.min(at + step, bytes)));
      yield wireRows(definition, head, numbers).map((row) => columns.map(({ cell }) => cell(row)));
    }
    if (hash.digest('hex') !== sha256) throw new DamagedFile(`${key} holds other bytes than its name says`);
  }
  return { columns: columns.map(({ column }) => column), blocks: blocks() };
}
