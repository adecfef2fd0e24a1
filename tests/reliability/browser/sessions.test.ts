import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { REFRESH_KEY, TOKEN_KEY } from '#web/api/session.ts';
import { screens } from '#web/paths.ts';
import { newTokens } from '../../support/browser/page_load.ts';
import { save, signIn, typeProject } from '../../support/browser/person.ts';
import {
  allOf,
  inHouse,
  newcomer,
  runOut,
  signedIn,
  spread,
  stateOf,
  theHouse,
} from '../../support/reliability/browser_fixture.ts';
import { reliabilityTest } from '../../support/reliability/reliability_test.ts';

const TABS = 10;

/** Longest delay of a sign-out in the other tabs, ms. */
const SIGN_OUT_MS = 1000;
/** Attempts; the best one counts, because the machine may be busy. */
const TRIES = 3;

/** Opens this many tabs of one browser, all on the list of projects. */
async function openTabs(context: BrowserContext, first: Page): Promise<Page[]> {
  const pages = [first];
  while (pages.length < TABS) pages.push(await context.newPage());
  await Promise.all(
    pages.map(async (page) => {
      await page.goto(screens.projects);
      await page.getByRole('table', { name: 'Проекты' }).waitFor();
    }),
  );
  return pages;
}

/** Signs out in the first tab: how long until the last of the others has left its page, ms. */
async function signOutTime(pages: readonly Page[]): Promise<number> {
  const left = pages.slice(1).map((page) =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () => location.pathname === '/login' && resolve(Date.now());
          new MutationObserver(look).observe(document, { childList: true, subtree: true });
        }),
    ),
  );
  const [first] = pages;
  await first?.evaluate(() =>
    document.addEventListener('click', () => Object.assign(window, { clicked: Date.now() }), {
      capture: true,
      once: true,
    }),
  );
  await first?.getByRole('button', { name: 'Выход' }).click();
  const clicked = (await first?.evaluate(() => (window as unknown as { clicked: number }).clicked)) ?? Number.NaN;
  return Math.max(...(await Promise.all(left))) - clicked;
}

/** An invalid text in place of a token. */
const MALFORMED = [
  'не токен',
  ' ',
  'null',
  'undefined',
  '{}',
  'a.b',
  'a.b.c',
  '..',
  `e30.${btoa('{"sub":"x"}')}.c`,
  `e30.${btoa('{"exp":"завтра"}'.replace('завтра', 'soon'))}.c`,
  `e30.${btoa('null')}.c`,
  'х'.repeat(100_000),
];

/** Damaged values of the number of decimals and of other settings. */
const SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ...['NaN', '-1', '1e3', '4;', '', '2.7', '99999999999', '{"comma":2}'].map((value) => ['comma', value] as const),
  ['menuCollapsed', 'не JSON'],
  ['mantine-color-scheme-value', 'зелёная'],
  ['dismissedJobs', '{"0":'],
];

interface StorageCase {
  readonly name: string;
  readonly stored: Readonly<Record<string, string>>;
  /** Runs in the page before its first script. */
  readonly before?: () => void;
  readonly expects: 'sign-in' | 'work';
}

async function storageCases(): Promise<StorageCase[]> {
  const { access, refresh } = await newTokens(theHouse().product.access);
  const good = { [TOKEN_KEY]: access, [REFRESH_KEY]: refresh };
  return [
    ...MALFORMED.map((token): StorageCase => {
      const stored = { [TOKEN_KEY]: token, [REFRESH_KEY]: refresh };
      return { name: `token «${token.slice(0, 20)}»`, stored, expects: 'sign-in' };
    }),
    { name: 'an expired token alone', stored: { [TOKEN_KEY]: runOut(access) }, expects: 'sign-in' },
    {
      name: 'a refresh token that is none',
      stored: { [TOKEN_KEY]: runOut(access), [REFRESH_KEY]: '🙂' },
      expects: 'sign-in',
    },
    { name: 'a refresh token alone', stored: { [REFRESH_KEY]: refresh }, expects: 'sign-in' },
    { name: 'a good token alone', stored: { [TOKEN_KEY]: access }, expects: 'work' },
    ...SETTINGS.map(([key, value]): StorageCase => {
      return { name: `${key} = «${value}»`, stored: { ...good, [key]: value }, expects: 'work' };
    }),
    { name: 'a storage that is full', stored: {}, before: fillStorage, expects: 'sign-in' },
    { name: 'a storage that is forbidden', stored: {}, before: forbidStorage, expects: 'sign-in' },
    { name: 'a storage that takes nothing', stored: {}, before: refuseWrites, expects: 'sign-in' },
  ];
}

