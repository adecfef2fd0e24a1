import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Calculation } from '#core/contract/calculation.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import type { User } from '#core/contract/user.ts';
import { WEB_BUILD } from '#functions/cli/build.ts';
import { openBackend } from '#functions/local/backend.ts';
import type { DemoAccess } from '#functions/local/demo_access.ts';
import { ensureDemoCompany } from '#functions/local/demo_company.ts';
import { listen } from '#functions/server/listen.ts';
import { readCalculation, replaceCalculation } from '#functions/store/calculations.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { screens } from '#web/paths.ts';
import { type ApiClient, apiClient } from '../support/browser/api_client.ts';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { enter, newPerson, type Person } from '../support/browser/person.ts';
import { temporaryDataDir } from '../support/browser/product.ts';
import { seriousFindings } from '../support/browser/views.ts';

const TYPE = 'handling_underground_ch4';

const dataDir = temporaryDataDir();
/** Stores the calculation as an earlier edition would have: another factor, results of another core. */
let makeOutdated = async (): Promise<unknown> => undefined;
let stop = async (): Promise<unknown> => undefined;
let access: DemoAccess;
let person: Person;
let page: Page;
let api: ApiClient;
let project: string;
let id: string;

const dense = (text: string) => text.replace(/[\s\u00a0]+/g, '');
const table = () => page.getByRole('table', { name: 'Что изменит действующая редакция' });

beforeAll(async () => {
  if (!browser) return;
  // In this process, because only the store can hold a calculation of an earlier edition.
  const backend = await openBackend(dataDir.path, WEB_BUILD);
  const demo = await ensureDemoCompany(backend.app, backend.db, dataDir.path);
  const server = await listen(backend.site, '127.0.0.1', 0);
  stop = () => server.close().then(() => backend.close());
  access = { ...demo, url: server.url };
  api = await apiClient(access);
  const year = { name: 'Год', start_date: '2026-01-01', end_date: '2026-12-31' };
  ({ id: project } = await api.call<Project>('POST', paths.createProject, year));
  const coal = { name: 'Обращение с углём', project, volume: 1_000_000, ef: '2.500000', koef_transform: '0.670000' };
  ({ id } = await api.call<Calculation>('POST', paths.calculations(TYPE), { ...coal, actual: [] }));
  person = await newPerson(browser, access, { reducedMotion: 'reduce' });
  ({ page } = person);
  await enter(page, access);
  const { company } = await api.call<User>('GET', paths.me);
  const tenant = Tenant.ofOperations(company.id);
  const current = await readCalculation(backend.db, tenant, TYPE, id);
  if (!current) throw new Error('The calculation is not stored');
  makeOutdated = async () => {
    const inputs = { ...current.inputs, ef: 2 };
    const results = { ...current.results, res_ch4: 1_340_000, res_ch4_to_co2: 28 * 1_340_000 };
    const earlier = { inputs, results, core_sha256: '0'.repeat(64), version: 2, write_id: 'earlier' };
    await replaceCalculation(backend.db, tenant, current, { ...current, ...earlier });
  };
});
afterAll(async () => {
  await leaveBrowser();
  await stop();
  dataDir.remove();
});

describe.skipIf(!browser)('the present edition of methods and factors', () => {
  test('changes nothing in a project that is made by it, and says so', async () => {
    await page.goto(screens.inventory(project));
    await page.getByRole('link', { name: 'Действующая редакция' }).click();
    await page.getByText('Все расчёты сделаны по действующей редакции').waitFor();
  });

  test('is shown before and after, by cause, before anything is changed', async () => {
    await makeOutdated();
    await page.reload();
    const row = table().getByRole('row', { name: /Обращение с углём/ });
    const text = dense(await row.innerText());
    for (const figure of ['37520,00', '−4020,00', '0,00', '+8375,00', '41875,00', '2→2,5м³/т'])
      expect(text).toContain(figure);
    expect((await api.call<Calculation>('GET', paths.calculation(TYPE, id))).version).toBe(2);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test('is applied after a question, and the old version stays in the history', async () => {
    const apply = page.getByRole('button', { name: 'Пересчитать на действующую редакцию: 1' });
    await apply.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await apply.evaluate((button) => button === document.activeElement)).toBe(true);
    await apply.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Пересчитать' }).click();
    await page.getByText('Все расчёты сделаны по действующей редакции').waitFor();
    const now = await api.call<Calculation>('GET', paths.calculation(TYPE, id));
    expect(now).toMatchObject({ version: 3, ef: '2.500000', res_ch4_to_co2: 41_875_000 });
    const { results } = await api.call<{ results: unknown[] }>('GET', paths.calculationHistory(TYPE, id));
    expect(results).toHaveLength(3);
    expect(person.troubles).toEqual([]);
  });
});
