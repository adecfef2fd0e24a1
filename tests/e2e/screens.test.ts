import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { screens } from '#web/paths.ts';
import { apiClient } from '../support/browser/api_client.ts';
import { browser } from '../support/browser/browser.ts';
import { enter, newPerson, type Person } from '../support/browser/person.ts';
import type { RunningProduct } from '../support/browser/product.ts';
import { withSignedIn } from '../support/browser/signed_in.ts';

let product: RunningProduct;
let person: Person;
let page: Page;

describe.skipIf(!browser)('the screens around the calculations', () => {
  withSignedIn({ acceptDownloads: true }, (signedIn) => {
    ({ product, person, page } = signedIn);
  });

  test('the infographics open from the list of projects, are drawn, and a chart is saved as a picture', async () => {
    await page.goto(screens.projects);
    await page
      .getByRole('table', { name: 'Проекты' })
      .getByRole('link', { name: /^Инфографика/ })
      .click();
    await page.getByRole('heading', { level: 1, name: /^Инфографика - / }).waitFor();
    for (const name of ['Выбросы при подземной добыче', 'Выбросы при открытой добыче', 'Временной ряд']) {
      await page.getByRole('figure', { name, exact: true }).locator('svg.main-svg').first().waitFor();
    }
    const mined = page.getByRole('figure', { name: 'Выбросы при подземной добыче' });
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      mined.getByRole('button', { name: 'Сохранить PNG' }).click(),
    ]);
    expect(picture.suggestedFilename()).toBe('Выбросы при подземной добыче.png');
    expect((await bytesOf(picture)).subarray(1, 4).toString()).toBe('PNG');
  });

  test('two charts are side by side on a wide screen and stacked on a narrow one', async () => {
    const tops = async () => {
      const figures = await page.getByRole('figure', { name: /добыче$/ }).all();
      const boxes = await Promise.all(figures.map((figure) => figure.boundingBox()));
      return boxes.map((box) => Math.round(box?.y ?? Number.NaN));
    };
    const [left, right] = await tops();
    expect(left).toBe(right);
    await page.setViewportSize({ width: 390, height: 844 });
    const [first = 0, second = 0] = await tops();
    expect(second).toBeGreaterThan(first + 300);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('the project is compared with the previous year by source with the keyboard only', async () => {
    await page.getByText('Сравнивать по годам пока не с чем').waitFor();
    const api = await apiClient(product.access);
    const add = async (year: number) => {
      const fields = { name: `Разрез, ${year}`, start_date: `${year}-01-01`, end_date: `${year}-12-31` };
      const { id } = await api.call<Project>('POST', paths.createProject, fields);
      const fuel = { name: 'Самосвалы', project: id, volume: year - 2000, ef: '3.149000', actual: [] };
      await api.call('POST', paths.calculations('open_mining_co2'), fuel);
    };
    await add(2023);
    await add(2024);
    await page.reload();
    const years = page.getByRole('table', { name: 'Выбросы по источникам и годам' });
    await years.getByRole('columnheader', { name: /^2023.*Разрез, 2023/ }).waitFor();
    await page.getByRole('figure', { name: 'Выбросы по годам' }).locator('svg.main-svg').first().waitFor();
    const changes = page.getByRole('table', { name: 'Изменение выбросов по источникам' });
    await changes.getByRole('columnheader', { name: /^2024/ }).waitFor();
    expect(await changes.getByRole('row', { name: /^Открытая добыча угля: выбросы CO₂/ }).innerText()).toContain(
      '75,58',
    );
    await page.getByLabel('Сравнить с проектом').focus();
    await page.keyboard.press('ArrowDown');
    await changes.getByRole('columnheader', { name: /^2023/ }).waitFor();
    await page.getByText('Рядом показано проектов: 2 из 2').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: '2023, Разрез, 2023' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Рядом показано проектов: 1 из 2').waitFor();
    await years.getByRole('columnheader', { name: /^2023/ }).waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Последние правки расчётов' }).getByText('создан').first().waitFor();
    // A window that narrows, a sheet of paper: the charts go along, nothing sticks out.
    await page.getByRole('figure', { name: 'Выбросы по годам' }).locator('svg.main-svg').first().waitFor();
    await page.setViewportSize({ width: 680, height: 900 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('the report prints on A4 without the menu', async () => {
    await page.getByRole('link', { name: 'Отчёт для печати' }).click();
    await page.getByRole('heading', { level: 1, name: /^Отчёт — / }).waitFor();
    await page.getByRole('table', { name: 'Выбросы по источникам', exact: true }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Главное меню' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Напечатать или сохранить в PDF' }).isVisible()).toBe(false);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    await page.emulateMedia({ media: null });
    // 210 × 297 mm in points.
    expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  });

  test('a category links to its coefficients and to the card of its document', async () => {
    await page.getByRole('link', { name: 'Справочники' }).click();
    await page.getByRole('button', { name: 'Страница 2' }).click();
    await page.getByRole('button', { name: /^Стационарное сжигание/ }).focus();
    await page.keyboard.press('Enter');
    const coefficients = page.getByRole('region', { name: 'Коэффициенты категории' });
    await coefficients.getByRole('table').waitFor();
    expect(await coefficients.getByRole('row').count()).toBeGreaterThan(20);
    await page.getByRole('link', { name: /№ 371/ }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Нормативные документы' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#order_371');
  });

  test('the card of a document is downloaded as a PDF', async () => {
    const [card] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Скачать карточку: Приказ Минприроды/ }).click(),
    ]);
    expect(card.suggestedFilename()).toBe('order_371.pdf');
    expect((await bytesOf(card)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('the converter converts cubic metres and litres to tonnes with the keyboard only', async () => {
    await page.getByRole('link', { name: 'Виджеты' }).click();
    await page.getByRole('textbox', { name: /^Объём газа/ }).focus();
    await page.keyboard.type('1 234 567,8');
    await page.getByRole('status', { name: 'Результат' }).getByText('824,6913 т').waitFor();
    await page.getByLabel('Газ', { exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('status', { name: 'Результат' }).getByText('2 270,7406 т').waitFor();
    await page.getByLabel('Что перевести').selectOption('fuel');
    await page.getByRole('textbox', { name: /^Объём топлива/ }).fill('1000');
    await page
      .getByRole('status', { name: 'Результат' })
      .getByText(/^0,\d{4} т$/)
      .waitFor();
  });

  test('the number of decimals applies to other screens, and the films play', async () => {
    await page.getByRole('link', { name: 'Настройки' }).click();
    await page.getByLabel('Знаков после запятой').selectOption('1');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Настройки сохранены').waitFor();
    for (const name of ['Обучающее видео', 'Презентационное видео']) {
      const film = page.getByLabel(name, { exact: true });
      const seconds = await film.evaluate(async (video: HTMLVideoElement) => {
        video.muted = true;
        await video.play();
        video.pause();
        return video.duration;
      });
      expect(seconds).toBeGreaterThan(20);
    }
    await page.getByRole('link', { name: 'Виджеты' }).click();
    await page.getByRole('textbox', { name: /^Объём газа/ }).fill('1 234 567,8');
    await page.getByRole('status', { name: 'Результат' }).getByText('824,7 т').waitFor();
  });

  test('the profile shows the user, the company and its statistics', async () => {
    await page.getByRole('link', { name: 'Профиль' }).click();
    await page.getByText('Шахта «Демонстрационная», АО «Пример-уголь»').waitFor();
    await page.getByRole('heading', { name: 'Статистика компании' }).waitFor();
  });

  test('the old address of the administration redirects to the new one', async () => {
    await page.goto('/backend');
    await page.waitForURL(`**${screens.admin}`);
  });

  test('log no error to the console', () => {
    expect(person.troubles).toEqual([]);
  });

  test('do not shift on a phone when fonts are loaded', async () => {
    if (!browser) return;
    const { page: phone } = await newPerson(browser, product.access, { viewport: { width: 412, height: 823 } });
    await enter(phone, product.access);
    const top = async () => (await phone.getByRole('table', { name: 'Проекты' }).boundingBox())?.y;
    await phone.route('**/*.woff2', (route) => route.abort());
    await phone.goto(screens.projects);
    await phone.getByRole('table', { name: 'Проекты' }).waitFor();
    const before = await top();
    await phone.unrouteAll();
    await phone.reload();
    await phone.getByRole('table', { name: 'Проекты' }).waitFor();
    await phone.evaluate(() => document.fonts.ready);
    expect(await phone.evaluate(() => document.fonts.check('16px "Golos Text"', 'ж'))).toBe(true);
    expect(Math.abs(((await top()) ?? 0) - (before ?? 0))).toBeLessThan(4);
    await phone.context().close();
  });

  test('work in an empty project', async () => {
    const api = await apiClient(product.access);
    const fields = { name: 'Пустой', start_date: '2026-01-01', end_date: '2026-12-31' };
    const { id } = await api.call<Project>('POST', paths.createProject, fields);
    await page.goto(screens.graphs(id));
    await page.getByText('Показывать на диаграммах пока нечего').waitFor();
  });
});

async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}
