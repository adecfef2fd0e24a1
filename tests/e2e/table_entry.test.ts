import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CalculationType, definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { browser } from '../support/browser/browser.ts';
import { pasteText } from '../support/browser/forms.ts';
import { daysAsCsv } from '../support/browser/large_csv.ts';
import { type Person, typeProject } from '../support/browser/person.ts';
import { withSignedIn } from '../support/browser/signed_in.ts';
import { slowLine } from '../support/browser/throttle_network.ts';

const PROJECT = 'Ряды и файлы';
const SAME_BITS = 'Сервер получил те же числа, бит в бит.';

let dataDir: string;
let person: Person;
let page: Page;
let calculations: string;

describe.skipIf(!browser)('an engineer with tables', () => {
  withSignedIn({ reducedMotion: 'reduce' }, async (signedIn) => {
    ({ dataDir, person, page } = signedIn);
    await page.goto('/projects');
    await page.getByRole('button', { name: 'Добавить проект' }).click();
    await typeProject(page, PROJECT);
    await save();
    await page.getByRole('link', { name: PROJECT, exact: true }).click();
    await page.getByRole('heading', { name: `Расчёты — ${PROJECT}` }).waitFor();
    calculations = page.url();
  });

  describe.each(TABLE_TYPES)('%s', (type) => {
    const name = `Из шаблона: ${definitionOf(type).title}`;
    let template: string;

    test.each(['xlsx', 'csv'])('downloads the template as .%s, uploads it and sees the results', async (format) => {
      await openForFile(type);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `.${format}`, exact: true }).click(),
      ]);
      template = join(dataDir, download.suggestedFilename());
      await download.saveAs(template);
      await chooseFile(template);
      await expectPreview(type);
      await close();
    });

    test('sees every fault of a file by row, column and value, corrects and saves it, and the server agrees', async () => {
      await openForFile(type);
      await page.getByLabel('Название расчёта').fill(name);
      const good = readFileSync(template, 'utf8');
      const bad = join(dataDir, `${type}.csv`);
      writeFileSync(bad, spoiled(good));
      await chooseFile(bad);
      const faults = page.getByRole('region', { name: 'Ошибки в таблице' });
      await faults.getByRole('row', { name: /не число/ }).waitFor();
      expect(await faults.getByRole('row').nth(1).innerText()).toMatch(/^2\s.*не число/s);
      await saveButton().click();
      expect(await page.getByRole('dialog').isVisible(), 'a bad file is not sent').toBe(true);
      writeFileSync(bad, good);
      await chooseFile(bad);
      await expectPreview(type);
      await faults.waitFor({ state: 'hidden' });
      await save();
      await expectSaved();
    });

    test('opens the saved results and chart, recomputed bit for bit', async () => {
      await page
        .getByRole('table', { name: 'Расчёты', exact: true })
        .getByRole('button', { name: name.slice(0, 20) })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Пересчитано в браузере: те же числа, бит в бит.').waitFor();
      await dialog.locator('.js-plotly-plot').first().waitFor();
      await dialog.getByRole('button', { name: 'Закрыть', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
    });

    test('changes the name and keeps the rows', async () => {
      await page.getByRole('button', { name: `Изменить: ${name}` }).click();
      await page.getByLabel('Название расчёта').fill(`${name}, исправлен`);
      await expectPreview(type);
      await save();
      await expectSaved();
      await page.getByRole('button', { name: `Изменить: ${name}, исправлен` }).waitFor();
    });
  });

  describe('rows in the grid', () => {
    const cell = (row: number, column: string) => page.getByLabel(`Строка ${row}, ${column}`, { exact: true });

    test('are pasted from a spreadsheet by header, and faulty cells are red until they are corrected', async () => {
      await openNew('regres_methane');
      await page.getByLabel('Название расчёта').fill('Из буфера');
      await cell(1, 'x1').click();
      await pasteText(
        page,
        'Дата\tх1\tх7\n01.01.2026\t1 268\t39,2\n02.01.2026\tмного\t39,1\n03.01.2026\t1305\t38,4\n04.01.2026\t1287\t38\n',
      );
      await page.getByText('Вставлено строк: 4. Столбцы найдены по заголовкам.').waitFor();
      await page.getByRole('button', { name: 'Страница 1', exact: true }).click();
      expect(await cell(2, 'x1').getAttribute('aria-invalid')).toBe('true');
      await page.getByText('В строках 1 ошибка. Исправьте отмеченные ячейки.').waitFor();
      await cell(2, 'x1').fill('1250,5');
      await page.getByText('Исправьте отмеченные ячейки.').waitFor({ state: 'hidden' });
      await expectPreview('regres_methane');
    });

    test('are kept after a reload of the page', async () => {
      await page.reload();
      await page.getByText('Восстановлен несохранённый черновик.').waitFor();
      expect(await cell(2, 'x1').inputValue()).toBe('1250,5');
      await expectPreview('regres_methane');
      await save();
      await expectSaved();
    });

    test('are edited with the keyboard in full screen before they are saved', async () => {
      await page.getByRole('button', { name: 'Изменить: Из буфера', exact: true }).click();
      await page.getByRole('button', { name: 'На весь экран' }).click();
      await cell(4, 'x1').click();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type('1290');
      await page.keyboard.press('Enter');
      await page.keyboard.type('1300');
      expect(await cell(5, 'x2').inputValue(), 'Enter in the last row adds one').toBe('1300');
      // Escape in a typed cell takes the typing back; from another cell it leaves the full screen.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await expectPreview('regres_methane');
      await save();
      await expectSaved();
      await page.getByRole('row', { name: /Из буфера 5/ }).waitFor();
    });
  });

  describe('a large file', () => {
    let big: string;
    beforeAll(() => {
      big = join(dataDir, 'большой.csv');
      writeFileSync(big, daysAsCsv(100_000));
    });

    test('is uploaded with progress, computed by the worker, and agrees with the preview', async () => {
      await openForFile('regres_methane');
      await page.getByLabel('Название расчёта').fill('Сто тысяч дней');
      await chooseFile(big);
      await expectPreview('regres_methane');
      await save();
      await page.getByText('Расчёт готов: Сто тысяч дней').waitFor({ timeout: 60_000 });
      await page.getByText(SAME_BITS).waitFor();
      await page.getByRole('row', { name: /Сто тысяч дней 100.000/ }).waitFor();
    });

    test('can be cancelled during the upload: nothing is lost or stored', async () => {
      await openForFile('regres_methane');
      await page.getByLabel('Название расчёта').fill('Передумали');
      await chooseFile(big);
      await expectPreview('regres_methane');
      const line = await slowLine(page);
      await saveButton().click();
      const bar = page.getByRole('progressbar', { name: /Отправка файла: \d+/ });
      await bar.waitFor();
      await page.getByRole('button', { name: 'Отменить отправку' }).click();
      await bar.waitFor({ state: 'hidden' });
      await line.restore();
      expect(await page.getByLabel('Название расчёта').inputValue()).toBe('Передумали');
      await page.getByRole('dialog').getByText('большой.csv').waitFor();
      await close();
      await page.getByRole('region', { name: 'Обработка файлов' }).waitFor({ state: 'hidden' });
      expect(await page.getByRole('row', { name: /Передумали/ }).count()).toBe(0);
    });
  });

  test('sees no error in the console', () => {
    expect(person.troubles).toEqual([]);
  });
});

