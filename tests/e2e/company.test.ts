import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CompanyInventory } from '#core/contract/company_inventory_schema.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { screens } from '#web/paths.ts';
import type { ApiClient } from '../support/browser/api_client.ts';
import { browser } from '../support/browser/browser.ts';
import type { Person } from '../support/browser/person.ts';
import { withSignedIn } from '../support/browser/signed_in.ts';
import { seriousFindings } from '../support/browser/views.ts';

let person: Person;
let page: Page;
let api: ApiClient;

const dense = (text: string) => text.replace(/[\s\u00a0]+/g, '');
const table = () => page.getByRole('table', { name: 'Объекты, источники и годы' });

/** Adds the year of a mine: what it mines by factor, and what it flares. */
async function addYear(object: string, year: number, volume: number): Promise<void> {
  const period = { name: `Отчёт ${year}`, start_date: `${year}-01-01`, end_date: `${year}-12-31` };
  const { id: project } = await api.call<Project>('POST', paths.createProject, period);
  const coal = { name: 'Выделение', project, object, volume, ef: '18.000000', koef_transform: '0.670000', actual: [] };
  await api.call('POST', paths.calculations('underground_emission_ch4'), coal);
  const flare = { name: 'Факел', project, object, volume: 900, ef: '2.750000', koef_transform: '0.670000', actual: [] };
  await api.call('POST', paths.calculations('disposal_co2_torch'), flare);
}

withSignedIn({ reducedMotion: 'reduce', acceptDownloads: true }, async (signedIn) => {
  ({ api, person, page } = signedIn);
  const mine = { name: 'Шахта «Северная»', kind: 'underground_mine', ownership_percent: 60 };
  const { id } = await api.call<{ id: string }>('POST', paths.objects, mine);
  for (const [year, volume] of [
    [2022, 1_200_000],
    [2023, 1_000_000],
    [2024, 1_100_000],
  ] as const) {
    await addYear(id, year, volume);
  }
});

describe.skipIf(!browser)('the company over the years', () => {
  test('shows every figure that the server computes, by object, source and year', async () => {
    await page.getByRole('link', { name: 'Компания и годы' }).click();
    await table().waitFor();
    const inventory = await api.call<CompanyInventory>('GET', paths.companyInventory);
    const text = dense(await table().innerText());
    for (const { full, owned_co2e_t } of inventory.years) {
      for (const figure of [full.co2e_t, owned_co2e_t]) {
        expect(text).toContain(
          dense(new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(figure)),
        );
      }
    }
    await table()
      .getByRole('rowheader', { name: /Шахта «Северная» — шахта, доля владения 60 %/ })
      .waitFor();
    // 1.2 Mt · 18 m³/t · 0.67 kg/m³.
    expect(
      dense(
        await table()
          .getByRole('row', { name: /Выделение метана по коэффициенту/ })
          .innerText(),
      ),
    ).toContain('14472,00');
  });

  test('explains a change by parts that add up, for the pair of years that is chosen', async () => {
    await page.getByLabel('Годы моста').selectOption({ label: '2022 → 2023' });
    const earlier = page.getByRole('figure', { name: /Полная инвентаризация: от 2022 к 2023 году/ });
    await earlier.locator('svg.main-svg').first().waitFor();
    await earlier.getByText('Таблица к диаграмме').click();
    // 200 000 t of coal · 18 · 0.67 / 1000 · 25, fewer.
    expect(dense(await earlier.getByRole('row', { name: /Изменение: сумма частей/ }).innerText())).toContain(
      '−60300,00',
    );
  });

  test('keeps base year and potential in the address, and the keyboard where it was', async () => {
    const base = page.getByLabel('Базовый год');
    await base.focus();
    await base.selectOption('2023');
    await page.getByText('От базового 2023 года').waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search).toContain('base=2023');
    await table()
      .getByRole('columnheader', { name: /2023.*базовый/ })
      .waitFor();
    expect(await base.evaluate((element) => element === document.activeElement)).toBe(true);
    const before = await table().innerText();
    await page.getByLabel('ПГП метана').selectOption('ar5');
    await expect.poll(() => table().innerText()).not.toBe(before);
    await page.goBack();
  });

  test('saves the table as a file that a Russian Excel opens', async () => {
    await page.goto(screens.companyInventory);
    await table().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Скачать CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Инвентаризация \d{4}–\d{4}\.csv$/);
    expect(readFileSync(await file.path(), 'utf8')).toContain('Полная инвентаризация с долей владения;т CO₂-экв.;');
  });

  test('leads from a year to the inventory of its project', async () => {
    await table().getByRole('link', { name: '2024', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^Инвентаризация — Отчёт 2024/ }).waitFor();
  });

  test('passes axe and logs no error', async () => {
    await page.goto(screens.companyInventory);
    await page.locator('svg.main-svg').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(person.troubles).toEqual([]);
  });
});
