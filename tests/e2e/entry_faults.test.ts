import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { screens } from '#web/paths.ts';
import type { ApiClient } from '../support/browser/api_client.ts';
import { browser } from '../support/browser/browser.ts';
import { focusedName, openNewCalculation, pasteText } from '../support/browser/forms.ts';
import { withSignedIn } from '../support/browser/signed_in.ts';

let dataDir: string;
let api: ApiClient;
let page: Page;
let calculations: string;
let projectId: string;

const dialog = () => page.getByRole('dialog');
const cell = (row: number, column: string) => page.getByLabel(`Строка ${row}, ${column}`, { exact: true });
const save = () => dialog().getByRole('button', { name: 'Сохранить', exact: true }).click();
const storedCount = async () => {
  const path = `${paths.calculations('regres_methane')}?project=${projectId}`;
  return (await api.call<{ readonly count: number }>('GET', path)).count;
};

describe.skipIf(!browser)('faults of entered data', () => {
  withSignedIn({ reducedMotion: 'reduce' }, async (signedIn) => {
    ({ api, dataDir, page } = signedIn);
    const fields = { name: 'Ошибки ввода', start_date: '2026-01-01', end_date: '2026-12-31' };
    projectId = (await api.call<Project>('POST', paths.createProject, fields)).id;
    calculations = screens.calculations(projectId);
  });

  beforeEach(async () => {
    // What one case has typed is no draft of the next.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('draft:')) localStorage.removeItem(key);
    });
  });

  test('a file with unrecognised headers is not opened in the grid, and the form lists them with the expected ones', async () => {
    const file = join(dataDir, 'чужой.csv');
    const days = Array.from(
      { length: 120 },
      (_, day) => `${new Date(Date.UTC(2026, 0, day + 1)).toISOString().slice(0, 10)};1268;39,2`,
    );
    writeFileSync(file, ['Дата;Воздух лавы;Метан в смеси', ...days].join('\r\n'));
    await openNewCalculation(page, calculations, 'regres_methane');
    await page.getByLabel('Название расчёта').fill('Чужие заголовки');
    await page.getByText('Загрузить файл', { exact: true }).click();
    await page.getByLabel('Файл с таблицей').setInputFiles(file);
    await page.getByRole('button', { name: 'Править в таблице' }).click();
    await dialog().getByText('Не распознаны заголовки файла: «Воздух лавы», «Метан в смеси».').waitFor();
    await dialog()
      .getByRole('row', { name: /Расход воздуха в исходящей струе лавы, телеметрия.*x1/ })
      .first()
      .waitFor();
    expect(await page.getByRole('grid').count(), 'the grid stays closed').toBe(0);
    await save();
    await expect.poll(() => dialog().isVisible()).toBe(true);
    expect(await storedCount()).toBe(0);
  });

  test('a blank row between filled rows is reported at its position and not saved', async () => {
    await openNewCalculation(page, calculations, 'regres_methane');
    await page.getByLabel('Название расчёта').fill('С пустой строкой');
    await cell(1, 'x1').fill('1268');
    await cell(3, 'x1').fill('1270');
    await dialog().getByText('В строке нет ни одного значения. Заполните или удалите её.').first().waitFor();
    await save();
    await expect.poll(() => focusedName(page)).toBe('Строка 2, Дата');
    expect(await storedCount()).toBe(0);
  });

  test('a dated day without measurements has no result in the preview', async () => {
    await openNewCalculation(page, calculations, 'regres_methane');
    await cell(1, 'Дата').click();
    await pasteText(page, 'Дата\tx1\tx12\n01.01.2026\t1268\t0,59\n02.01.2026\t\t\n03.01.2026\t1287\t0,62');
    await dialog().getByText('Нет ни одного значения, нужного модели, поэтому прогноза нет: строки 2.').waitFor();
    const figures = (day: string) =>
      dialog()
        .getByRole('row', { name: `2026-01-${day}` })
        .first()
        .innerText();
    expect(await figures('03')).toMatch(/0,\d{4}/);
    expect(await figures('02')).not.toMatch(/0,\d{4}/);
  });

  test('in full screen the faults of a save are visible, and each one links to its cell', async () => {
    await openNewCalculation(page, calculations, 'regres_methane');
    await cell(1, 'x1').fill('много');
    await page.getByRole('button', { name: 'На весь экран' }).click();
    await save();
    const faults = page.getByRole('region', { name: 'Что мешает сохранить' });
    await faults.getByRole('button', { name: /Название расчёта/ }).waitFor();
    await expect.poll(() => faults.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    const box = await faults.boundingBox();
    expect((box?.y ?? 0) + 20, 'in the window').toBeLessThan(800);
    await faults.getByRole('button', { name: 'Ячеек с ошибками: 1. Первая — строка 1, x1.' }).click();
    await expect.poll(() => focusedName(page)).toBe('Строка 1, x1');
    await cell(1, 'x1').fill('1268');
    await faults.getByRole('button', { name: /Название расчёта/ }).click();
    await page.getByRole('button', { name: 'На весь экран' }).waitFor();
    expect(await page.getByLabel('Название расчёта').evaluate((input) => input === document.activeElement)).toBe(true);
  });

  test('Ctrl+Z undoes a pasted block, Ctrl+Y redoes it', async () => {
    await openNewCalculation(page, calculations, 'regres_methane');
    await cell(1, 'x1').fill('1');
    await cell(2, 'x1').fill('2');
    await cell(1, 'x1').click();
    await pasteText(page, '10\t11\n20\t21\n30\t31\n40\t41');
    await expect.poll(() => page.getByText('Вставлено строк: 4').count()).toBe(1);
    await page.keyboard.press('Control+z');
    await expect
      .poll(() => Promise.all([cell(1, 'x1').inputValue(), cell(2, 'x1').inputValue(), cell(1, 'x2').inputValue()]))
      .toEqual(['1', '2', '']);
    expect(await cell(4, 'x1').count(), 'the added row is gone').toBe(0);
    await page.keyboard.press('Control+y');
    await expect.poll(() => cell(1, 'x2').inputValue()).toBe('11');
    await page.keyboard.press('Control+End');
    expect(await cell(4, 'x2').inputValue()).toBe('41');
  });
});
