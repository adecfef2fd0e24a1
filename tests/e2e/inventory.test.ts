import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Calculation } from '#core/contract/calculation.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { screens } from '#web/paths.ts';
import { type ApiClient, apiClient } from '../support/browser/api_client.ts';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { enter, newPerson } from '../support/browser/person.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from '../support/browser/product.ts';

const dataDir = temporaryDataDir();
let product: RunningProduct;
let page: Page;
let api: ApiClient;
let project: string;

const desk = () => page.getByRole('table', { name: 'Все расчёты проекта' });
/** A text without the spaces that numbers are written with. */
const dense = (text: string) => text.replace(/[\s\u00a0]+/g, '');

beforeAll(async () => {
  if (!browser) return;
  product = await runProduct(dataDir.path);
  api = await apiClient(product.access);
  const year = { name: 'Год', start_date: '2026-01-01', end_date: '2026-12-31' };
  ({ id: project } = await api.call<Project>('POST', paths.createProject, year));
  // 1 Mt of coal: 18 m³/t gross by factor, 2.5 m³/t after mining.
  const coal = { project, volume: 1_000_000, koef_transform: '0.670000', actual: [] };
  const gross = { ...coal, name: 'Выделение по коэффициенту', ef: '18.000000' };
  await api.call<Calculation>('POST', paths.calculations('underground_emission_ch4'), gross);
  const handling = { ...coal, name: 'Обращение с углём', ef: '2.500000' };
  await api.call<Calculation>('POST', paths.calculations('handling_underground_ch4'), handling);
  const second = { ...coal, name: 'Второй метод', ef: '25.000000' };
  await api.call<Calculation>('POST', paths.calculations('underground_emission_ch4'), second);
  await api.call('POST', paths.objects, { name: 'Шахта «Северная»', kind: 'underground_mine' });
  ({ page } = await newPerson(browser, product.access, { reducedMotion: 'reduce' }));
  await enter(page, product.access);
});
afterAll(async () => {
  await leaveBrowser();
  await product?.stop();
  dataDir.remove();
});

describe.skipIf(!browser)('the inventory of a project', () => {
  test('says that nothing belongs to an object yet, and what is added up without a balance', async () => {
    await page.goto(screens.calculations(project));
    await page
      .getByRole('navigation', { name: 'Экраны проекта' })
      .getByRole('link', { name: 'Инвентаризация' })
      .click();
    await page.getByText('Ни один расчёт не отнесён к объекту').waitFor();
    await page.getByRole('status').getByText('Не отнесено к объекту: 3').waitFor();
  });

  test('is made by choosing calculations on the desk and assigning them to an object at once', async () => {
    await page.goto(screens.calculations(project));
    await desk().waitFor();
    for (const name of ['Выделение по коэффициенту', 'Обращение с углём', 'Второй метод']) {
      await page.getByRole('checkbox', { name: `Выбрать: ${name}` }).check();
    }
    const bar = page.getByRole('region', { name: 'Выбранные расчёты' });
    await bar.getByText('Выбрано: 3').waitFor();
    await bar.getByLabel('Объект').selectOption({ label: 'Шахта «Северная»' });
    await bar.getByRole('button', { name: 'Отнести' }).click();
    await bar.waitFor({ state: 'hidden' });
    await expect.poll(() => desk().getByText('Шахта «Северная»').count()).toBe(3);
  });

  test('counts one method of a source, and shows the other beside it as a control with its difference', async () => {
    await page.goto(screens.inventory(project));
    const mine = page.getByRole('region', { name: 'Шахта «Северная»' });
    const control = mine.getByRole('row', { name: /контроль, не в сумме/ });
    await control.waitFor();
    // (1 Mt · (18 + 2.5) m³/t · 0.67 kg/m³) · 25, or with 25 m³/t: the first assigned method is main.
    const main = dense((await mine.getByRole('row', { name: /Выделение.*основной/ }).innerText()) ?? '');
    const expected = main.includes('12060,00') ? '343375,00' : '460625,00';
    expect(dense(await mine.innerText())).toContain(`${expected}тCO₂-экв.`);
    expect(dense(await control.innerText())).toMatch(/[+−]4690,00т/);
  });

  test('shows how the balance came about, and the same tonnes at other potentials', async () => {
    const mine = page.getByRole('region', { name: 'Шахта «Северная»' });
    await mine.getByText('Ход расчёта баланса').click();
    await mine.getByText('Баланс метана', { exact: true }).first().waitFor();
    await page.getByText('Те же тонны при других ПГП').click();
    await page
      .getByRole('table', { name: 'Итог при других ПГП' })
      .getByText(/ПГП 29,8/)
      .waitFor();
  });

  test('changes its total with the chosen potential', async () => {
    const full = () => page.getByRole('row', { name: /Полная инвентаризация: МГЭИК/ }).innerText();
    const before = await full();
    await page.getByLabel('ПГП метана для итога').selectOption('ar5');
    await expect.poll(full).not.toBe(before);
  });

  test('takes an explanation of a finding, with author and moment, and gives it back', async () => {
    const findings = page.getByRole('region', { name: 'Замечания' });
    await findings.getByRole('button', { name: 'Принять с пояснением' }).first().click();
    await findings.getByLabel('Почему это верно').fill('Дегазации на шахте нет');
    await findings.getByRole('button', { name: 'Принять', exact: true }).click();
    await findings.getByText(/Принято: «Дегазации на шахте нет»/).waitFor();
    await findings.getByRole('button', { name: 'Отозвать' }).click();
    await findings.getByText(/Принято: «Дегазации на шахте нет»/).waitFor({ state: 'hidden' });
  });
});
