import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { CALCULATION_TYPES, type CalculationType, definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import type { Page as List } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import { screens } from '#web/paths.ts';
import { typeProject } from '../../support/browser/person.ts';
import { exampleFile } from '../../support/browser/screens.ts';
import { allOf, inHouse, signedIn, spread, theHouse } from '../../support/reliability/browser_fixture.ts';
import { reliabilityTest } from '../../support/reliability/reliability_test.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');
const saveButton = (page: Page) => dialogOf(page).getByRole('button', { name: 'Сохранить', exact: true });

/** A lazy chunk: its file, and how a user reaches it from the list of projects. */
interface Late {
  readonly file: string;
  readonly want: (page: Page) => Promise<void>;
}

const byMenu = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).click();

const PARTS: readonly Late[] = [
  { file: 'WidgetsPage', want: byMenu('Виджеты') },
  {
    file: 'GraphsPage',
    want: (page) =>
      page
        .getByRole('link', { name: /^Инфографика/ })
        .first()
        .click(),
  },
  { file: 'CalculationsPage', want: (page) => page.locator('[data-row-link]').first().click() },
  { file: 'ReferencePage', want: byMenu('Справочники') },
  {
    file: 'ProjectHistory',
    want: (page) =>
      page
        .getByRole('button', { name: /^История: / })
        .first()
        .click(),
  },
];

/** A lazy chunk that the server no longer has, as after a release, or that never arrives. */
const FATES = ['gone', 'late'] as const;

async function withoutPart({ file, want }: Late, fate: (typeof FATES)[number]): Promise<void> {
  const { page } = await signedIn();
  await page.clock.install();
  await page.goto('/projects?create=1');
  await typeProject(page, `Черновик ${file}`);
  await dialogOf(page).getByRole('button', { name: 'Закрыть', exact: true }).click();
  await dialogOf(page).waitFor({ state: 'hidden' });
  let asked = false;
  await page.route(`**/assets/${file}-*.js`, async (route) => {
    asked = true;
    if (fate === 'gone') await route.fulfill({ status: 404, body: 'Такого файла нет.' });
  });
  await want(page);
  await expect.poll(() => asked, { message: file }).toBe(true);
  // Part of the program's own wait: two minutes, as specified.
  if (fate === 'late') await page.clock.fastForward(120_000);
  await page.getByRole('alert').getByText('Раздел не загрузился').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Перезагрузить страницу' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText('Раздел не загрузился').count()).toBe(0);
  await page.goto('/projects?create=1');
  await page.getByText('Восстановлен несохранённый черновик').waitFor();
  expect(await dialogOf(page).getByLabel('Название').inputValue()).toBe(`Черновик ${file}`);
  await page.context().close();
}

/** A form of a new object, filled in so that it can be saved. */
interface NewObject {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  readonly count: () => Promise<number>;
}

function newObjects(): NewObject[] {
  const { api, project } = theHouse();
  const counted = async (path: string) => (await api.call<List<unknown>>('GET', path)).count;
  return [
    {
      name: 'project',
      count: () => counted(paths.projects),
      open: async (page) => {
        await page.goto('/projects?create=1');
        await typeProject(page, 'Один раз');
      },
    },
    ...CALCULATION_TYPES.map(
      (type): NewObject => ({
        name: type,
        count: () => counted(`${paths.calculations(type)}?project=${project}`),
        open: (page) => openCalculation(page, type),
      }),
    ),
  ];
}

async function openCalculation(page: Page, type: CalculationType): Promise<void> {
  await page.goto(`${screens.calculations(theHouse().project)}?type=${type}&create=1`);
  await dialogOf(page).getByLabel('Название расчёта').fill('Один раз');
  const { table } = definitionOf(type);
  if (table) {
    if (table.hasGrid) await dialogOf(page).getByText('Загрузить файл', { exact: true }).click();
    await dialogOf(page).getByLabel('Файл с таблицей').setInputFiles(exampleFile(type));
    await page.getByRole('region', { name: 'Результаты таблицы' }).getByRole('table').first().waitFor();
  }
  for (const field of await dialogOf(page).locator('input[inputmode=decimal]').all()) {
    if ((await field.inputValue()) === '' && (await field.isEditable())) await field.fill('1');
  }
}

/** Ways of pressing «Save» more often than once. */
const PRESSES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'a double click': (page) => saveButton(page).dblclick(),
  'Enter five times': async (page) => {
    await dialogOf(page).getByLabel('Название').focus();
    for (let press = 0; press < 5; press++) await page.keyboard.press('Enter', { delay: 10 });
  },
  'clicks on a slow line': async (page) => {
    const line = await page.context().newCDPSession(page);
    await line.send('Network.enable');
    const slow3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
    await line.send('Network.emulateNetworkConditions', slow3G);
    for (let click = 0; click < 3; click++)
      await saveButton(page)
        .click({ force: true, noWaitAfter: true })
        .catch(() => undefined);
    await dialogOf(page).waitFor({ state: 'hidden' });
  },
};

