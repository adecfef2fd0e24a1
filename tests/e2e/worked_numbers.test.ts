import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberResults } from '#core/calculations/definition.ts';
import { definitionOf, FIELDS_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { type ApiClient, apiClient } from '../support/browser/api_client.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from '../support/browser/product.ts';
import { newTable, rowsOf } from '../support/datasets.ts';
import { expectCase } from '../support/expect_case.ts';
import { CASES, TABLE_CASES } from '../wasm-core/calculations/all_cases.ts';

const dataDir = temporaryDataDir();
let product: RunningProduct;
let api: ApiClient;
let project: string;

beforeAll(async () => {
  product = await runProduct(dataDir.path);
  api = await apiClient(product.access);
  const fields = { name: 'Числа из методик', start_date: '2026-01-01', end_date: '2026-12-31' };
  ({ id: project } = await api.call<Project>('POST', paths.createProject, fields));
});

afterAll(async () => {
  await product?.stop();
  dataDir.remove();
});

describe.each(FIELDS_TYPES)('the running product computes %s as in the methodology', (type) => {
  it.each((CASES[type] ?? []).map((one) => [one.title, one] as const))(
    '%s',
    async (_, { inputs, results, shown = {} }) => {
      const saved = await api.call<Calculation>('POST', paths.calculations(type), {
        name: 'Пример',
        project,
        ...inputs,
      });
      expect(saved).toMatchObject(results);
      for (const [name, { display }] of numberResults(definitionOf(type))) {
        const digits = shown[name];
        if (digits === undefined) continue;
        const decimals = digits.split('.')[1]?.length ?? 0;
        expect([name, (Number(saved[name]) / (display?.divisor ?? 1)).toFixed(decimals)]).toEqual([name, digits]);
      }
      expect(await api.call('GET', paths.calculation(type, saved.id))).toEqual(saved);
    },
  );
});

describe.each(TABLE_TYPES)('the running product computes %s from a file', (type) => {
  const definition = definitionOf(type);

  it.each(TABLE_CASES[type] ?? [])('$title', async (example) => {
    const saved = await api.call<Calculation>('POST', paths.calculations(type), newTable(type, project, {}, example));
    const rows = rowsOf(definition, saved);
    expectCase(example, saved, rows);
    for (const [name, { decimals }] of numberResults(definition)) {
      const shown = example.shown?.[name];
      if (shown) expect([name, rows.map((row) => Number(row[name]).toFixed(decimals))]).toEqual([name, shown]);
    }
    expect(await api.call('GET', paths.calculation(type, saved.id))).toEqual(saved);
  });
});
