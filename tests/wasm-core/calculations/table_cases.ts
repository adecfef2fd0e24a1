import { type CalculationDefinition, numberInputs } from '#core/calculations/definition.ts';
import type { TableData } from '#core/calculations/table.ts';

/** A cell as a spreadsheet holds it; null: blank. Dates as yyyy-MM-dd. */
export type Cell = string | number | null;

/**
 * One line of the case table of a type that takes a table. The same tables are run by the core (`table_cases.test.ts`), by the API
 * handler and by the preview.
 */
export interface TableCase {
  readonly title: string;
  /** Inputs of the whole table, as a request carries them. */
  readonly inputs?: Readonly<Record<string, number | string>>;
  /** Choices and texts as a request carries them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Cells in the order of the definition's columns; rows of an object together, ascending by year, without missing years. */
  readonly rows: readonly (readonly Cell[])[];
  /** Results by name, a cell per row: numbers, choices by name, null where there is none. */
  readonly results: Readonly<Record<string, readonly Cell[]>>;
  /** Relative error that a number may have; without it: to the last bit. */
  readonly tolerance?: number;
  /** Digits that the source prints, per row. */
  readonly shown?: Readonly<Record<string, readonly string[]>>;
  readonly summary: Readonly<Record<string, number>>;
  /** What each problem and each warning says, in order. */
  readonly problems?: readonly RegExp[];
  readonly warnings?: readonly RegExp[];
  /** Where the expectation comes from. */
  readonly source: string;
}

const DAY_MS = 86_400_000;

/** A case's rows as a reader of files gives them: optional columns without a value are left out. */
export function tableData({ table }: CalculationDefinition, rows: readonly (readonly Cell[])[]): TableData {
  const columns: Record<string, Float64Array> = { id: Float64Array.from(rows, (_, row) => row + 1) };
  const texts: Record<string, readonly string[]> = {};
  for (const [place, [name, column]] of Object.entries(table?.columns ?? {}).entries()) {
    const cells = rows.map((row) => row[place] ?? null);
    if (column.optional && cells.every((cell) => cell === null)) continue;
    if (column.kind === 'text') texts[name] = [...new Set(cells.map(String))];
    columns[name] = Float64Array.from(cells, (cell) => {
      if (cell === null) return Number.NaN;
      if (column.kind === 'text') return texts[name]?.indexOf(String(cell)) ?? Number.NaN;
      return column.kind === 'date' ? Date.parse(String(cell)) / DAY_MS : Number(cell);
    });
  }
  return { count: rows.length, columns, texts };
}

/** The numbers that a table is computed with: what the case gives, else the defaults. */
export function tableInputs(definition: CalculationDefinition, { inputs = {} }: TableCase): Record<string, number> {
  return Object.fromEntries(
    numberInputs(definition).map(([name, input]) => [name, Number(inputs[name] ?? input.default)]),
  );
}
