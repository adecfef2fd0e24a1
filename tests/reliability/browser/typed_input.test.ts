import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CALCULATION_TYPES, type CalculationType, definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Page as List } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import { REFRESH_KEY } from '#web/api/session.ts';
import { screens } from '#web/paths.ts';
import { type Person, signIn } from '../../support/browser/person.ts';
import { exampleFile } from '../../support/browser/screens.ts';
import { formOf, newTable } from '../../support/datasets.ts';
import { allOf, inHouse, signedIn, spread, theHouse } from '../../support/reliability/browser_fixture.ts';
import { reliabilityTest } from '../../support/reliability/reliability_test.ts';

/** A form that a user fills in: its page, and the address of its call. */
interface Form {
  readonly name: string;
  readonly path: string;
  readonly sentTo: string;
  readonly type?: CalculationType;
  /** Changes the object on the server, as a colleague would; undefined for a new object. */
  readonly overtake?: () => Promise<unknown>;
}

/** The forms of projects and of every type of calculation, new and stored: 26. */
async function allForms(): Promise<Form[]> {
  const { api, project } = theHouse();
  const forms: Form[] = [
    { name: 'new project', path: '/projects?create=1', sentTo: paths.createProject },
    {
      name: 'project',
      path: `/projects?edit=${project}`,
      sentTo: paths.changeProject(project),
      overtake: async () => {
        const current = await api.call<object>('GET', paths.project(project));
        await api.call('PATCH', paths.changeProject(project), { ...current, end_date: '2026-11-30' });
      },
    },
  ];
  for (const type of CALCULATION_TYPES) {
    const list = `${screens.calculations(project)}?type=${type}`;
    forms.push({ name: `new ${type}`, path: `${list}&create=1`, sentTo: paths.calculations(type), type });
    const { id } = await storedOf(type);
    forms.push({
      name: type,
      path: `${list}&edit=${id}`,
      sentTo: paths.changeCalculation(type, id),
      type,
      overtake: () => overtake(type, id),
    });
  }
  return forms;
}

/** A stored calculation of a type; a table is made where the demonstration has none. */
async function storedOf(type: CalculationType): Promise<Calculation> {
  const { api, project } = theHouse();
  const { results } = await api.call<List<Calculation>>('GET', `${paths.calculations(type)}?project=${project}`);
  return results[0] ?? (await api.call('POST', paths.calculations(type), newTable(type, project, { name: 'Таблица' })));
}

async function overtake(type: CalculationType, id: string): Promise<void> {
  const { api } = theHouse();
  const current = await api.call<Calculation>('GET', paths.calculation(type, id));
  const changed = { ...current, name: `${current.name} правка` };
  const isTable = (TABLE_TYPES as readonly string[]).includes(type);
  const { name, version } = changed;
  await api.call('PATCH', paths.changeCalculation(type, id), isTable ? formOf({ name, version }) : changed);
}

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Values of the fields of the open form, in order. */
function typed(page: Page): Promise<string[]> {
  return dialogOf(page)
    .locator('input:not([type=file]):not([type=radio]):not([type=checkbox]), select')
    .evaluateAll((fields) => (fields as HTMLInputElement[]).map(({ value }) => value));
}

/** Opens the form and types into its name, its dates, its numbers and the first row of its table, so that it can be sent. */
async function fill(page: Page, { path, type }: Form): Promise<string[]> {
  await page.goto(path);
  await dialogOf(page).getByLabel('Название').fill('Набрано и не сохранено');
  for (const [at, day] of (await dialogOf(page).locator('input[type=date]').all()).entries()) {
    await day.fill(`2026-0${1 + at}-15`);
  }
  const cells = await dialogOf(page).locator('td input').all();
  const numbers = await dialogOf(page)
    .locator('input[inputmode=decimal]:not(td input):not([readonly]):not([disabled])')
    .all();
  for (const [at, number] of numbers.entries()) await number.fill(`${1 + at},5`);
  const [row = []] = (type && definitionOf(type).table?.example) ?? [];
  for (const [at, cell] of row.entries()) await cells[at]?.fill(String(cell ?? '').replace('.', ','));
  return typed(page);
}

/** A failure while a form is filled in; afterwards the user is back on its page. */
interface Mishap {
  readonly name: string;
  readonly befall: (person: Person, form: Form) => Promise<void>;
}