function fillStorage(): void {
  if (location.protocol !== 'http:') return;
  for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (let at = 0; at < 9; at++) localStorage.setItem(`full ${size} ${at}`, 'х'.repeat(size));
    } catch {
      // Fuller by the next size.
    }
  }
}

function forbidStorage(): void {
  const get = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  Object.defineProperty(window, 'localStorage', { get });
  Object.defineProperty(window, 'sessionStorage', { get });
}

function refuseWrites(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('Quota', 'QuotaExceededError');
  };
}

/** Whether the page works with such a storage: sign-in (if required), a list, a setting, a form. */
async function works({ stored, before, expects, name }: StorageCase): Promise<boolean> {
  const { page, troubles } = await newcomer({ storageState: stateOf(stored) });
  if (before) await page.addInitScript(before);
  await page.goto(screens.settings);
  if (expects === 'sign-in') {
    await page.getByRole('button', { name: 'Вход' }).waitFor();
    await signIn(page, theHouse().product.access);
  }
  await page.getByRole('button', { name: 'Выход' }).waitFor();
  await page.getByRole('link', { name: 'Настройки' }).click();
  const decimals = await page.getByLabel('Знаков после запятой').inputValue();
  expect(decimals, name).toMatch(/^[0-4]$/);
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Настройки сохранены').waitFor();
  await page.getByRole('link', { name: 'Проекты' }).click();
  await page.getByRole('button', { name: 'Добавить проект' }).click();
  await typeProject(page, `С хранилищем: ${name}`.slice(0, 60));
  await save(page);
  await page.getByText('Проект создан').waitFor();
  const uncaught = troubles.filter((trouble) => !/status of 40[01]/.test(trouble));
  expect(uncaught, name).toEqual([]);
  await page.context().close();
  return true;
}

const GUARDED = ['/', ...['/projects', '/profile', '/dictionary', '/documents', '/export', '/widgets', '/settings']];

type Tokens = 'none' | 'valid' | 'expired, refresh good' | 'expired, refresh bad' | 'malformed';
const TOKENS: readonly Tokens[] = ['none', 'valid', 'expired, refresh good', 'expired, refresh bad', 'malformed'];

async function storedFor(tokens: Tokens): Promise<Record<string, string>> {
  if (tokens === 'none') return {};
  const { access, refresh } = await newTokens(theHouse().product.access);
  if (tokens === 'valid') return { [TOKEN_KEY]: access, [REFRESH_KEY]: refresh };
  if (tokens === 'malformed') return { [TOKEN_KEY]: 'не токен', [REFRESH_KEY]: refresh };
  return { [TOKEN_KEY]: runOut(access), [REFRESH_KEY]: tokens === 'expired, refresh good' ? refresh : 'нет' };
}

/** An address, the storage, and the page that opens. */
interface GuardCase {
  readonly path: string;
  readonly tokens: Tokens;
  readonly leadsTo: string;
}

function guardCases(): GuardCase[] {
  const { project } = theHouse();
  const guarded = [...GUARDED, screens.calculations(project), screens.graphs(project)];
  const isIn = (tokens: Tokens) => tokens === 'valid' || tokens === 'expired, refresh good';
  return [
    ...[...guarded, '/no-such-page'].flatMap((path) =>
      TOKENS.map((tokens) => ({ path, tokens, leadsTo: isIn(tokens) ? path : '/login' })),
    ),
    ...(['none', 'valid'] as const).flatMap((tokens) => [
      { path: '/login', tokens, leadsTo: isIn(tokens) ? '/' : '/login' },
      { path: '/backend', tokens, leadsTo: isIn(tokens) ? '/admin' : '/login' },
    ]),
    { path: '/admin', tokens: 'none', leadsTo: '/login' },
  ];
}

/** Whether an address leads where it should; after a session that ended by itself, the sign-in leads back to it. */
async function leads({ path, tokens, leadsTo }: GuardCase): Promise<boolean> {
  const { page } = await newcomer({ storageState: stateOf(await storedFor(tokens)) });
  const ready = (at: string) => page.getByRole('button', { name: at === '/login' ? 'Вход' : 'Выход' }).waitFor();
  await page.goto(path);
  await ready(leadsTo);
  const where = () => new URL(page.url()).pathname;
  expect(where(), `${path} with ${tokens}`).toBe(leadsTo);
  if (leadsTo === '/login') {
    await signIn(page, theHouse().product.access);
    await ready('/');
    expect(where(), `back to ${path} with ${tokens}`).toBe(tokens === 'none' ? '/' : path);
  }
  await page.context().close();
  return true;
}

