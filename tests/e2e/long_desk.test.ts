import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { screens } from '#web/paths.ts';
import { browser } from '../support/browser/browser.ts';
import { focusedName } from '../support/browser/forms.ts';
import { withSignedIn } from '../support/browser/signed_in.ts';

const SHORT = 50;
const LONG = 500;

let page: Page;
const projects = new Map<number, string>();

const table = () => page.getByRole('table', { name: 'Все расчёты проекта' });
const search = () => page.getByLabel('Найти расчёт');

withSignedIn({ reducedMotion: 'reduce' }, async (signedIn) => {
  ({ page } = signedIn);
  const { api } = signedIn;
  for (const count of [SHORT, LONG]) {
    const fields = { name: `Год, ${count}`, start_date: '2026-01-01', end_date: '2026-12-31' };
    const { id: project } = await api.call<Project>('POST', paths.createProject, fields);
    projects.set(count, project);
    for (let number = 1; number <= count; number++) {
      const calculation = { name: `Самосвал ${number}`, project, volume: number, ef: '3.149000', actual: [] };
      await api.call('POST', paths.calculations('open_mining_co2'), calculation);
    }
  }
});

async function openDesk(count: number): Promise<void> {
  await page.goto(screens.calculations(projects.get(count) ?? ''));
  await table().waitFor();
  await expect.poll(() => table().getAttribute('aria-rowcount')).toBe(String(count));
}

/** Median time from a key in the search to the rows that it leaves, ms. */
async function searchTime(count: number): Promise<number> {
  await openDesk(count);
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    times.push(
      await search().evaluate(
        async (field: HTMLInputElement, text) => {
          const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
          const start = performance.now();
          setValue?.call(field, text);
          field.dispatchEvent(new Event('input', { bubbles: true }));
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
          return performance.now() - start;
        },
        round % 2 === 0 ? 'самосвал 1' : '',
      ),
    );
  }
  return times.toSorted((one, other) => one - other)[4] ?? 0;
}

describe.skipIf(!browser)('a desk with 500 calculations', () => {
  test('draws no more rows than fit on the screen with a margin, wherever it is scrolled to', async () => {
    await openDesk(LONG);
    const drawn = () => table().locator('tbody tr[data-row]').count();
    expect(await drawn()).toBeLessThan(60);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await table().getByRole('button', { name: 'Самосвал 1', exact: true }).waitFor();
    expect(await drawn()).toBeLessThan(60);
  });

  test('keeps the focus on its row while the page is scrolled away from it and back', async () => {
    await openDesk(LONG);
    await search().press('ArrowDown');
    expect(await focusedName(page)).toBe('Самосвал 500');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await table().getByRole('button', { name: 'Самосвал 1', exact: true }).waitFor();
    expect(await focusedName(page)).toBe('Самосвал 500');
    await page.keyboard.press('ArrowDown');
    expect(await focusedName(page)).toBe('Самосвал 499');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getBoundingClientRect().top)).toBeLessThan(800);
  });

  test('answers a key in the search in at most three times the time of a desk with 50', async () => {
    const short = await searchTime(SHORT);
    const long = await searchTime(LONG);
    console.info(`search, ms: ${SHORT} calculations ${short.toFixed(1)}, ${LONG} calculations ${long.toFixed(1)}`);
    expect(long / short).toBeLessThan(3);
  });
});