/** Presses «Save»; a file, which no storage keeps, is chosen anew for every attempt. */
async function save(page: Page, { type, path }: Form): Promise<void> {
  if (type && definitionOf(type).table && !definitionOf(type).table?.hasGrid && path.endsWith('&create=1')) {
    await dialogOf(page).getByLabel('Файл с таблицей').setInputFiles(exampleFile(type));
    await page.getByRole('region', { name: 'Результаты таблицы' }).getByRole('table').first().waitFor();
  }
  await dialogOf(page).getByRole('button', { name: 'Сохранить', exact: true }).click();
}

const refused = (page: Page) => dialogOf(page).getByRole('alert').first().waitFor();

/** Saves while the server answers the form in this way, then loads the page anew. */
function answered(name: string, status: number, body: object): Mishap {
  return {
    name,
    befall: async ({ page }, form) => {
      await page.route(`**${form.sentTo}`, (route) =>
        ['POST', 'PATCH'].includes(route.request().method()) ? route.fulfill({ status, json: body }) : route.fallback(),
      );
      await save(page, form);
      await refused(page);
      await page.unrouteAll();
      await page.reload();
    },
  };
}

const MISHAPS: readonly Mishap[] = [
  {
    name: 'no network',
    befall: async ({ page }, form) => {
      await page.context().setOffline(true);
      await save(page, form);
      await dialogOf(page).getByText('Нет подключения к сети').last().waitFor();
      await page.context().setOffline(false);
      await page.reload();
    },
  },
  {
    name: 'no answer in time',
    befall: async ({ page }, form) => {
      await page.route(`**${form.sentTo}`, () => undefined);
      // The clock of one call runs a hundred times faster: the time-out of each form is thirty seconds.
      await page.evaluate(() => {
        const inTime = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (ms) => inTime(ms / 100);
      });
      await save(page, form);
      await dialogOf(page).getByText('Сервер не ответил за').last().waitFor();
      await page.unrouteAll();
      await page.reload();
    },
  },
  answered('an error of the server', 500, { detail: 'Сбой хранилища.', code: 'internal' }),
  {
    name: 'a colleague was faster',
    befall: async (person, form) => {
      if (!form.overtake)
        return answered('', 409, { detail: 'Такое уже есть.', code: 'conflict' }).befall(person, form);
      await form.overtake();
      await save(person.page, form);
      await dialogOf(person.page).getByText('Запись изменена, пока вы её правили').waitFor();
      await person.page.reload();
    },
  },
  {
    name: 'the tab was killed',
    befall: async (person, { path }) => {
      const { page } = person;
      const killer = await page.context().newCDPSession(page);
      const gone = page.waitForEvent('crash');
      killer.send('Page.crash').catch(() => undefined);
      await gone;
      const next = await page.context().newPage();
      await page.close();
      Object.assign(person, { page: next });
      await next.goto(path);
    },
  },
  {
    name: 'the session ended, and a colleague signed in in between',
    befall: async (person, form) => {
      const { page } = person;
      const mine = await typed(page);
      await endSession(page);
      await save(page, form);
      await page.getByText('Сеанс завершён. Войдите снова').waitFor();
      await signIn(page, theHouse().product.access.admin);
      await dialogOf(page).getByLabel('Название').waitFor();
      expect(await page.getByText('Восстановлен несохранённый черновик').count()).toBe(0);
      expect(await typed(page), form.name).not.toEqual(mine);
      await endSession(page);
      await page.goto(form.path);
      await signIn(page, theHouse().product.access);
    },
  },
];

/** The server forgets the session of this browser. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate((key) => localStorage.getItem(key), REFRESH_KEY);
  await theHouse()
    .api.call('POST', paths.revoke, { token })
    .catch(() => undefined);
}

inHouse('what is typed', () => {
  reliabilityTest(
    {
      id: 'WEB-04',
      stimulus:
        'every form, filled in and then: no network, no answer in time, an error, a conflict, a killed tab, a dead session',
      pass: 'every value is back after a reload or the next sign-in of the same person, and none is shown to another',
      quick: 2,
      full: 26,
    },
    async (n) => {
      const forms = spread(await allForms(), n);
      let kept = 0;
      for (const form of forms) {
        const person: { page: Page } & Person = await signedIn();
        const values = await fill(person.page, form);
        expect(values, form.name).toContain('Набрано и не сохранено');
        for (const { name, befall } of MISHAPS) {
          await befall(person, form);
          await person.page.getByText('Восстановлен несохранённый черновик').waitFor();
          await expect
            .poll(() => typed(person.page), { message: `${form.name}: ${name}`, timeout: 15_000 })
            .toEqual(expect.arrayContaining(values.filter((value) => value !== '')));
          kept++;
        }
        await person.page.context().close();
      }
      return allOf(kept, forms.length * MISHAPS.length, 'times every value was back');
    },
  );
});
