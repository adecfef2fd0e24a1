import type { Page } from 'playwright-core';

/** Time from the choice of a file to its preview, and the longest task of the page in between, ms. */
export interface PreviewTime {
  readonly ms: number;
  readonly longestTask: number;
}

/** Globals that are set in the page below. */
interface PageGlobals {
  longTasks: number[];
}

/** Opens a new calculation at `address`, chooses the file and waits until its results and charts are shown. */
export async function timePreview(page: Page, address: string, file: string): Promise<PreviewTime> {
  await page.goto(address);
  await page.getByText('Загрузить файл', { exact: true }).click();
  // Users take longer to choose a file than the form takes to load its thread and charts.
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
