import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Calculation } from '#core/contract/calculation.ts';
import type { CompanyUser, OneTimePassword } from '#core/contract/company_user.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import type { TokenPair } from '#core/contract/user.ts';
import { ROOT } from '#functions/cli/build.ts';
import { REFRESH_KEY, TOKEN_KEY } from '#web/api/session.ts';
import { screens } from '#web/paths.ts';
import { PROJECTS_PER_PAGE } from '#web/projects/state.ts';
import { type ApiClient, apiClient, printedAccess } from '../../support/browser/api_client.ts';
import { enter } from '../../support/browser/person.ts';
import { SIGHTS } from '../../support/browser/screens.ts';
import { fillForSights } from '../../support/browser/screens_data.ts';
import { formOf, newTable } from '../../support/datasets.ts';
import { allOf, inHouse, newcomer, spread, stateOf, theHouse } from '../../support/reliability/browser_fixture.ts';
import { PAYLOADS } from '../../support/reliability/browser_payloads.ts';
import { reliabilityTest } from '../../support/reliability/reliability_test.ts';

const OWNER = { email: 'owner@markup.example', password: 'вентиляция и дегазация', guardant_code: '' };
/** One-time password of the company whose own name is made of payloads. */
let oneTimePassword = '';

/** Makes the company before the product starts, as an operator does. */
function makeCompany(dataDir: string): void {
  const name = `${PAYLOADS[0]} ${PAYLOADS[6]} ${PAYLOADS[60]}`;
  const person = ['--email', OWNER.email, '--last-name', PAYLOADS[12] ?? '', '--first-name', PAYLOADS[6] ?? ''];
  const command = ['functions/cli/company.ts', 'create', '--name', name, ...person];
  const made = spawnSync(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  const { password, guardant_code } = printedAccess(made.stdout + made.stderr);
  oneTimePassword = password;
  OWNER.guardant_code = guardant_code;
}

/** A user whose browser reports executed payloads and violations of the page's policy. */
interface Watched {
  readonly page: Page;
  readonly ran: unknown[];
  readonly refused: string[];
}

async function watched(stored: Readonly<Record<string, string>> = {}): Promise<Watched> {
  const { page, troubles: refused } = await newcomer({ storageState: stateOf(stored) });
  const ran: unknown[] = [];
  await page.exposeFunction('ran', (number: unknown) => void ran.push(number));
  await page.exposeFunction('refusedByPolicy', (what: string) => void refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      (window as unknown as { refusedByPolicy(what: string): void }).refusedByPolicy(
        `${effectiveDirective} ${blockedURI} ${sample}`,
      );
    });
  });
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  return { page, ran, refused };
}

/** Signs in the owner of the company, who chooses a new password. */
async function ownerTokens(): Promise<{ api: ApiClient; tokens: TokenPair }> {
  const { product } = theHouse();
  if (oneTimePassword !== '') {
    const first = await apiClient({ ...product.access, ...OWNER, password: oneTimePassword });
    await first.call('POST', paths.changePassword, { old_password: oneTimePassword, new_password: OWNER.password });
    oneTimePassword = '';
  }
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(new URL(paths.token, product.access.url), {
    method: 'POST',
    headers,
    body: JSON.stringify(OWNER),
  });
  return { api: await apiClient({ ...product.access, ...OWNER }), tokens: (await answer.json()) as TokenPair };
}

/** Elements that exist only if a payload became markup. */
const MARKUP =
  'script:not([src]), iframe, object, embed, base, marquee, form[action], [srcdoc], [href^="javascript" i], [src="x"], [background], [formaction]';

/** Checks that no payload became markup and that the page shows each of `texts` unchanged. */
async function expectText({ page, ran, refused }: Watched, place: string, texts: readonly string[]): Promise<number> {
  const missing = () =>
    page.evaluate((wanted) => {
      const flat = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ');
      const fields = [...document.querySelectorAll('input, select')].map((field) => (field as HTMLInputElement).value);
      const titles = [...document.querySelectorAll('[title], [aria-label]')].flatMap((element) => [
        element.getAttribute('title') ?? '',
        element.getAttribute('aria-label') ?? '',
      ]);
      const all = flat([document.title, document.body.textContent, ...fields, ...titles].join('\n'));
      return wanted.filter((text) => !all.includes(flat(text)));
    }, texts);
  await expect.poll(missing, { message: place, timeout: 15_000 }).toEqual([]);
  const markup = await page.evaluate((selector) => {
    const handlers = [...document.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => /^on/i.test(name)),
    );
    return [...document.querySelectorAll(selector), ...handlers].map((element) => element.outerHTML.slice(0, 200));
  }, MARKUP);
  expect(markup, place).toEqual([]);
  expect(ran, place).toEqual([]);
  expect(refused, place).toEqual([]);
  return texts.length;
}

