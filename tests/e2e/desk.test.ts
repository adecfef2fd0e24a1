import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { screens } from '#web/paths.ts';
import { browser } from '../support/browser/browser.ts';
import { focusedName } from '../support/browser/forms.ts';
import { type SignedIn, withSignedIn } from '../support/browser/signed_in.ts';

let page: Page;
let api: SignedIn['api'];
let address: string;

const table = () => page.getByRole('table', { name: 'Все расчёты проекта' });
const panel = () => page.getByRole('complementary', { name: 'Открытый расчёт' });
const calculations = () => table().locator('[data-row-link]').allTextContents();
/** The row of sums, without the spaces that numbers are written with. */
const total = async () => (await table().locator('tfoot').innerText()).replace(/[\s\u00a0]+/g, '');

withSignedIn({ reducedMotion: 'reduce' }, async (signedIn) => {
  ({ page, api } = signedIn);
  const fields = { name: 'Год', start_date: '2026-01-01', end_date: '2026-12-31' };
  const { id: project } = await api.call<Project>('POST', paths.createProject, fields);
  for (const [name, volume] of [
    ['Самосвалы', 26],
    ['Бульдозеры', 40],
  ] as const) {
    await api.call('POST', paths.calculations('open_mining_co2'), {
      name,
      project,
      volume,
      ef: '3.149000',
      actual: [],
    });
  }
  const coal = { name: 'Пласт 48', project, volume: 1000, ef: '10.000000', koef_transform: '0.670000', actual: [] };
  await api.call('POST', paths.calculations('underground_emission_ch4'), coal);
  address = screens.calculations(project);
});

