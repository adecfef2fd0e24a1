import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Calculation } from '#core/contract/calculation.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { screens } from '#web/paths.ts';
import type { ApiClient } from '../support/browser/api_client.ts';
import { browser } from '../support/browser/browser.ts';
import { withSignedIn } from '../support/browser/signed_in.ts';

let page: Page;
let api: ApiClient;
let project: string;

const desk = () => page.getByRole('table', { name: 'Все расчёты проекта' });
/** A text without the spaces that numbers are written with. */
const dense = (text: string) => text.replace(/[\s\u00a0]+/g, '');

const permissions = ['clipboard-read', 'clipboard-write'];

withSignedIn({ reducedMotion: 'reduce', permissions }, async (signedIn) => {
  ({ api, page } = signedIn);
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
});

const GROSS = 'underground_emission_ch4';

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
    await desk()
      .getByRole('rowheader', { name: /^Шахта «Северная» 3/ })
      .waitFor();
    // Which of the two methods is main is said, not left to the order of the rows.
    const { results } = await api.call<{ results: Calculation[] }>(
      'GET',
      `${paths.calculations(GROSS)}?project=${project}`,
    );
    const main = results.find(({ name }) => name === 'Выделение по коэффициенту')?.id;
    await api.call('PATCH', paths.inventory(project), { assign: [{ calculation: main, role: 'main' }] });
  });

  test('counts one method of a source, and shows the other beside it as a control with its difference', async () => {
    await page.goto(screens.inventory(project));
    const mine = page.getByRole('region', { name: 'Шахта «Северная»' });
    const control = mine.getByRole('row', { name: /контроль, не в сумме/ });
    await control.waitFor();
    const main = mine.getByRole('row', { name: /Выделение по коэффициенту.*основной/ });
    expect(dense(await main.innerText())).toContain('12060,00');
    // (1 Mt · (18 + 2.5) m³/t · 0.67 kg/m³) · 25.
    expect(dense(await mine.innerText())).toContain('343375,00тCO₂-экв.');
    expect(dense(await control.innerText())).toContain('+4690,00т');
  });

  test('gives its total to the infographics, the report and the desk, where the control is not added', async () => {
    const beside = 'Контрольные расчёты показаны рядом и не складываются: «Второй метод».';
    for (const screen of [screens.graphs(project), screens.report(project)]) {
      await page.goto(screen);
      const totals = page.getByRole('region', { name: 'Выбросы проекта' });
      await totals.getByText(beside).waitFor();
      expect(dense(await totals.innerText())).toContain('343375,00тCO₂-экв.');
    }
    await page.goto(screens.calculations(project));
    await page.getByText(beside).waitFor();
    expect(dense(await desk().getByRole('row').last().innerText())).toContain('343375,00');
    await desk()
      .getByRole('row', { name: /Второй метод/ })
      .getByText('контроль', { exact: true })
      .waitFor();
    await page.goto(screens.inventory(project));
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

  test('shows the worked example of a mine on every screen: 274 547.575 t CO2-eq of balance', async () => {
    const { id } = await api.call<Project>('POST', paths.createProject, {
      ...{ name: 'Пример', start_date: '2025-01-01', end_date: '2025-12-31' },
    });
    const { id: object } = await api.call<{ id: string }>('POST', paths.objects, {
      ...{ name: 'Шахта «Пример»', kind: 'underground_mine' },
    });
    const create = (type: string, fields: object) =>
      api.call('POST', paths.calculations(type), { name: type, project: id, object, actual: [], ...fields });
    const coal = { volume: 1_000_000, koef_transform: '0.670000' };
    await create(GROSS, { ...coal, ef: '18.000000' });
    await create('handling_underground_ch4', { ...coal, ef: '2.500000' });
    await create('disposal_co2_torch', { volume: 3000, ef: '2.750000', koef_transform: '0.670000' });
    const engine = { volume: 1.5, ef: '55.100000', of: '1.000000', k: '33.400000', part: 'engines' };
    await create('disposal_co2_stat_sources', engine);
    const vented = { volume: 500, p_co2: '1.839300', p_ch4: '0.670000', ef_co2: '0.000000', ef_ch4: '100.000000' };
    await create('underground', { ...vented, part: 'drainage_vented' });
    await page.goto(screens.inventory(id));
    const mine = page.getByRole('region', { name: 'Шахта «Пример»' });
    await mine.getByText('Ход расчёта баланса').click();
    expect(dense(await mine.innerText())).toContain('=274547,575тCO₂-экв.');
    // Beside the balance the engine's CO2 counts under combustion: 1.5 mln m³ · 33.4 · 55.1.
    const whole = 274_547.575 + 1.5 * 33.4 * 55.1;
    for (const screen of [screens.graphs(id), screens.report(id)]) {
      await page.goto(screen);
      const totals = page.getByRole('region', { name: 'Выбросы проекта' });
      await totals.getByRole('button', { name: 'Скопировать сумму целиком' }).first().click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(Math.abs(Number(copied.replace(',', '.')) / whole - 1)).toBeLessThanOrEqual(1e-9);
    }
    await page.goto(screens.calculations(id));
    await desk().waitFor();
    expect(dense(await desk().getByRole('row').last().innerText())).toContain('277308,08');
  });
});
