import type { CalculationDefinition, Column, NumberResult } from '#core/calculations/definition.ts';
import type { FilledChart } from '#core/calculations/table_chart.ts';
import type { RowsHead, WireRow } from '#core/contract/rows.ts';
import { displayed, formatNumber } from '../format.ts';

/** What a cell says beside its number. */
export type Flag =
  | { readonly kind: 'above'; readonly label: string }
  | { readonly kind: 'filled'; readonly origin: string };

/** A column of the results table. */
export interface ResultColumn {
  readonly name: string;
  readonly label: string;
  readonly symbol: string;
  /** Empty where it has none. */
  readonly unit: string;
  readonly isNumeric: boolean;
  readonly text: (row: WireRow) => string;
  readonly mark: (row: WireRow) => Flag | undefined;
}

/**
 * Texts of the calculation by the names of its inputs: a user may have named a column themselves.
 */
export type ColumnSettings = Readonly<Record<string, string>>;

/** Shown where a value is missing. */
export const BLANK = '—';

/** Columns of a computed table in their order; the object of series is chosen, not listed. */
export function resultColumns(
  definition: CalculationDefinition,
  head: RowsHead,
  settings: ColumnSettings,
): ResultColumn[] {
  const { table, results } = definition;
  const filled = filledOf(definition);
  return head.columns
    .filter((name) => name !== table?.series?.object && !(table?.series && name === 'id'))
    .map((name): ResultColumn => {
      const column = table?.columns[name];
      if (column) return given(name, column, settings);
      const result = results[name];
      if (result?.kind === 'number') return computed(name, result, filled);
      if (result?.kind === 'choice') {
        const { label, options } = result;
        return { ...plainColumn(name, label), text: (row) => options[String(row[name])] ?? BLANK };
      }
      return { ...plainColumn(name, result?.label ?? '№'), text: (row) => cellText(row[name]) };
    });
}

/** The drawing that says which result is filled in, and by what. */
export function filledOf({ table }: CalculationDefinition): FilledChart | undefined {
  return table?.charts.find((chart): chart is FilledChart => chart.kind === 'filled');
}

/** Name of a column with its unit, for an axis; '' for a column that the table lacks. */
export function columnTitle({ table }: CalculationDefinition, name: string, settings: ColumnSettings): string {
  const column = table?.columns[name];
  if (!column) return '';
  return [columnLabel(column, settings), column.unit].filter((part) => part !== '').join(', ');
}

/** Name of a column: the user's own, where one is given. */
export function columnLabel({ headerInput, label }: Column, settings: ColumnSettings): string {
  return (headerInput && settings[headerInput]?.trim()) || label;
}

/** «2024 год» of a series, «строка 12» of other tables. */
export function rowName({ table }: CalculationDefinition, row: WireRow): string {
  return table?.series ? `${row[table.series.year]} год` : `строка ${row.id}`;
}

function given(name: string, column: Column, settings: ColumnSettings): ResultColumn {
  const { symbol = '', unit, kind, decimals } = column;
  return {
    ...plainColumn(name, columnLabel(column, settings)),
    symbol,
    unit,
    isNumeric: kind === 'number',
    text: (row) => (kind === 'number' ? numberText(row[name], decimals) : cellText(row[name])),
  };
}

function computed(name: string, result: NumberResult, filled: FilledChart | undefined): ResultColumn {
  const { label, symbol, display, limit } = result;
  return {
    ...plainColumn(name, label),
    symbol,
    unit: display?.unit ?? result.unit,
    isNumeric: true,
    text: (row) => {
      const value = row[name];
      return typeof value === 'number' ? displayed(result, value).text : BLANK;
    },
    mark: (row) => {
      const value = row[name];
      if (typeof value !== 'number') return undefined;
      if (limit && value > limit.value) return { kind: 'above', label: limit.label };
      if (filled?.result !== name || row[filled.origin] === filled.known) return undefined;
      return { kind: 'filled', origin: String(row[filled.origin]) };
    },
  };
}

function plainColumn(name: string, label: string) {
  return { name, label, symbol: '', unit: '', isNumeric: false, text: () => BLANK, mark: () => undefined };
}

function numberText(value: unknown, decimals: number | undefined): string {
  return typeof value === 'number' ? formatNumber(value, decimals) : BLANK;
}

function cellText(value: unknown): string {
  return value === null || value === undefined ? BLANK : String(value);
}
