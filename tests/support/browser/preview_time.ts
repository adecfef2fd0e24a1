import type { Page } from 'playwright-core';

/** How long a chosen file took to its preview, and the longest task of the page meanwhile, ms. */
export interface PreviewTime {
  readonly ms: number;
  readonly longestTask: number;
}

/** Names that the page is given below. */
interface PageGlobals {
  longTasks: number[];
}

/** Opens a new calculation at `address`, chooses the file and waits until its results stand, charts and all. */
export async function timePreview(page: Page, address: string, file: string): Promise<PreviewTime> {
  await page.goto(address);
  await page.getByText('Загрузить файл', { exact: true }).click();
  // A person takes longer to find a file than the form to load its thread and its charts.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const globals = globalThis as unknown as PageGlobals;
    globals.longTasks = [];
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globals.longTasks.push(duration);
    });
    watch.observe({ type: 'longtask' });
  });
  const preview = page.getByRole('region', { name: 'Предварительный результат' });
  const start = performance.now();
  await page.getByLabel('Файл с таблицей').setInputFiles(file);
  await preview.getByText('Наибольшая концентрация', { exact: true }).first().waitFor({ timeout: 90_000 });
  const ms = performance.now() - start;
  await preview.locator('.js-plotly-plot .main-svg').first().waitFor({ timeout: 30_000 });
  await page.waitForTimeout(500);
  const longTasks = await page.evaluate(() => (globalThis as unknown as PageGlobals).longTasks);
  return { ms, longestTask: Math.max(0, ...longTasks) };
}