describe.skipIf(!browser)('the desk of a project', () => {
  test('shows every calculation by type with one total without a chosen type', async () => {
    await page.goto(address);
    await expect.poll(calculations).toEqual(['Пласт 48', 'Бульдозеры', 'Самосвалы']);
    await page.getByText('Список расчётов пуст').waitFor();
    expect(await page.getByRole('button', { name: 'Добавить расчёт' }).count()).toBe(0);
    // 1000 · 10 · 0.67 / 1000 · 25 + (26 + 40) · 3.149
    expect(await total()).toContain('375,33');
  });

  test('searches calculations after the key «/» and reports an empty result', async () => {
    await page.goto(address);
    await table().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('бульд');
    await expect.poll(calculations).toEqual(['Бульдозеры']);
    // The total is the project's, whatever is searched for.
    expect(await total()).toContain('375,33');
    await page.keyboard.type('ёё');
    await page.getByText('Не найдено: «бульдёё»').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(calculations).toHaveLength(3);
  });

  test('opens a calculation in a panel beside the table and returns to its row', async () => {
    await page.goto(address);
    await table().getByRole('button', { name: 'Самосвалы', exact: true }).click();
    await panel().getByText('81,87').first().waitFor();
    expect(await table().isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('');
    await expect.poll(() => focusedName(page)).toBe('Самосвалы');
  });

  test('opens a calculation in a dialog on a narrow screen', async () => {
    await page.setViewportSize({ width: 900, height: 800 });
    await page.goto(address);
    await table().getByRole('button', { name: 'Самосвалы', exact: true }).click();
    await page.getByRole('dialog').getByText('81,87').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => focusedName(page)).toBe('Самосвалы');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('is worked by the keyboard alone: found, opened, walked, changed, saved and copied', async () => {
    await page.goto(address);
    await table().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusedName(page)).toBe('Пласт 48');
    await page.keyboard.press('Enter');
    await panel().getByRole('heading', { name: 'Пласт 48' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusedName(page)).toBe('Бульдозеры');
    await panel().getByRole('heading', { name: 'Бульдозеры' }).waitFor();
    await page.keyboard.press('e');
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Бульдозеры');
    await page.keyboard.type(' и грейдеры');
    await page.keyboard.press('Control+s');
    await panel().waitFor({ state: 'hidden' });
    await expect.poll(() => focusedName(page)).toBe('Бульдозеры и грейдеры');
    await page.keyboard.press('Control+d');
    await expect.poll(calculations).toContain('Бульдозеры и грейдеры (копия)');
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await page.getByRole('button', { name: 'Отменить' }).click();
    await expect.poll(calculations).not.toContain('Бульдозеры и грейдеры (копия)');
  });

  test('copies a calculation with one click, adds it to the total and undoes it', async () => {
    await page.goto(address);
    const before = await total();
    await page.getByRole('button', { name: 'Копировать: Самосвалы' }).click();
    await page.getByText('Скопировано: Самосвалы (копия)').waitFor();
    await expect.poll(calculations).toContain('Самосвалы (копия)');
    await expect.poll(total).not.toBe(before);
    await page.getByRole('button', { name: 'Отменить' }).click();
    await expect.poll(calculations).not.toContain('Самосвалы (копия)');
    expect(await total()).toBe(before);
  });

  test('shows the list of a type when its heading is pressed', async () => {
    await page.goto(address);
    await table().getByRole('button', { name: 'Открытая добыча угля: выбросы CO₂ от топлива техники' }).click();
    await page.getByRole('button', { name: 'Добавить расчёт' }).waitFor();
    await page.getByRole('table', { name: 'Расчёты', exact: true }).waitFor();
  });

  test('copies and archives several calculations at once, and takes both back', async () => {
    await page.goto(address);
    await table().waitFor();
    const names = await calculations();
    for (const name of ['Пласт 48', 'Самосвалы']) {
      await page.getByRole('checkbox', { name: `Выбрать: ${name}`, exact: true }).check();
    }
    const bar = page.getByRole('region', { name: 'Выбранные расчёты' });
    await bar.getByRole('button', { name: 'Копировать' }).click();
    await page.getByText('Скопировано: 2 расчёта').waitFor();
    await expect
      .poll(async () => (await calculations()).toSorted())
      .toEqual([...names, 'Пласт 48 (копия)', 'Самосвалы (копия)'].toSorted());
    for (const name of ['Пласт 48', 'Самосвалы']) {
      await page.getByRole('checkbox', { name: `Выбрать: ${name} (копия)`, exact: true }).check();
    }
    await bar.getByRole('button', { name: 'В архив' }).click();
    await expect.poll(calculations).toEqual(names);
    await page.getByText('В архиве: 2 расчёта').waitFor();
    const archived = page.getByRole('alert').filter({ hasText: 'В архиве: 2 расчёта' });
    await archived.getByRole('button', { name: 'Отменить' }).click();
    await expect.poll(calculations).toContain('Самосвалы (копия)');
  });

  test('makes the next year of a project in two presses, and confirms its figures at once', async () => {
    await page.goto(address);
    await table().waitFor();
    const before = await calculations();
    const sum = await total();
    await page.getByRole('button', { name: 'Перенести на следующий год' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Название').inputValue()).toBe('Год, 2027');
    expect(await dialog.getByLabel('Дата окончания').inputValue()).toBe('2027-12-31');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('heading', { name: 'Расчёты — Год, 2027' }).waitFor();
    await expect.poll(calculations).toEqual(before);
    expect(await total()).toBe(sum);
    await page.getByRole('button', { name: `Не подтверждено: ${before.length}` }).waitFor();
    await page.getByRole('checkbox', { name: `Выбрать: ${before[0]}`, exact: true }).check();
    const bar = page.getByRole('region', { name: 'Выбранные расчёты' });
    await bar.getByRole('button', { name: `Выбрать все: ${before.length}` }).click();
    await bar.getByRole('button', { name: `Подтвердить: ${before.length}` }).click();
    await expect.poll(() => page.getByRole('button', { name: /Не подтверждено/ }).count()).toBe(0);
  });

  test('takes ten figures of a year from a workbook made after last year’s, in at most 20 actions', async () => {
    const fields = { name: 'Разрез, 2026', start_date: '2026-01-01', end_date: '2026-12-31' };
    const { id: project } = await api.call<Project>('POST', paths.createProject, fields);
    for (let number = 1; number <= 10; number++) {
      const truck = { name: `Самосвал ${number}`, project, volume: number, ef: '3.149000', actual: [] };
      await api.call('POST', paths.calculations('open_mining_co2'), truck);
    }
    await page.goto(screens.calculations(project));
    await table().waitFor();
    let actions = 0;
    const press = async (name: string) => {
      actions += 1;
      await page.getByRole('button', { name, exact: true }).last().click();
    };
    await press('Перенести на следующий год');
    await press('Сохранить');
    await page.getByRole('heading', { name: 'Расчёты — Разрез, 2027' }).waitFor();
    await table().waitFor();
    await press('Книга Excel');
    const downloaded = page.waitForEvent('download');
    await press('Скачать книгу');
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(await (await downloaded).path());
    const sheet = workbook.worksheets.find((one) => one.rowCount > 1);
    for (let row = 2; row <= 11; row++) {
      actions += 1;
      const cell = sheet?.getRow(row).getCell(5);
      if (cell) cell.value = Number(cell.value) + 100;
    }
    actions += 1;
    const name = 'книга.xlsx';
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const buffer = Buffer.from(await workbook.xlsx.writeBuffer());
    await page.getByLabel('Книга инвентаризации').setInputFiles({ name, mimeType, buffer });
    await page.getByText('Новых: 0, изменённых: 10, без изменений: 0').waitFor();
    await press('Записать: 10');
    await page.getByText('Записано: новых 0, изменённых 10').waitFor();
    // (1000 + 55) · 3.149
    await expect.poll(total).toContain('3322,20');
    console.info(`ten calculations of a year from last year's: ${actions} actions`);
    expect(actions).toBeLessThanOrEqual(20);
  });
});
