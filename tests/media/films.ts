// npm run media:films: films the instruction and the presentation on the running product. Wants ffmpeg in the path.

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { CALCULATIONS } from '#core/calculations/index.ts';
import type { Page as List } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { ROOT } from '#functions/cli/build.ts';
import { screens } from '#web/paths.ts';
import { apiClient } from '../support/browser/api_client.ts';
import { browser } from '../support/browser/browser.ts';
import { enter, newPerson } from '../support/browser/person.ts';
import { runProduct, temporaryDataDir } from '../support/browser/product.ts';
import { film, type Say } from './film.ts';

const FOLDER = join(ROOT, 'web/public/media');
const SIZE = { width: 1280, height: 720 };
const MINED = CALCULATIONS.handling_underground_ch4;
const FORECAST = CALCULATIONS.regres_methane;

async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  const field = page.getByRole('dialog').getByLabel(label);
  await field.click();
  await field.pressSequentially(text, { delay: 45 });
}

async function instruction(page: Page, say: Say): Promise<void> {
  await say('Работа начинается с проекта: это отчётный период предприятия.');
  await page.getByRole('link', { name: 'Начать работу' }).click();
  await page.getByRole('button', { name: 'Добавить проект' }).click();
  await type(page, 'Название', 'Шахта, отчёт за 2026 год');
  await page.getByRole('dialog').getByLabel('Дата начала').fill('2026-01-01');
  await page.getByRole('dialog').getByLabel('Дата окончания').fill('2026-12-31');
  await say('Укажите название и период, затем сохраните проект.');
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('link', { name: 'Шахта, отчёт за 2026 год', exact: true }).click();
  await say('Внутри проекта выберите вид расчёта.');
  await page.getByLabel('Вид расчёта').selectOption({ label: MINED.title });
  await page.getByRole('button', { name: 'Добавить расчёт' }).click();
  await type(page, /Название расчёта/, 'Пласт 12, 2026 год');
  await type(page, /^Добыча угля/, '1 000 000');
  await say('Результат виден сразу: формула, подставленные числа и норматив каждого коэффициента.');
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await say('Сервер пересчитывает то же самое тем же ядром: числа совпадают бит в бит.');
  await page.getByRole('table', { name: 'Расчёты', exact: true }).locator('[data-row-link]').first().click();
  await say('Сохранённый расчёт можно проверить и пересчитать в любое время.');
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть', exact: true }).click();
  await page.getByRole('link', { name: 'Справочники' }).click();
  await say('Все коэффициенты с источниками собраны в справочниках.');
  await page.getByRole('link', { name: 'Экспорт' }).click();
  await say('Готовый проект выгружается в txt, xls и xlsx.');
}

async function presentation(page: Page, say: Say, project: string): Promise<void> {
  await say('Расчёт фугитивных выбросов угледобычи: метан и углекислый газ.');
  await page.goto(screens.graphs(project));
  await page.getByRole('figure', { name: 'Выбросы при подземной добыче' }).locator('svg').first().waitFor();
  await say('Выбросы проекта по источникам и доля каждого.');
  await page.getByRole('figure', { name: 'Временной ряд' }).scrollIntoViewIfNeeded();
  await say('Диаграммы и прогноз концентрации метана с границей 1 процента.');
  await page.goto(`${screens.calculations(project)}?type=regres_methane`);
  await page.getByRole('table', { name: 'Расчёты', exact: true }).locator('[data-row-link]').first().click();
  await page.getByRole('dialog', { name: FORECAST.title }).locator('svg.main-svg').first().waitFor();
  await say('Прогноз считают модели XGBoost и LightGBM, для каждого дня видно, что на него повлияло.');
  await page.goto(`${screens.calculations(project)}?type=sensitivity`);
  await page.getByRole('table', { name: 'Расчёты', exact: true }).locator('[data-row-link]').first().click();
  await page.getByRole('dialog').locator('svg.main-svg').first().waitFor();
  await say('Анализ чувствительности: что даёт изменение добычи и метанообильности.');
  await page.goto(screens.report(project));
  await page.getByRole('table', { name: 'Выбросы по источникам' }).waitFor();
  await say('Отчёт печатается с формулами, коэффициентами и нормативами.');
}

if (!browser) throw new Error('The films are made in a browser, and none starts here');
const dataDir = temporaryDataDir();
const product = await runProduct(dataDir.path);
try {
  const { results } = await (await apiClient(product.access)).call<List<Project>>('GET', paths.projects);
  const project = results[0]?.id ?? '';
  for (const [name, play] of [
    ['instruction', instruction],
    ['presentation', (page: Page, say: Say) => presentation(page, say, project)],
  ] as const) {
    const { page } = await newPerson(browser, product.access, { viewport: SIZE, colorScheme: 'light' });
    await enter(page, product.access);
    await film(page, join(FOLDER, name), (say) => play(page, say));
  }
} finally {
  await browser.close();
  await product.stop();
  dataDir.remove();
}
