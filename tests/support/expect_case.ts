import { expect } from 'vitest';
import type { Cell, TableCase } from '../wasm-core/calculations/table_cases.ts';
import type { Row } from './datasets.ts';

/** Compares an answer of the API and its rows with a case: results, metrics of the whole table, notes. */
export function expectCase(
  { results, summary, tolerance = 0, problems = [], warnings = [] }: TableCase,
  body: Row,
  rows: Row[],
) {
  for (const [name, expected] of Object.entries(results)) {
    const wrong = expected.findIndex((cell, row) => !same(cell, rows[row]?.[name], tolerance));
    expect([name, wrong, expected[wrong], rows[wrong]?.[name]]).toEqual([name, -1, undefined, undefined]);
    expect(rows).toHaveLength(expected.length);
  }
  for (const [name, value] of Object.entries(summary)) {
    const expected = Number.isFinite(value) ? value : null;
    expect([name, same(expected, body[name], tolerance), body[name]]).toEqual([name, true, body[name]]);
  }
  expect(body.problems.map(({ message }: Row) => message)).toEqual(problems.map((one) => expect.stringMatching(one)));
  expect(body.warnings).toEqual(warnings.map((one) => expect.stringMatching(one)));
  expect([body.problems_total, body.warnings_total]).toEqual([problems.length, warnings.length]);
}

function same(expected: Cell, actual: unknown, tolerance: number): boolean {
  if (typeof expected !== 'number' || typeof actual !== 'number') return expected === actual;
  return expected === actual || Math.abs(actual - expected) <= tolerance * Math.abs(expected);
}
