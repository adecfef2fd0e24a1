import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeTable } from '#core/calculations/compute_table.ts';
import { regres_methane } from '#core/calculations/regres_methane.ts';
import { readRowsFile } from '#core/calculations/rows_file.ts';
import { explainRow, type RowModel } from '#core/models/row_model.ts';
import { ROOT } from '#functions/cli/build.ts';
import { loadServerCore } from '#functions/core.ts';
import { TABLE_CASES } from './all_cases.ts';
import { demonstrationModel } from './demonstration_model.ts';
import { tableData } from './table_cases.ts';

const FOLDER = join(ROOT, 'wasm-core/models/demonstration');
const FILES = { xgboost: 'xgboost.ubj', lightgbm: 'lightgbm.txt' } as const;
const rows = TABLE_CASES.regres_methane?.[0]?.rows ?? [];

const core = await loadServerCore();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'regres-'));
  const days = readFileSync(join(FOLDER, 'days.csv'), 'utf8').trimEnd().split('\n');
  writeFileSync(join(folder, 'rows.csv'), `${days.map((line) => line.split(',').slice(1, 8).join(',')).join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function computed(model: RowModel, table = rows, onProgress?: (share: number) => void) {
  const context = { core, inputs: {}, model, ...(onProgress && { onProgress }) };
  return computeTable(regres_methane, tableData(regres_methane, table), context);
}

describe.each(['xgboost', 'lightgbm'] as const)('%s', (method) => {
  it('predicts the same bits as npm run predict', async () => {
    const args = ['--model', join(FOLDER, FILES[method]), '--data', join(folder, 'rows.csv')];
    const { stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'functions/cli/predict.ts'), ...args], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(stderr).toBe('');
    const printed = stdout.trimEnd().split('\n').map(Number);
    const { bytes } = await computed(await demonstrationModel(core, method));
    expect(printed).toHaveLength(120);
    expect([...(readRowsFile(bytes).data.result ?? [])]).toEqual(printed);
  }, 60_000);

  it('predicts the same value for a row at any position in a table of any length', async () => {
    const model = await demonstrationModel(core, method);
    const [first] = [readRowsFile((await computed(model)).bytes).data.result ?? []];
    const long = Array.from({ length: 40_000 }, (_, row) => rows[(row * 7) % rows.length] ?? []);
    const shares: number[] = [];
    const { bytes, head } = await computed(model, long, (share) => void shares.push(share));
    const { result } = readRowsFile(bytes).data;
    expect(result?.every((value, row) => Object.is(value, first[(row * 7) % rows.length]))).toBe(true);
    expect(shares.at(-1)).toBe(1);
    expect(shares.length).toBeGreaterThan(2);
    expect(head.summary).toMatchObject({ rows: 40_000, highest: Math.max(...first) });
  });
});

it('a model receives columns in the order of its features, not of the table', async () => {
  const model = await demonstrationModel(core, 'xgboost');
  const columns = model.columns.toReversed();
  const { bytes } = await computed({ ...model, columns });
  const expected = rows.map((row) =>
    row
      .slice(1)
      .toReversed()
      .map((cell) => (cell === null ? Number.NaN : Number(cell))),
  );
  expect([...(readRowsFile(bytes).data.result ?? [])]).toEqual([
    ...model.predictor.predict(Float64Array.from(expected.flat())),
  ]);
});

it('a missing column is equivalent to a column of blank cells', async () => {
  const model = await demonstrationModel(core, 'lightgbm');
  const data = tableData(
    regres_methane,
    rows.map((row) => row.with(2, null)),
  );
  const { x2, ...columns } = data.columns;
  const context = { core, inputs: {}, model };
  const [with2, without2] = [data, { ...data, columns }].map((one) => computeTable(regres_methane, one, context));
  const results = await Promise.all(
    [with2, without2].map(async (one) => readRowsFile((await one)?.bytes ?? new Uint8Array()).data.result),
  );
  expect(x2).toBeDefined();
  expect(results[1]).toEqual(results[0]);
});

it('a day without any measurement has no forecast and is named in a warning', async () => {
  const model = await demonstrationModel(core, 'xgboost');
  const blank = (row: (typeof rows)[number] = []) => row.map((cell, place) => (place === 0 ? cell : null));
  const table = rows.slice(0, 6).map((row, place) => (place === 1 || place === 4 ? blank(row) : row));
  const [whole, partly] = [await computed(model, rows.slice(0, 6)), await computed(model, table)];
  const expected = [...(readRowsFile(whole.bytes).data.result ?? [])].map((value, place) =>
    place === 1 || place === 4 ? Number.NaN : value,
  );
  expect([...(readRowsFile(partly.bytes).data.result ?? [])]).toEqual(expected);
  expect(partly.head.warnings).toEqual([expect.stringMatching(/прогноза нет: строки 2, 5\./)]);
  const none = await computed(model, rows.slice(0, 3).map(blank));
  expect(none.head.summary).toEqual({ rows: 3, highest: Number.NaN, above: Number.NaN });
});

it('a day without any measurement has no explanation', async () => {
  const model = await demonstrationModel(core, 'xgboost');
  expect(() => explainRow(model, { date: 5 })).toThrow(/нет ни одного значения/);
});

it('a forecast can be cancelled while it runs', async () => {
  const model = await demonstrationModel(core, 'xgboost');
  const stop = () => {
    throw new Error('stopped');
  };
  await expect(computed(model, rows, stop)).rejects.toThrow('stopped');
});

/** A model that gives the answers that it is told, and takes so many steps a row. */
async function answering(answers: readonly number[], stepsPerRow = 1): Promise<RowModel> {
  const predictor = { predict: () => Float64Array.from(answers), steps: (count: number) => count * stepsPerRow };
  return {
    ...(await demonstrationModel(core, 'xgboost')),
    name: 'Лава 12',
    predictor: predictor as unknown as RowModel['predictor'],
  };
}

it.each([
  [Number.NaN, /строки 3 не величину \(не число\)/],
  [Number.POSITIVE_INFINITY, /строки 3 не величину \(бесконечность\)/],
  [1e300, /строки 3 не величину \(1e\+300\)/],
  [-1e-200, /строки 3 не величину \(-1e-200\)/],
])('a table is refused with the row number if the model predicts %d for a row', async (odd, says) => {
  const refused = computed(await answering([1, 0, odd, 2]), rows.slice(0, 4));
  await expect(refused).rejects.toMatchObject({
    name: 'ResultRefused',
    status: 400,
    fault: { field: 'model', row: 3, message: expect.stringMatching(says) },
  });
});

it('a table that needs too many model steps is refused before computation, with the number of rows that fit', async () => {
  const model = await answering([], 2e10);
  const says =
    /Модель «Лава 12» проходит до 20\s000\s000\s000 узлов на строку, а строк 2: вместе 40\s000 млн, допустимо 30\s000 млн.*до 1 строк/;
  await expect(computed(model, rows.slice(0, 2))).rejects.toMatchObject({
    status: 413,
    message: expect.stringMatching(says),
  });
});

it('days above 1 % are counted, days at exactly 1 % are not', async () => {
  const answers = [1, 1 + Number.EPSILON, 0.5, 0, 2];
  const { head } = await computed(await answering(answers), rows.slice(0, answers.length));
  expect(head.summary).toEqual({ rows: 5, highest: 2, above: 2 });
});
