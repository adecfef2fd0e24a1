import { readFileSync } from 'node:fs';
import { computeTable } from '#core/calculations/compute_table.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { demonstrationModel } from '../../wasm-core/calculations/demonstration_model.ts';
import { type Cell, type TableCase, tableData, tableInputs } from '../../wasm-core/calculations/table_cases.ts';
import { core } from './core.ts';

/**
 * A table as the product computes it: cells in the order of the definition's columns → rows file.
 */
export async function computed(type: CalculationType, rows: readonly (readonly Cell[])[], method = 'xgboost') {
  const definition = definitionOf(type);
  const model = definition.table?.modelInput && (await demonstrationModel(core, method));
  const inputs = tableInputs(definition, {} as TableCase);
  return computeTable(definition, tableData(definition, rows), { core, inputs, ...(model && { model }) });
}

/** The first `count` days of the demonstration table, over and over, with or without dates. */
export function days(count: number, { isDated = true } = {}): Cell[][] {
  const [, ...lines] = readFileSync('wasm-core/models/demonstration/days.csv', 'utf8').trim().split('\n');
  return Array.from({ length: count }, (_, row) => {
    const [date = '', ...numbers] = (lines[row % lines.length] ?? '').split(',');
    return [isDated ? date : null, ...numbers.slice(0, 7).map((cell) => (cell === '' ? null : Number(cell)))];
  });
}

/**
 * Series with a known, an interpolated, an extrapolated and a surrogate value, and an object with
 * one point.
 */
export const SERIES: Cell[][] = [
  ...[100, null, 120, null, null, 150, null].map((value, year) => ['Шахта «Северная»', 2019 + year, value, null]),
  ...[2010, null, 1890, null, null].map((value, year) => [
    'Шахта «Южная», участок № 2',
    2020 + year,
    value,
    [210, 200, 190, 185, 180][year] ?? null,
  ]),
  ['Разрез <b>«Восточный»</b>', 2020, 15, null],
  ['Разрез <b>«Восточный»</b>', 2021, null, null],
];

/** Coal and methane of two mines by year; the first is the worked example of the method. */
export const MINES: Cell[][] = [
  ['Шахта «Северная»', 2021, 1_000_000, 12],
  ['Шахта «Северная»', 2022, 1_100_000, 13],
  ['Шахта «Северная»', 2023, 1_250_000, 12.5],
  ['Шахта «Северная»', 2024, 1_200_000, 14],
  ['Шахта «Южная»', 2023, 800_000, 9],
  ['Шахта «Южная»', 2024, 650_000, 9.5],
];
