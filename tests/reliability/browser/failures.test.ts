import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { browser, leaveBrowser } from '../../support/browser/browser.ts';
import { enter, newPerson, signIn, typeProject } from '../../support/browser/person.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from '../../support/browser/product.ts';
import { reliabilityTest } from '../../support/reliability/reliability_test.ts';

const dataDir = temporaryDataDir();
let product: RunningProduct;

/** How a call fails on the wire, and the text that the user must see. */
const WAYS: readonly (readonly [text: string, fail: (route: Route) => Promise<void> | undefined])[] = [
  ['Сервер недоступен: соединение не установлено или прервалось.', (route) => route.abort('connectionreset')],
  ['На сервере произошла ошибка.', (route) => route.fulfill({ status: 500, body: '<html>Bad gateway</html>' })],
  // No answer: the browser aborts the call.
  ['Сервер не ответил за ', () => undefined],
];

/** Screens: the address that fails, and the user's actions. */
const SCREENS: readonly (readonly [path: string, act: (page: Page) => Promise<unknown>])[] = [
  [paths.projects, (page) => page.goto('/projects')],
  [paths.statistics, (page) => page.goto('/profile')],
  [
    paths.createProject,
    async (page) => {
      await page.goto('/projects?create=1');
      await typeProject(page, 'Шахта');
      await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
    },
  ],
  [
    paths.token,
    async (page) => {
      await page.evaluate(() => localStorage.clear());
      await page.goto('/login');
      await signIn(page, product.access);
    },
  ],
];

/** A run takes every one of them, or one of each screen. */
const CASES = WAYS.flatMap((way) => SCREENS.map((screen) => [way, screen] as const));

/** The time-out of half a minute passes in four seconds. */
function hasten(): void {
  const wait = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => wait(ms / 8);
}

describe.skipIf(!browser)('calls that fail on the wire', () => {
  beforeAll(async () => {
    product = await runProduct(dataDir.path);
  });
  afterAll(async () => {
    await leaveBrowser();
    await product?.stop();
    dataDir.remove();
  });

  reliabilityTest(
    {
      id: 'WEB-05b',
      stimulus: 'a connection reset, a broken answer, no answer, on four screens of a real browser',
      pass: 'told in an alert of the screen, nothing loads any more',
      quick: SCREENS.length,
      full: CASES.length,
    },
    async (n) => {
      if (!browser) return '';
      const { page } = await newPerson(browser, product.access);
      await enter(page, product.access);
      await page.addInitScript(hasten);
      let told = 0;
      const chosen = CASES.filter((_, index) => (index * n) % CASES.length === 0);
      // Sign-in is last: it ends the session of the others.
      chosen.sort(([, one], [, other]) => SCREENS.indexOf(one) - SCREENS.indexOf(other));
      for (const [[text, fail], [path, act]] of chosen) {
        await page.route(
          (url) => url.pathname === path,
          (route) => fail(route),
        );
        await act(page);
        const alert = page.getByRole('alert').filter({ hasText: text });
        await alert.waitFor();
        expect(await alert.innerText()).toMatch(/овторите/);
        await page.getByText('Загрузка…').waitFor({ state: 'hidden' });
        told += 1;
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
      expect(told).toBe(n);
      return `${told} of ${n} told`;
    },
  );
});
