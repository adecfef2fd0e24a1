import { readFileSync } from 'node:fs';
import type { Cell, TableCase } from './table_cases.ts';

// Relative to this file in Node; the preview's test has no file addresses, but the same working folder.
const DAYS = 'wasm-core/models/demonstration/days.csv';
const FIELDS = 8;

/** The shipped days: date and x1 … x15, and what the libraries themselves predicted. */
const days = readFileSync(DAYS, 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','));

const rows = days.map((cells): Cell[] => [
  cells[0] ?? null,
  ...cells.slice(1, FIELDS).map((cell) => (cell === '' ? null : Number(cell))),
]);

/** Predictions by the library: the last but one column is XGBoost's, the last LightGBM's. */
function predicted(column: -1 | -2): number[] {
  return days.map((cells) => Number(cells.at(column)));
}

const [xgboost, lightgbm] = [predicted(-2), predicted(-1)];
const dateless = rows.slice(0, 3).map((row) => [null, ...row.slice(1)]);

function forecast(
  title: string,
  method: 'xgboost' | 'lightgbm',
  rows: readonly Cell[][],
  result: readonly number[],
  source: string,
): TableCase {
  const above = result.filter((value) => value > 1).length;
  const summary = { rows: result.length, highest: Math.max(...result), above };
  return { title, settings: { method }, rows, results: { result }, summary, source };
}

export const tableCases: readonly TableCase[] = [
  forecast('the shipped days by XGBoost', 'xgboost', rows, xgboost, `XGBoost 3.4.1 itself, ${DAYS}`),
  forecast('the shipped days by LightGBM', 'lightgbm', rows, lightgbm, `LightGBM 4.6.0 itself, ${DAYS}`),
  forecast('rows without dates', 'xgboost', dateless, xgboost.slice(0, 3), 'the date is not asked by the model'),
];
