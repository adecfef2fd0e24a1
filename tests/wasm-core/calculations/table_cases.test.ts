import { describe, expect, it } from 'vitest';
import { computeTable } from '#core/calculations/compute_table.ts';
import { numberResults } from '#core/calculations/definition.ts';
import { definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { readRowsFile } from '#core/calculations/rows_file.ts';
import { wireRows } from '#core/tables/wire_rows.ts';
import { loadServerCore } from '#functions/core.ts';
import { TABLE_CASES } from './all_cases.ts';
import { demonstrationModel } from './demonstration_model.ts';
import { type Cell, type TableCase, tableData, tableInputs } from './table_cases.ts';

const core = await loadServerCore();

describe.each(TABLE_TYPES)('%s', (type) => {
  const definition = definitionOf(type);
  const cases = TABLE_CASES[type] ?? [];

  async function computed(example: TableCase) {
    const { modelInput } = definition.table ?? {};
    const model = modelInput && (await demonstrationModel(core, example.settings?.[modelInput] ?? ''));
    const data = tableData(definition, example.rows);
    const inputs = tableInputs(definition, example);
    const { head, bytes } = await computeTable(definition, data, { core, inputs, ...(model && { model }) });
    const file = readRowsFile(bytes);
    expect(file.head).toEqual(JSON.parse(JSON.stringify(head)));
    const numbers = Float64Array.from({ length: head.count * head.columns.length }, (_, at) => {
      const name = head.columns[at % head.columns.length] ?? '';
      return file.data[name]?.[Math.floor(at / head.columns.length)] ?? Number.NaN;
    });
    return { head, rows: wireRows(definition, head, numbers) };
  }

  it('gives every case a distinct title and a source', () => {
    expect(cases.length).toBeGreaterThan(0);
    expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
    for (const { source } of cases) expect(source).toMatch(/\S/);
  });

  it.each(cases)('$title', async (example) => {
    const { head, rows } = await computed(example);
    expect(Object.keys(example.results).sort()).toEqual(Object.keys(definition.results).sort());
    for (const [name, expected] of Object.entries(example.results)) {
      expectColumn(
        name,
        expected,
        rows.map((row) => row[name] ?? null),
        example.tolerance ?? 0,
      );
    }
    expectColumn('summary', Object.values(example.summary), Object.values(head.summary), example.tolerance ?? 0);
    expect(Object.keys(head.summary)).toEqual(Object.keys(definition.table?.summary ?? {}));
    expectSentences(
      head.problems.map(({ message }) => message),
      example.problems,
    );
    expectSentences(head.warnings, example.warnings);
  });

  it.each(cases.filter(({ shown }) => shown))('$title: shows the digits that the source prints', async (example) => {
    const { rows } = await computed(example);
    for (const [name, { decimals }] of numberResults(definition)) {
      const printed = example.shown?.[name];
      if (printed)
        expect(
          rows.map((row) => Number(row[name]).toFixed(decimals)),
          name,
        ).toEqual(printed);
    }
  });

  it('computes the example rows of its template', async () => {
    const example = { title: '', rows: definition.table?.example ?? [], results: {}, summary: {}, source: '' };
    const { head } = await computed({ ...example, settings: { method: 'xgboost' } });
    expect([head.count, head.problems]).toEqual([example.rows.length, []]);
  });
});

function expectColumn(name: string, expected: readonly Cell[], actual: readonly Cell[], tolerance: number): void {
  const wrong = expected.findIndex((cell, row) => !same(cell, actual[row] ?? null, tolerance));
  if (wrong >= 0) expect.fail(`${name}, row ${wrong}: ${actual[wrong]}, expected ${expected[wrong]}`);
  expect(actual.length, name).toBe(expected.length);
}

function same(expected: Cell, actual: Cell, tolerance: number): boolean {
  if (typeof expected !== 'number' || typeof actual !== 'number') return expected === actual;
  // A zero must be a zero: nothing is near it relatively.
  return Object.is(expected, actual) || Math.abs(actual - expected) <= tolerance * Math.abs(expected);
}

function expectSentences(said: readonly string[], expected: readonly RegExp[] = []): void {
  expect(said, said.join('\n')).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(said[index]).toMatch(pattern);
}