inHouse('parts of the program and impatient people', () => {
  reliabilityTest(
    {
      id: 'WEB-10',
      stimulus:
        'a part of the program that the server has no more, or that does not come for 120 s, with a form filled in before',
      pass: 'the page says so and offers to reload, what was typed is there afterwards',
      quick: 2,
      full: PARTS.length * FATES.length,
    },
    async (n) => {
      const cases = spread(
        PARTS.flatMap((part) => FATES.map((fate) => ({ part, fate }))),
        n,
      );
      let told = 0;
      for (const [at, { part, fate }] of cases.entries()) {
        await withoutPart(part, n === cases.length && n > 2 ? fate : (FATES[at % 2] ?? fate));
        told += 1;
      }
      return allOf(told, n, 'missing parts told, with the draft kept');
    },
  );

  reliabilityTest(
    {
      id: 'WEB-12',
      stimulus: 'every form of something new, saved by a double click, by Enter five times, by clicks on a slow line',
      pass: 'one object',
      quick: 3,
      full: 39,
    },
    async (n) => {
      const objects = newObjects();
      const cases = objects.flatMap((object, at) =>
        Object.entries(PRESSES).map(([press, save]) => ({ object, press, save, at })),
      );
      const chosen = n < cases.length ? [cases[0], cases[4], cases[8]].slice(0, n) : cases;
      const { page } = await signedIn();
      let single = 0;
      for (const { object, press, save } of chosen.flatMap((one) => one ?? [])) {
        const before = await object.count();
        await object.open(page);
        await save(page);
        await expect.poll(object.count, { timeout: 15_000, message: `${object.name}: ${press}` }).toBe(before + 1);
        await dialogOf(page).waitFor({ state: 'hidden' });
        // A press that comes after the form has closed opens no other one.
        await page.waitForLoadState('networkidle');
        expect(await dialogOf(page).isVisible(), `${object.name}: ${press}`).toBe(false);
        expect(await object.count(), `${object.name}: ${press}`).toBe(before + 1);
        single += 1;
      }
      await page.context().close();
      return allOf(single, chosen.length, 'times one object');
    },
  );

  reliabilityTest(
    {
      id: 'WEB-14',
      stimulus: 'a type of calculation is chosen, then another, and the answers come in the reverse order',
      pass: 'the type chosen last is shown',
      quick: 3,
      full: 50,
    },
    async (n) => {
      const { project } = theHouse();
      const { page } = await signedIn();
      await page.goto(screens.calculations(project));
      const choice = page.getByLabel('Вид расчёта');
      await choice.waitFor();
      let right = 0;
      for (let round = 0; round < n; round++) {
        const [first, last] = pairOf(round);
        const answer = await holdBack(page, paths.calculations(first));
        await choice.selectOption(first);
        await answer.asked;
        await choice.selectOption(last);
        const names = await namesOf(last);
        const shown = page.getByRole('table', { name: 'Расчёты', exact: true }).locator('[data-row-link]');
        const titles = () => shown.evaluateAll((links) => links.map((link) => link.getAttribute('title')));
        await expect.poll(titles).toEqual(names);
        answer.release();
        await answer.ended;
        expect(await titles()).toEqual(names);
        expect(await choice.inputValue()).toBe(last);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await choice.selectOption({ index: 0 });
        right += 1;
      }
      await page.context().close();
      return allOf(right, n, 'times the type chosen last');
    },
  );
});

/** Names of the first page of a type, as the list shows them. */
async function namesOf(type: CalculationType): Promise<string[]> {
  const { api, project } = theHouse();
  const query = new URLSearchParams({ project, limit: '10', is_deleted: 'false' });
  const { results } = await api.call<List<{ name: string }>>('GET', `${paths.calculations(type)}?${query}`);
  return results.map(({ name }) => name);
}

/** Two types, in another way each time. */
function pairOf(round: number): [CalculationType, CalculationType] {
  const count = FIELDS_TYPES.length;
  const first = round % count;
  const step = 1 + (Math.floor(round / count) % (count - 1));
  return [FIELDS_TYPES[first], FIELDS_TYPES[(first + step) % count]] as [CalculationType, CalculationType];
}

/** Delays the answers of an address until `release`; `ended`: the page has the answer, or has aborted the call. */
async function holdBack(page: Page, path: string) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const end = (request: Request) => request.url().includes(path) && ended.resolve();
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  await page.route(`**${path}?*`, async (route) => {
    asked.resolve();
    await released.promise;
    // The page has aborted the call.
    await route.continue().catch(() => undefined);
  });
  return { asked: asked.promise, release: released.resolve, ended: ended.promise };
}
