import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { CALCULATION_TYPES, definitionOf } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { EXPORT_FORMAT_NAMES } from '#core/contract/export.ts';
import type { Page as List } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { apiClient } from '../support/browser/api_client.ts';
import { browser } from '../support/browser/browser.ts';
import type { Person } from '../support/browser/person.ts';
import type { RunningProduct } from '../support/browser/product.ts';
import { withSignedIn } from '../support/browser/signed_in.ts';
import { cellsOf, expectedCells } from '../support/expected_exports.ts';
import { type Book, readSheetJs, readXlsx } from '../support/export_readers.ts';

/** A project whose rows are more than an answer holds. */
const LARGE = 'Много строк';
const ROWS = 6000;

let product: RunningProduct;
let person: Person;
let page: Page;
let project: Project;
/** Type of calculation → what the API answers of the demonstration's. */
const answers = new Map<string, readonly Calculation[]>();

describe.skipIf(!browser)('the export of the demonstration', () => {
  withSignedIn({ acceptDownloads: true }, async (signedIn) => {
    ({ product, person, page } = signedIn);
    const { api } = signedIn;
    const [first] = (await api.call<List<Project>>('GET', paths.projects)).results;
    if (!first) throw new Error('The demonstration has no project');
    project = first;
    for (const type of CALCULATION_TYPES) {
      const list = await api.call<List<Calculation>>('GET', `${paths.calculations(type)}?project=${project.id}`);
      answers.set(type, list.results);
    }
  });

  test.each(EXPORT_FORMAT_NAMES)('to %s is saved under the name of the project with its numbers', async (format) => {
    const bytes = await save(format, 'Экспорт данных');
    if (format === 'txt') {
      const text = new TextDecoder().decode(bytes);
      for (const type of CALCULATION_TYPES) expect(text).toContain(definitionOf(type).title.toUpperCase());
      expect(text).toContain(project.name);
    } else expectFigures(format === 'xls' ? readSheetJs(bytes) : await readXlsx(bytes));
  });

  test.each(['xls', 'xlsx'])('to %s in detail has the passport, coefficients, formulas and rows', async (format) => {
    const bytes = await save(format, 'Подробный экспорт');
    const book = readSheetJs(bytes);
    expectFigures(book);
    expect(book.get('Паспорт')).toContainEqual(['Проект', project.name]);
    for (const sheet of ['Коэффициенты', 'Формулы']) expect(book.get(sheet)?.length).toBeGreaterThan(20);
    expect([...book.keys()].filter((name) => /^\d+\.\d+ /.test(name)).length).toBeGreaterThan(2);
  });

  test('of many rows is built by a worker and downloaded complete by a link', async () => {
    const api = await apiClient(product.access);
    const fields = { name: LARGE, start_date: '2026-01-01', end_date: '2026-12-31' };
    const { id } = await api.call<Project>('POST', paths.createProject, fields);
    const data = Array.from({ length: ROWS }, (_, row) => ({
      x1: row,
      x2: 1290,
      x7: 39.2,
      x8: 10,
      x12: 0.6,
      x13: 2000,
      x15: 4,
    }));
    await api.call('POST', paths.calculations('regres_methane'), { name: 'Ряд', project: id, method: 'xgboost', data });
    const answers: string[] = [];
    page.on('response', (response) => answers.push(`${response.status()} ${new URL(response.url()).pathname}`));
    const bytes = await save('xlsx', 'Подробный экспорт', LARGE);
    const rows = readSheetJs(bytes).get('1.1 Ряд') ?? [];
    expect(rows).toHaveLength(ROWS + 1);
    expect(rows.slice(1).map((row) => row[0])).toEqual(data.map(({ x1 }) => x1));
    expect(answers).toContain(`303 ${paths.export(id, 'xlsx')}`);
    expect(answers.find((answer) => answer.startsWith('200 /downloads/exports/'))).toMatch(/\.xlsx$/);
  });

  test('works with the keyboard only', async () => {
    await page.goto('/export');
    await page.getByRole('radio', { name: /^txt / }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('radio', { name: /^Инвентаризация/ }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Экспорт данных' }).focus();
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toBe(`${project.name}.txt`);
  });

  test('logs no error to the console', () => {
    expect(person.troubles).toEqual([]);
  });
});

async function save(format: string, button: string, name = project.name): Promise<Uint8Array<ArrayBuffer>> {
  await page.goto('/export');
  await page.getByRole('radio', { name: new RegExp(`^${format} `) }).check();
  await page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  expect(file.suggestedFilename()).toBe(`${name}.${format}`);
  await page.getByText('Файл сохранён').waitFor();
  return new Uint8Array(readFileSync(await file.path()));
}

/** Every figure of every calculation, as the API answers it. */
function expectFigures(book: Book): void {
  for (const [place, type] of CALCULATION_TYPES.entries()) {
    const rows = [...book.values()][place + 1] ?? [];
    const calculations = answers.get(type) ?? [];
    expect(calculations.length).toBeGreaterThan(0);
    expect(rows).toHaveLength(calculations.length + 1);
    for (const calculation of calculations) {
      const cell = cellsOf(rows, calculation.name);
      for (const [label, value] of expectedCells(type, calculation))
        expect([label, cell(label)]).toEqual([label, value]);
    }
  }
}