/** Objects of every kind that users name, one for each payload. */
interface Named {
  readonly texts: readonly string[];
  readonly projects: readonly Project[];
  readonly calculations: readonly Calculation[];
  readonly forecast: Calculation;
}

const DAYS = { start_date: '2026-01-01', end_date: '2026-12-31' };

async function nameAll(api: ApiClient, texts: readonly string[]): Promise<Named> {
  const projects: Project[] = [];
  for (const name of texts) projects.push(await api.call('POST', paths.createProject, { name, ...DAYS }));
  const project = projects[0]?.id ?? '';
  const calculations: Calculation[] = [];
  const given = { project, actual: [], volume: 1000, ef: '3.149000' };
  for (const name of texts) {
    calculations.push(await api.call('POST', paths.calculations('open_mining_co2'), { ...given, name }));
  }
  const [first = ''] = texts;
  const forecast = await api.call<Calculation>(
    'POST',
    paths.calculations('regres_methane'),
    newTable('regres_methane', project, { name: first }),
  );
  for (const [at, name] of texts.entries()) await namePerson(api, at, name.slice(0, 100));
  const model = new File(
    [readFileSync(join(ROOT, 'wasm-core/models/demonstration/lightgbm.txt'))],
    `${first.replaceAll('/', '')}.txt`,
  );
  const form = formOf({ name: first });
  form.append('file', model);
  await api.call('POST', paths.models, form);
  return { texts, projects, calculations, forecast };
}

/** Users of the company, few enough for one page of the list: each is renamed to one text after another. */
const people: CompanyUser[] = [];

async function namePerson(api: ApiClient, at: number, lastName: string): Promise<void> {
  const names = { last_name: lastName, first_name: 'Имя' };
  const known = people[at];
  if (known) {
    people[at] = await api.call('PATCH', paths.companyUser(known.id), { ...names, version: known.version });
    return;
  }
  const invited = { ...names, email: `u${at}@markup.example`, role: 'staff' };
  people[at] = (await api.call<OneTimePassword>('POST', paths.companyUsers, invited)).user;
}

/** Visits every place that shows the texts; returns how many texts were shown unchanged. */
async function seenEverywhere(person: Watched, { texts, projects, calculations, forecast }: Named): Promise<number> {
  const { page } = person;
  const [project] = projects;
  const [calculation] = calculations;
  const [first = ''] = texts;
  if (!project || !calculation) return 0;
  const list = `${screens.calculations(project.id)}?type=open_mining_co2`;
  let seen = 0;
  const look = async (place: string, path: string, wanted: readonly string[] = texts) => {
    await page.goto(path);
    seen += await expectText(person, place, wanted);
  };
  await look('projects', screens.projects);
  for (const { id, name } of projects) await look('heading and title', screens.calculations(id), [name]);
  await look('change of a project', `/projects?edit=${project.id}`, [first]);
  await look('history of a project', `/projects?history=${project.id}`, [first]);
  await look('calculations', list);
  await look('change of a calculation', `${list}&edit=${calculation.id}`, [first]);
  await look('results', `${list}&view=${calculation.id}`, [first]);
  await look('history of a calculation', `${list}&history=${calculation.id}`, [first]);
  await look('a forecast', `${screens.calculations(project.id)}?type=regres_methane&view=${forecast.id}`, [first]);
  await look('report', screens.report(project.id));
  await page.emulateMedia({ media: 'print' });
  seen += await expectText(person, 'print', texts);
  await page.emulateMedia({ media: null });
  await look('infographics', screens.graphs(project.id));
  seen += await tooltips(person, texts);
  await look('users', `${screens.admin}?tab=users`, texts.map((text) => text.slice(0, 100)).slice(0, 5));
  await look('models', `${screens.admin}?tab=models`, [first]);
  await look('audit', `${screens.admin}?tab=audit`, [first.slice(0, 100)]);
  await look('export', `${screens.export}?format=txt`, texts);
  await look('profile', screens.profile, [PAYLOADS[0] ?? '', PAYLOADS[60] ?? '', PAYLOADS[12] ?? '']);
  seen += await typedIntoTable(person, project.id, texts);
  seen += await archivedAndExported(person, first);
  return seen;
}

