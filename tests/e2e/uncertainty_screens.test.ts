import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Calculation } from '#core/contract/calculation.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import type { InventoryUncertainty } from '#core/contract/uncertainty_schema.ts';
import { screens } from '#web/paths.ts';
import type { ApiClient } from '../support/browser/api_client.ts';
import { browser } from '../support/browser/browser.ts';
import { withSignedIn } from '../support/browser/signed_in.ts';
import { seriousFindings } from '../support/browser/views.ts';

const TYPE = 'underground_emission_ch4';
let page: Page;
let api: ApiClient;
let project: string;
let calculation: string;

const dense = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, '');

withSignedIn({ reducedMotion: 'reduce' }, async (signedIn) => {
  ({ api, page } = signedIn);
  const year = { name: 'Год', start_date: '2026-01-01', end_date: '2026-12-31' };
  const earlier = { name: 'Прошлый', start_date: '2025-01-01', end_date: '2025-12-31' };
  const { id: object } = await api.call<{ id: string }>('POST', paths.objects, {
    ...{ name: 'Шахта «Северная»', kind: 'underground_mine' },
  });
  ({ id: project } = await api.call<Project>('POST', paths.createProject, year));
  const { id: before } = await api.call<Project>('POST', paths.createProject, earlier);
  const coal = { volume: 1_000_000, koef_transform: '0.670000', actual: [], object };
  const gross = { ...coal, name: 'Выделение по коэффициенту', ef: '18.000000' };
  ({ id: calculation } = await api.call<Calculation>('POST', paths.calculations(TYPE), { ...gross, project }));
  await api.call('POST', paths.calculations(TYPE), { ...gross, project: before, volume: 1_200_000 });
  const handling = { ...coal, name: 'Обращение с углём', ef: '2.500000', project };
  await api.call('POST', paths.calculations('handling_underground_ch4'), handling);
});

describe.skipIf(!browser)('how sure totals are', () => {
  test('stands beside the inventory: the range of the server, the trend, the largest quantity, table 3.2', async () => {
    const sure = await api.call<InventoryUncertainty>('GET', paths.inventoryUncertainty(project));
    await page.goto(screens.inventory(project));
    const section = page.getByRole('region', { name: 'Точность итога' });
    const ranges = section.getByRole('table', { name: 'Итог с вероятностью 95 %' });
    await ranges.waitFor();
    const low = dense(Math.round(sure.full.range?.low ?? 0).toLocaleString('ru-RU'));
    expect(dense(await ranges.innerText())).toContain(`от${low}до`);
    await section.getByText(/Выбросы 2026 года к 2025 году снизились на/).waitFor();
    await section.getByRole('figure', { name: 'Каким может быть итог' }).waitFor();
    await section.getByRole('figure', { name: 'Что больше всего меняет итог' }).waitFor();
    await section.getByText('Способ 1 МГЭИК: таблица 3.2').click();
    await section.getByText('Способ 1 здесь ненадёжен').waitFor();
    await section.getByText('Ключевые категории').click();
    await section.getByText('По уровню (способ 1, 95 %)').waitFor();
  });

  test('the plan of the draws is downloaded', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Скачать план розыгрышей' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('uncertainty_plan.json');
  });

  test('a person states the uncertainty of an input, sees the range while typing, and it is stored', async () => {
    await page.goto(`${screens.calculations(project)}?type=${TYPE}`);
    await page.getByText('Выделение по коэффициенту').first().click();
    const section = page.getByRole('region', { name: 'Точность результата' });
    await section.getByText(/С вероятностью 95 %: от/).waitFor();
    await section.getByRole('button', { name: 'Задать неопределённость' }).click();
    const form = page.getByRole('dialog', { name: 'Неопределённость величины' });
    await form.getByLabel('Величина').selectOption('ef');
    await form.getByLabel('Неопределённость, 95 %').selectOption('symmetric');
    await form.getByLabel('± %').fill('300');
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await form.getByText('± 300 % больше ± 100 %', { exact: false }).waitFor();
    await form.getByText('Напишите, почему неопределённость такая', { exact: false }).waitFor();
    await form.getByLabel('± %').fill('10');
    await form.getByLabel('Почему такая').fill('Замеры по пластам');
    await form.getByText(/\(−10,\d % … \+10,\d %\)/).waitFor();
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await form.waitFor({ state: 'hidden' });
    await section.getByText(/\(−10,\d % … \+10,\d %\)/).waitFor();
    const stored = await api.call<Calculation>('GET', paths.calculation(TYPE, calculation));
    expect(stored.uncertainty).toEqual({ ef: { law: 'symmetric', percent: 10, reason: 'Замеры по пластам' } });
  });

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('fits the page and passes axe in the %s scheme at %d px', async (scheme, width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(screens.inventory(project));
    await page.getByRole('figure', { name: 'Что больше всего меняет итог' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
