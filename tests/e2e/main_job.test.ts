import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NumberInput, numberInputs } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { enter, newPerson, type Person, save, signIn, typeProject } from '../support/browser/person.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from '../support/browser/product.ts';

const PROJECT = 'Шахта, отчёт за 2026';

const dataDir = temporaryDataDir();
let product: RunningProduct;
let person: Person;
let page: Page;
/** Address of the new project's calculations. */
let calculations: string;
/** Type → figures and texts of its result, as the preview showed them before anything was saved. */
const shown = new Map<string, string[]>();

describe.skipIf(!browser)('an environmental engineer', () => {
  beforeAll(async () => {
    product = await runProduct(dataDir.path);
    if (!browser) return;
    person = await newPerson(browser, product.access);
    page = person.page;
  });

  afterAll(async () => {
    await leaveBrowser();
    await product?.stop();
    dataDir.remove();
  });

  test('signs in and creates a project', async () => {
    await enter(page, product.access);
    await page.getByRole('link', { name: 'Начать работу' }).click();
    await page.getByRole('button', { name: 'Добавить проект' }).click();
    await typeProject(page, PROJECT);
    await save(page);
    await page.getByRole('link', { name: PROJECT, exact: true }).click();
    await page.getByRole('heading', { name: `Расчёты — ${PROJECT}` }).waitFor();
    await page.getByText('Список расчётов пуст').waitFor();
    expect(await page.getByRole('button', { name: 'Добавить расчёт' }).count()).toBe(0);
    calculations = page.url();
  });

  test.each(FIELDS_TYPES)('creates a calculation: %s', async (type) => {
    const definition = definitionOf(type);
    await page.goto(calculations);
    await page.getByLabel('Вид расчёта').selectOption({ label: definition.title });
    await page.getByRole('button', { name: 'Добавить расчёт' }).click();
    const dialog = page.getByRole('dialog', { name: definition.title });
    await dialog.getByLabel('Название расчёта').fill(nameOf(type));
    const preview = dialog.getByRole('region', { name: 'Предварительный результат' });
    await preview.getByText('Появится, когда будут заполнены поля').waitFor();
    for (const [, input] of numberInputs(definition)) {
      const field = dialog.getByLabel(`${input.label}, ${input.symbol}`);
      // What a dictionary presets or the method fixes is shown, not asked for.
      if ((await field.count()) > 0 && (await field.isEditable())) await field.fill(written(input));
    }
    await preview.locator('output, dt, p').first().waitFor();
    shown.set(type, await results(page));
    expect(shown.get(type)?.length).toBeGreaterThan(0);
    await save(page);
    const notice = page.getByRole('alert').filter({ hasText: 'Сервер получил те же числа, бит в бит.' });
    await notice.getByRole('button', { name: 'Закрыть сообщение' }).click();
    await notice.waitFor({ state: 'hidden' });
    await expectStored(type);
  });

  test('finds every calculation after a restart of the product', async () => {
    const { port } = new URL(product.access.url);
    expect(await product.stop()).toBe(0);
    product = await runProduct(dataDir.path, port);
    await page.goto(calculations);
    for (const type of FIELDS_TYPES) {
      await page.getByLabel('Вид расчёта').selectOption({ label: definitionOf(type).title });
      await expectStored(type);
    }
  });

  test('finds the project from another computer', async () => {
    if (!browser) return;
    const other = (await newPerson(browser, product.access)).page;
    await other.goto('/projects');
    await signIn(other, product.access);
    await other.getByRole('link', { name: 'Начать работу' }).click();
    await other.getByRole('link', { name: PROJECT, exact: true }).waitFor();
  });

  test('sees no error in the console', () => {
    expect(person.troubles).toEqual([]);
  });
});

function nameOf(type: CalculationType): string {
  return `Расчёт ${FIELDS_TYPES.indexOf(type) + 1} за март`;
}

/** A number within the bounds, as a Russian writes it. */
function written({ max }: NumberInput): string {
  return String(Math.min(max, 38.25)).replace('.', ',');
}

/** Figures with their units, or texts, of the result that the open dialog shows. */
async function results(opened: Page): Promise<string[]> {
  const dialog = opened.getByRole('dialog');
  const figures = await dialog.locator('output').allTextContents();
  return figures.length > 0 ? figures : await dialog.getByText('Правило', { exact: false }).allTextContents();
}

/** The calculation stands in the list, and its results are those that the preview showed. */
async function expectStored(type: CalculationType): Promise<void> {
  await page
    .getByRole('table', { name: 'Расчёты', exact: true })
    .getByRole('button', { name: nameOf(type), exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: nameOf(type) }).waitFor();
  await dialog.getByText('Пересчитано в браузере: те же числа, бит в бит.').waitFor();
  expect(await results(page)).toEqual(shown.get(type));
  await dialog.getByRole('button', { name: 'Закрыть', exact: true }).last().click();
  await dialog.waitFor({ state: 'hidden' });
}