async function openNew(type: CalculationType): Promise<void> {
  await page.goto(calculations);
  await page.getByLabel('Вид расчёта').selectOption({ label: definitionOf(type).title });
  await page.getByRole('button', { name: 'Добавить расчёт' }).click();
  await page.getByLabel('Название расчёта').waitFor();
}

/** A new calculation whose table comes from a file. */
async function openForFile(type: CalculationType): Promise<void> {
  await openNew(type);
  if (definitionOf(type).table?.hasGrid) await page.getByText('Загрузить файл', { exact: true }).click();
}

async function chooseFile(path: string): Promise<void> {
  await page.getByLabel('Файл с таблицей').setInputFiles(path);
}

function previewRegion(): Locator {
  return page.getByRole('region', { name: 'Предварительный результат' });
}

/** The results of what is entered stand in the form, with the first figure of the whole table. */
async function expectPreview(type: CalculationType): Promise<void> {
  const [first] = Object.values(definitionOf(type).table?.summary ?? {});
  await previewRegion()
    .getByText(first?.label ?? '', { exact: true })
    .first()
    .waitFor({ timeout: 60_000 });
  await page.locator('section[aria-label="Предварительный результат"][aria-busy="false"]').waitFor();
}

function saveButton(): Locator {
  return page.getByRole('dialog').getByRole('button', { name: 'Сохранить', exact: true });
}

async function save(): Promise<void> {
  await saveButton().click();
  await page.getByRole('dialog').waitFor({ state: 'hidden', timeout: 60_000 });
}

async function close(): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Закрыть', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** The notice says that server and browser agree; it is taken away. */
async function expectSaved(): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: SAME_BITS });
  await notice.getByRole('button', { name: 'Закрыть сообщение' }).click();
  await notice.waitFor({ state: 'hidden' });
}

/** The first number of the first row below the headers becomes a word. */
function spoiled(csv: string): string {
  const lines = csv.split(/\r?\n/);
  const cells = (lines[1] ?? '').split(';');
  const at = cells.findLastIndex((text) => /^\d+(,\d+)?$/.test(text));
  lines[1] = cells.with(at, 'много').join(';');
  return lines.join('\r\n');
}
