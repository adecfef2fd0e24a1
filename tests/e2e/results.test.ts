import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page as List } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { screens } from '#web/paths.ts';
import { apiClient } from '../support/browser/api_client.ts';
import { browser } from '../support/browser/browser.ts';
import { makeShown, SHOWN } from '../support/browser/dataset_calculations.ts';
import { enter, newPerson, type Person } from '../support/browser/person.ts';
import type { RunningProduct } from '../support/browser/product.ts';
import { withSignedIn } from '../support/browser/signed_in.ts';
import { overflow, PICTURES, seriousFindings, VIEWS } from '../support/browser/views.ts';

const SAME_BITS = 'Пересчитано в браузере: те же числа, бит в бит.';

type Key = keyof typeof SHOWN;
const KEYS = Object.keys(SHOWN) as Key[];

let product: RunningProduct;
let project: string;
let ids: Record<Key, string>;

describe.skipIf(!browser)('the results of tables', () => {
  let person: Person;
  let page: Page;

  withSignedIn({ reducedMotion: 'reduce' }, async (signedIn) => {
    ({ product, person, page } = signedIn);
    const { api } = signedIn;
    mkdirSync(PICTURES, { recursive: true });
    const { results } = await api.call<List<Project>>('GET', paths.projects);
    project = results[0]?.id ?? '';
    ids = await makeShown(api, project);
  });

  test('a list shows the metrics of whole tables with units', async () => {
    await page.goto(`${screens.calculations(project)}?type=${SHOWN.mines.type}`);
    const table = page.getByRole('table', { name: 'Расчёты', exact: true });
    await table.getByText('Выбросы всего, т CO₂-экв.').waitFor();
    const row = await table.getByRole('row', { name: new RegExp(SHOWN.mines.name) }).innerText();
    expect(row.replace(/\s/g, ' ')).toContain('1 458 925,00');
  });

  test('every stored result is recomputed in the browser to the same bits', async () => {
    for (const key of ['forecast', 'gassy', 'series', 'mines'] as const) {
      await see(page, key);
      await page.getByText(SAME_BITS).waitFor();
    }
  });

  test('a longer table is recomputed on request', async () => {
    await see(page, 'long');
    expect(await page.getByText(SAME_BITS).count()).toBe(0);
    await page.getByRole('button', { name: /^Пересчитать в браузере все строки/ }).click();
    await page.getByText(SAME_BITS).waitFor();
  });

  test('the forecast pins its model by name and hash and says that it is a demonstration', async () => {
    await see(page, 'forecast');
    const dialog = page.getByRole('dialog');
    const { results } = await (await apiClient(product.access)).call<{ results: { id: string; sha256: string }[] }>(
      'GET',
      paths.models,
    );
    const sha256 = results.find(({ id }) => id.endsWith(SHOWN.forecast.fields.method))?.sha256 ?? '';
    await dialog.getByText(sha256, { exact: true }).waitFor();
    await dialog.getByText('демонстрационная', { exact: true }).waitFor();
    expect(await dialog.getByRole('table', { name: 'Строки с результатами' }).getByRole('row').count()).toBe(6);
  });

  test('a row is explained in the browser by the pinned model', async () => {
    await see(page, 'forecast');
    await page.getByRole('button', { name: 'Пояснить: строка 3' }).click();
    const details = page.getByRole('region', { name: 'Что повлияло: строка 3' });
    await details.getByText('Среднее модели').waitFor();
    const [, , , third] = await rowsOf(page);
    const sum = await details.getByRole('row').last().innerText();
    expect(sum).toContain(third?.at(-2));
  });

  test('a row above 1 % is flagged by an icon and text', async () => {
    await see(page, 'gassy');
    const above = (await rowsOf(page)).filter((row) => row.some((cell) => cell.includes('▲')));
    expect(above).not.toHaveLength(0);
    for (const row of above) expect(Number(number(row.at(-2)))).toBeGreaterThan(1);
    await page.getByText('Выше границы').waitFor();
  });

  test('object and year are selected with the keyboard', async () => {
    await see(page, 'mines');
    const object = page.getByRole('combobox', { name: 'Объект, всего 2' });
    await object.focus();
    await object.fill('Южн');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => rowsOf(page)).toHaveLength(3);
    const year = page.getByRole('combobox', { name: 'Что даёт изменение на ±1 %: год' });
    expect(await year.inputValue()).toBe('2024');
    await year.selectOption('2023');
    await page.getByText('Таблица к диаграмме').first().click();
    const table = page.getByRole('region', { name: 'Таблица к диаграмме «Что даёт изменение на ±1 %»' });
    expect((await table.innerText()).replace(/\s+/g, ' ')).toContain('Метанообильность −0,7826 +0,7826');
  });

  test('a chart is saved as PNG and as SVG, with its title', async () => {
    await see(page, 'forecast');
    const save = async (format: string) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Сохранить ${format}` }).click();
      const file = await download;
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    };
    const png = await save('PNG');
    expect(png.name).toBe('Временной ряд.png');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    const svg = await save('SVG');
    expect(svg.name).toBe('Временной ряд.svg');
    for (const text of ['Временной ряд', 'Граница 1 процента', 'Проценты (%)'])
      expect(svg.bytes.toString()).toContain(text);
  });

  test('rows that do not follow from the inputs are reported', async () => {
    await page.route(/single_calc/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), rows_sha256: '0'.repeat(64) } });
    });
    await see(page, 'mines');
    await page.getByText('Пересчёт в браузере дал другие числа').waitFor();
    await page.unroute(/single_calc/);
  });

  test('a result is printed completely, without the page around it and with charts for paper', async () => {
    await see(page, 'mines');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const bars = page.locator('.js-plotly-plot .bars path');
    const fills = () => bars.evaluateAll((paths) => paths.map((path) => (path as SVGPathElement).style.fill));
    await expect.poll(fills).toContain('rgb(132, 187, 199)');
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect.poll(fills).toContain('rgb(31, 97, 114)');
    expect(await page.locator('#root').isVisible()).toBe(false);
    const cut = await page.getByRole('dialog').evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight);
    expect(cut).toBeLessThanOrEqual(0);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: null, colorScheme: null });
  });

  test('the console has no error or policy violation', () => {
    expect(person.troubles).toEqual([]);
  });

  test('without plotly a table replaces the chart', async () => {
    if (!browser) return;
    const cut = await newPerson(browser, product.access);
    await cut.page.route(/\/assets\/Plot-.*\.js$/, (route) => route.abort());
    await enter(cut.page, product.access);
    await cut.page.goto(addressOf('forecast'));
    await cut.page.getByText('Не удалось показать диаграмму.').waitFor();
    await cut.page
      .getByRole('region', { name: 'Таблица к диаграмме «Временной ряд»' })
      .getByText('2024-01-01')
      .waitFor();
    await cut.page.getByText(SAME_BITS).waitFor();
    await cut.page.context().close();
  });

  describe.each(VIEWS)('in the view $view', ({ view, colorScheme, viewport }) => {
    let viewer: Person;

    beforeAll(async () => {
      if (!browser) return;
      viewer = await newPerson(browser, product.access, { colorScheme, viewport, reducedMotion: 'reduce' });
      await enter(viewer.page, product.access);
    });

    test.each(KEYS)('%s passes axe', async (key) => {
      await see(viewer.page, key);
      const explain = viewer.page.getByRole('button', { name: /^Пояснить/ }).first();
      if ((await explain.count()) > 0) {
        await explain.click();
        await viewer.page.getByRole('region', { name: /^(Что повлияло|Ход расчёта): / }).waitFor();
      }
      await viewer.page.getByText('Формулы и источники').click();
      await viewer.page.getByText('Таблица к диаграмме').last().click();
      await picture(viewer.page, `results-${key}.${view}`);
      expect.soft(await seriousFindings(viewer.page)).toEqual([]);
      expect.soft(await overlaps(viewer.page), 'labels of an axis that touch').toEqual([]);
      expect.soft(await overflow(viewer.page), 'pixels that stick out to the right').toBe(0);
    });
  });
});

function addressOf(key: Key): string {
  return `${screens.calculations(project)}?type=${SHOWN[key].type}&view=${ids[key]}`;
}

/** Opens a result and waits until its charts are drawn. */
async function see(page: Page, key: Key): Promise<void> {
  await page.goto(addressOf(key));
  await page.getByRole('dialog').getByRole('heading', { name: SHOWN[key].name }).waitFor();
  const charts = page.getByRole('dialog').locator('figure');
  await charts.first().waitFor();
  for (const chart of await charts.all()) await chart.locator('.xtick, .ytick').first().waitFor({ state: 'attached' });
}

/** Cells of the rows on the screen, the headers first. */
async function rowsOf(page: Page): Promise<string[][]> {
  const rows = page.getByRole('table', { name: 'Строки с результатами' }).getByRole('row');
  return Promise.all((await rows.all()).map((row) => row.locator('th, td').allInnerTexts()));
}

function number(text = ''): string {
  return text.replace(/^.*:/s, '').replace(/\s/g, '').replace(',', '.');
}

/** The whole dialog, however long it is. */
async function picture(page: Page, name: string): Promise<void> {
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.querySelector('.mantine-Modal-content')?.scrollHeight ?? 0);
  if (size) await page.setViewportSize({ width: size.width, height: Math.max(size.height, height + 160) });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  if (size) await page.setViewportSize(size);
}

/** Pairs of texts of a chart whose boxes cross; turned labels are not compared, their boxes say nothing. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('figure .js-plotly-plot')].flatMap((chart) => {
      const labels = [...chart.querySelectorAll('.main-svg text')].filter(
        (text) => !/rotate\((?!0[,)])/.test(text.getAttribute('transform') ?? ''),
      );
      const boxes = labels
        .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
      return boxes.flatMap(({ text, box }, index) =>
        boxes.slice(index + 1).flatMap((other) => {
          const isApart =
            box.left >= other.box.right ||
            other.box.left >= box.right ||
            box.top >= other.box.bottom ||
            other.box.top >= box.bottom;
          return isApart ? [] : [`${text} / ${other.text}`];
        }),
      );
    }),
  );
}