/** Tooltips of the bars of a chart. */
async function tooltips(person: Watched, texts: readonly string[]): Promise<number> {
  const chart = person.page.getByRole('figure', { name: 'Выбросы при открытой добыче' });
  await chart.locator('.points .point path').first().waitFor();
  const missing = new Set(texts);
  for (const bar of await chart.locator('.points .point path').all()) {
    // A group without a number has a bar without a size.
    if (((await bar.boundingBox())?.height ?? 0) < 1) continue;
    await bar.scrollIntoViewIfNeeded();
    const box = await bar.boundingBox();
    if (!box) continue;
    await person.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect
      .poll(
        async () => {
          const shown = (await chart.locator('.hoverlayer').textContent()) ?? '';
          const flat = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ');
          return [...missing].some((text) => flat(shown).includes(flat(text)) && missing.delete(text)) || shown;
        },
        { timeout: 10_000 },
      )
      .toBe(true);
  }
  expect([...missing], 'tooltips').toEqual([]);
  return expectText(person, 'tooltips', texts);
}

/** The texts as cells of a table and as the name of a file. */
async function typedIntoTable(person: Watched, project: string, texts: readonly string[]): Promise<number> {
  const { page } = person;
  await page.goto(`${screens.calculations(project)}?type=regres_methane&create=1`);
  const dialog = page.getByRole('dialog');
  const cells = dialog.locator('td input');
  await cells.nth(1).waitFor();
  for (const [at, text] of texts.slice(0, 4).entries()) await cells.nth(1 + at).fill(text);
  await page.getByText('Исправьте отмеченные ячейки.').waitFor();
  const inCells = await expectText(person, 'cells of a table', texts.slice(0, 4));
  await dialog.getByText('Загрузить файл').click();
  const name = `${(texts[0] ?? '').replaceAll('/', '')}.csv`;
  const head = 'x1;x2;x7;x8;x12;x13;x15';
  await dialog.getByLabel('Файл с таблицей').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(`${head}\n${texts[0]?.replaceAll(';', '')};1;1;1;1;1;1\n`),
  });
  const inFile = await expectText(person, 'file name', [name]);
  return inCells + inFile;
}

/** A toast that names the project, and a file that is named after it. */
async function archivedAndExported(person: Watched, name: string): Promise<number> {
  const { page } = person;
  await page.goto(`${screens.export}?format=txt`);
  await page
    .getByRole('radio', { name: new RegExp(escaped(name.replace(/\s+/g, ' '))) })
    .first()
    .check();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Экспорт данных' }).click(),
  ]);
  expect(file.suggestedFilename()).not.toMatch(/[<>:"/\\|?*]/);
  await page.goto(screens.projects);
  await page.route(`**${paths.projects}*/`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { detail: name, code: 'internal' } })
      : route.fallback(),
  );
  await page
    .getByRole('button', { name: `Удалить: ${name}`, exact: true })
    .first()
    .click();
  const seen = await expectText({ ...person, refused: [] }, 'toast', [name]);
  await page.unrouteAll();
  person.refused.length = 0;
  return seen;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Ways of running something in the page that its policy must refuse; each calls `ran` if it is not. */
