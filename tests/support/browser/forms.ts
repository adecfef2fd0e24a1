import type { Download, Page } from 'playwright-core';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';

/** Opens the form of a new calculation; `calculations` is the address of the project's calculations. */
export async function openNewCalculation(page: Page, calculations: string, type: CalculationType): Promise<void> {
  await page.goto(calculations);
  await page.getByLabel('Вид расчёта').selectOption({ label: definitionOf(type).title });
  await page.getByRole('button', { name: 'Добавить расчёт' }).click();
  await page.getByLabel('Название расчёта').waitFor();
}

/** Pastes a text into the focused element, as Ctrl+V does with a block copied from a spreadsheet. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

/** Exports a project in detail as .xlsx; `timeout`, ms, of the download. */
export async function exportDetailed(page: Page, project: string, timeout: number): Promise<Download> {
  await page.goto('/export');
  await page.getByRole('radio', { name: /^xlsx / }).check();
  await page.getByRole('radio', { name: new RegExp(`^${project}`) }).check();
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout }),
    page.getByRole('button', { name: 'Подробный экспорт' }).click(),
  ]);
  return file;
}

/** Accessible name of the focused element: `aria-label`, or else its text; 'body' if no element has the focus. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return 'body';
    return element.getAttribute('aria-label') ?? element.textContent ?? element.tagName;
  });
}