inHouse('sessions in the browser', () => {
  reliabilityTest(
    {
      id: 'WEB-06',
      stimulus: `${TABS} tabs of one browser whose token has run out ask at once; then one of them signs out`,
      pass: 'one refresh, all go on; the sign-out is in every tab within a second',
      quick: 2,
      full: 100,
    },
    async (n) => {
      const { page } = await signedIn();
      const context = page.context();
      let pages = await openTabs(context, page);
      let refreshes = 0;
      context.on('request', (request) => {
        if (new URL(request.url()).pathname === paths.refresh) refreshes += 1;
      });
      for (let round = 1; round <= n; round++) {
        const token = await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY);
        const old = runOut(token ?? '');
        await page.evaluate(([key, value]) => localStorage.setItem(key as string, value as string), [TOKEN_KEY, old]);
        const seen = (each: Page) => each.evaluate((key) => localStorage.getItem(key), TOKEN_KEY);
        await Promise.all(pages.map((each) => expect.poll(() => seen(each)).toBe(old)));
        const answers = pages.map((each) =>
          each.waitForResponse((answer) => new URL(answer.url()).pathname === paths.projects),
        );
        await Promise.all(
          pages.map((each) => each.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))),
        );
        const statuses = (await Promise.all(answers)).map((answer) => answer.status());
        expect([...new Set(statuses)]).toEqual([200]);
        expect(refreshes).toBe(round);
      }
      const times: number[] = [];
      for (let attempt = 0; attempt < TRIES; attempt++) {
        times.push(await signOutTime(pages));
        if ((times.at(-1) ?? 0) <= SIGN_OUT_MS) break;
        await signIn(page, theHouse().product.access);
        await page.getByRole('button', { name: 'Выход' }).waitFor();
        pages = await openTabs(context, page);
      }
      await context.close();
      expect(Math.min(...times)).toBeLessThanOrEqual(SIGN_OUT_MS);
      return `${n} of ${n} times one refresh for ${TABS} tabs; the sign-out came after ${Math.min(...times)} ms`;
    },
  );

  reliabilityTest(
    {
      id: 'WEB-07',
      stimulus: 'a local storage with malformed tokens, without one of them, with broken settings, full, forbidden',
      pass: 'the sign-in or a working default, never an empty page, nothing uncaught',
      quick: 4,
      full: 30,
    },
    async (n) => {
      const all = await storageCases();
      const cases = n < all.length ? all.slice(-n) : all;
      let held = 0;
      for (const each of cases) if (await works(each)) held += 1;
      return allOf(held, cases.length, 'storages with which the product works');
    },
  );

  reliabilityTest(
    {
      id: 'WEB-08',
      stimulus: 'every address, with every state of the tokens',
      pass: 'it leads where the specification says, and the sign-in back to it after a session that ended by itself',
      quick: 5,
      full: 60,
    },
    async (n) => {
      const cases = spread(guardCases(), n);
      let held = 0;
      for (const each of cases) if (await leads(each)) held += 1;
      return allOf(held, cases.length, 'addresses that lead where they should');
    },
  );

  reliabilityTest(
    {
      id: 'WEB-11',
      stimulus:
        '«back» after a sign-out: within the application, from another site, out of the page cache after the session has ended elsewhere',
      pass: 'no data is seen; no answer of the API may be stored',
      quick: 1,
      full: 10,
    },
    async (n) => {
      let hidden = 0;
      for (let round = 0; round < n; round++) {
        for (const leave of [backWithin, backFromElsewhere, backFromPageCache]) {
          const { page } = await signedIn();
          await openProjects(page);
          await leave(page);
          await page.context().close();
          hidden += 1;
        }
      }
      return allOf(hidden, 3 * n, 'ways back that show nothing');
    },
  );
});

const SECRET = 'Инвентаризация выбросов';

async function openProjects(page: Page): Promise<void> {
  const answer = page.waitForResponse((each) => new URL(each.url()).pathname === paths.projects);
  await page.goto(screens.projects);
  expect((await answer).headers()['cache-control']).toContain('no-store');
  await page.getByRole('table', { name: 'Проекты' }).waitFor();
}

async function expectNothing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Вход' }).waitFor();
  expect(await page.content()).not.toContain(SECRET);
}

async function backWithin(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Виджеты' }).click();
  await page.getByRole('button', { name: 'Выход' }).click();
  for (let back = 0; back < 2; back++) {
    await page.goBack();
    await expectNothing(page);
  }
}

async function backFromElsewhere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Выход' }).click();
  await page.getByRole('button', { name: 'Вход' }).waitFor();
  await page.goto('about:blank');
  await page.goBack();
  await expectNothing(page);
}

/** The events of a page cache, which no browser of these tests has: the list lies there while the session ends elsewhere. */
async function backFromPageCache(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  expect(await page.getByRole('table', { name: 'Проекты' }).isVisible()).toBe(false);
  await page.evaluate(() => {
    localStorage.clear();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expectNothing(page);
}