const INJECTIONS: Readonly<Record<string, () => void>> = {
  'an inline script': () => {
    const script = document.createElement('script');
    script.textContent = 'ran("inline")';
    document.body.append(script);
  },
  'an event handler': () => {
    const image = document.createElement('img');
    image.setAttribute('onerror', 'ran("handler")');
    image.src = '/assets/none';
    document.body.append(image);
  },
  'a javascript: address': () => {
    const link = document.createElement('a');
    link.href = 'javascript:ran("address")';
    document.body.append(link);
    link.click();
  },
  'a foreign script': () => {
    const script = document.createElement('script');
    script.src = 'http://127.0.0.1:9/foreign.js';
    document.body.append(script);
  },
  'a data: script': () => {
    const script = document.createElement('script');
    script.src = 'data:text/javascript,ran("data")';
    document.body.append(script);
  },
  eval: () => {
    // The devtools call may bypass the policy: the timer runs in the page.
    setTimeout(() => {
      try {
        // biome-ignore lint/security/noGlobalEval: the policy must refuse this call
        globalThis.eval('ran("eval")');
      } catch {
        // Refused.
      }
    });
  },
  'markup as text': () => {
    document.body.insertAdjacentHTML('beforeend', '<p>разметка</p>');
  },
  'a foreign worker': () => {
    new Worker('/api/docs/');
  },
  'a frame': () => {
    const frame = document.createElement('iframe');
    frame.src = 'data:text/html,<script>parent.ran("frame")</script>';
    document.body.append(frame);
  },
};

inHouse(
  'texts and scripts',
  () => {
    reliabilityTest(
      {
        id: 'WEB-01',
        stimulus: `${PAYLOADS.length} texts of markup as names of projects, calculations, the company, people, models, files and cells, in every place that shows them`,
        pass: 'none runs or becomes markup, each is shown letter for letter',
        quick: 2,
        full: PAYLOADS.length,
      },
      async (n) => {
        expect(new Set(PAYLOADS).size).toBe(120);
        const texts = spread(PAYLOADS, n);
        const { api, tokens } = await ownerTokens();
        const person = await watched({ [TOKEN_KEY]: tokens.access, [REFRESH_KEY]: tokens.refresh });
        let seen = 0;
        for (let at = 0; at < n; at += PROJECTS_PER_PAGE / 2) {
          seen += await seenEverywhere(person, await nameAll(api, texts.slice(at, at + PROJECTS_PER_PAGE / 2)));
        }
        await person.page.context().close();
        return `${n} texts, seen ${seen} times, 0 ran, 0 became markup`;
      },
    );

    reliabilityTest(
      {
        id: 'WEB-02',
        stimulus:
          'every sight with its policy enforced, Trusted Types too (WEB-03); scripts, handlers, addresses and markup put into the page',
        pass: 'no sight violates the policy, everything put in is refused',
        quick: 4,
        full: SIGHTS.length,
      },
      async (n) => {
        const { product, api, project } = theHouse();
        const head = (await fetch(product.access.url)).headers.get('content-security-policy') ?? '';
        expect(head).toMatch(/script-src 'self' 'wasm-unsafe-eval'(;|$)/);
        expect(head).toContain("require-trusted-types-for 'script'; trusted-types default");
        const boss = await apiClient({ ...product.access, ...product.access.admin });
        await fillForSights(api, boss, await api.call('GET', paths.project(project)));
        let clean = 0;
        for (const isAdmin of [false, true]) {
          const person = await watched();
          await enter(person.page, isAdmin ? product.access.admin : product.access);
          const own = spread(SIGHTS, n).filter(
            (sight) => !sight.isPhoneOnly && !sight.isPublic && (sight.isAdmin ?? false) === isAdmin,
          );
          for (const { name, go } of own) {
            await go(person.page, project);
            expect(person.refused, name).toEqual([]);
            clean += 1;
          }
          await person.page.context().close();
        }
        const refusals = await refusedInjections();
        return `${clean} sights clean; ${allOf(refusals, Object.keys(INJECTIONS).length, 'injections refused')}`;
      },
    );
  },
  makeCompany,
);

async function refusedInjections(): Promise<number> {
  const person = await watched();
  await enter(person.page, theHouse().product.access);
  let refusals = 0;
  for (const [name, inject] of Object.entries(INJECTIONS)) {
    await person.page.goto(screens.projects);
    await person.page.getByRole('table', { name: 'Проекты' }).waitFor();
    person.refused.length = 0;
    // A call that the browser refuses at once throws; the page gets the event in any case.
    await person.page.evaluate(inject).catch(() => undefined);
    await expect
      .poll(() => person.refused.join('\n'), { message: name })
      .toMatch(/script-src|default-src|frame-src|trusted-types/);
    expect(person.ran, name).toEqual([]);
    refusals += 1;
  }
  await person.page.context().close();
  return refusals;
}
