import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { screens } from '#web/paths.ts';
import { browser } from '../support/browser/browser.ts';
import { focusedName, openNewCalculation } from '../support/browser/forms.ts';
import { enter, newPerson, type Person } from '../support/browser/person.ts';
import type { RunningProduct } from '../support/browser/product.ts';
import { withSignedIn } from '../support/browser/signed_in.ts';
import { overflow, PICTURES, seriousFindings, VIEWS } from '../support/browser/views.ts';

let product: RunningProduct;
let calculations: string;

/** A grid with a person in front of it: cells by the names that a screen reader reads. */
function gridOf(page: Page) {
  const cell = (row: number, column: string) => page.getByLabel(`Строка ${row}, ${column}`, { exact: true });
  const values = (row: number, ...columns: readonly string[]) =>
    Promise.all(columns.map((column) => cell(row, column).inputValue()));
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const toClipboard = (text: string) => page.evaluate((data) => navigator.clipboard.writeText(data), text);
  const tool = (name: string | RegExp) =>
    page.getByRole('toolbar', { name: 'Действия с таблицей' }).getByRole('button', { name });
  const selected = () => page.locator('[role="gridcell"][aria-selected="true"]').count();
  const status = () => page.getByRole('region', { name: 'Строки' }).getByRole('status');
  return { page, cell, values, press, clipboard, toClipboard, tool, selected, status };
}

/** Opens a new calculation with a grid in which a block has been pasted from the cell x1 of row 1. */
async function openGrid(page: Page, block = '', isFull = true) {
  await page.goto('/projects');
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('draft:')) localStorage.removeItem(key);
  });
  await openNewCalculation(page, calculations, 'regres_methane');
  const grid = gridOf(page);
  if (isFull) await page.getByRole('button', { name: 'На весь экран' }).click();
  await grid.cell(1, 'x1').click();
  if (block === '') return grid;
  await grid.toClipboard(block);
  await grid.press('Control+v');
  await grid.status().filter({ hasText: 'Вставлено строк' }).waitFor();
  await grid.cell(1, 'x1').click();
  return grid;
}

/** Drags with the mouse from the corner of one element into another. */
async function drag(from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('The elements are not drawn');
  const { mouse } = from.page();
  await mouse.move(start.x + 4, start.y + 4);
  await mouse.down();
  await mouse.move(end.x + 20, end.y + 10, { steps: 6 });
  await mouse.up();
}

const CLIPBOARD = ['clipboard-read', 'clipboard-write'];
const BLOCK = '10\t11\t12\n20\t21\t22\n30\t31\t32\n40\t41\t42';

describe.skipIf(!browser)('the grid behaves like Excel:', () => {
  let person: Person;
  let page: Page;

  withSignedIn({ reducedMotion: 'reduce', permissions: CLIPBOARD }, async (signedIn) => {
    ({ product, person, page } = signedIn);
    const { api } = signedIn;
    const fields = { name: 'Таблица', start_date: '2026-01-01', end_date: '2026-12-31' };
    calculations = screens.calculations((await api.call<Project>('POST', paths.createProject, fields)).id);
  });

  test('selects a block with Shift and the arrows, and copies it as tabs and lines', async () => {
    const grid = await openGrid(page, BLOCK);
    await grid.press('Shift+ArrowRight', 'Shift+ArrowDown');
    expect(await grid.selected()).toBe(4);
    expect(await grid.status().innerText()).toBe('Выделено: строк 2, столбцов 2.');
    await grid.press('Control+c');
    expect(await grid.clipboard()).toBe('10\t11\r\n20\t21');
  });

  test('selects a block with the mouse, and with a click and Shift', async () => {
    const grid = await openGrid(page, BLOCK);
    await drag(grid.cell(1, 'x1'), grid.cell(3, 'x2'));
    await grid.press('Control+c');
    expect(await grid.clipboard()).toBe('10\t11\r\n20\t21\r\n30\t31');
    await grid.cell(1, 'x2').click();
    await grid.cell(2, 'x7').click({ modifiers: ['Shift'] });
    await grid.press('Control+c');
    expect(await grid.clipboard()).toBe('11\t12\r\n21\t22');
  });

  test('pastes a copied block elsewhere, and rows are added below the last one', async () => {
    const grid = await openGrid(page, BLOCK);
    await grid.press('Control+Shift+ArrowDown', 'Shift+ArrowRight', 'Control+c');
    await grid.cell(3, 'x8').click();
    await grid.press('Control+v');
    await grid.cell(6, 'x12').waitFor();
    expect(await grid.values(6, 'x8', 'x12')).toEqual(['40', '41']);
    expect(await grid.selected(), 'the pasted block is selected').toBe(8);
  });

  test('pastes one value into all selected cells', async () => {
    const grid = await openGrid(page, BLOCK);
    await grid.toClipboard('7');
    await grid.press('Shift+ArrowDown', 'Shift+ArrowRight', 'Control+v');
    await expect.poll(() => grid.values(2, 'x1', 'x2', 'x7')).toEqual(['7', '7', '22']);
  });

  test('cuts a block', async () => {
    const grid = await openGrid(page, BLOCK);
    await grid.press('Shift+ArrowRight', 'Control+x');
    await expect.poll(() => grid.values(1, 'x1', 'x2', 'x7')).toEqual(['', '', '12']);
    expect(await grid.clipboard()).toBe('10\t11');
  });

  test('clears a block with Delete', async () => {
    const grid = await openGrid(page, BLOCK);
    await grid.press('Shift+ArrowRight', 'Shift+ArrowDown', 'Delete');
    await expect.poll(() => grid.values(2, 'x1', 'x2', 'x7')).toEqual(['', '', '22']);
  });

  test('fills down with Ctrl+D: the selection from its first row, one cell from the cell above', async () => {
    const grid = await openGrid(page, BLOCK);
    await grid.press('Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d');
    await expect.poll(() => grid.values(3, 'x1', 'x2')).toEqual(['10', '31']);
    await grid.cell(2, 'x2').click();
    await grid.press('Control+d');
    await expect.poll(() => grid.values(2, 'x1', 'x2')).toEqual(['10', '11']);
  });

  test('fills down with the handle, and to the end of the data with a double click on it', async () => {
    const grid = await openGrid(page, BLOCK);
    const handle = page.locator('[data-fill-handle]');
    await drag(handle, grid.cell(3, 'x1'));
    await expect.poll(async () => [await grid.values(3, 'x1'), await grid.values(4, 'x1')]).toEqual([['10'], ['40']]);
    await grid.cell(1, 'x7').click();
    await handle.dblclick();
    await expect.poll(() => grid.values(4, 'x7')).toEqual(['12']);
  });

  test('undoes and redoes a whole block, on a Russian layout too', async () => {
    const grid = await openGrid(page, BLOCK);
    await grid.toClipboard('1\t2\n3\t4\n5\t6\n7\t8\n9\t9');
    await grid.press('Control+v');
    await expect.poll(() => grid.values(5, 'x1')).toEqual(['9']);
    await grid.press('Control+z');
    await expect.poll(() => grid.cell(5, 'x1').count()).toBe(0);
    expect(await grid.values(4, 'x1', 'x2')).toEqual(['40', '41']);
    await grid.press('Control+Shift+z');
    await expect.poll(() => grid.values(5, 'x1')).toEqual(['9']);
    // A Russian layout sends another letter from the same place of the keyboard.
    await page.evaluate(() => {
      const init = { key: 'я', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
    });
    await expect.poll(() => grid.cell(5, 'x1').count()).toBe(0);
    await grid.press('Control+y');
    await expect.poll(() => grid.values(5, 'x1')).toEqual(['9']);
    expect(await grid.tool('Вернуть').isDisabled()).toBe(true);
  });

  test('cancels typing with Escape without closing; Ctrl+Z undoes a typed cell as one step', async () => {
    const grid = await openGrid(page, BLOCK);
    await page.keyboard.type('999');
    expect(await grid.values(1, 'x1')).toEqual(['999']);
    await grid.press('Escape');
    await expect.poll(() => grid.values(1, 'x1')).toEqual(['10']);
    expect(
      await page.getByRole('dialog').getByRole('button', { name: 'Свернуть' }).first().isVisible(),
      'the full screen stays',
    ).toBe(true);
    await page.keyboard.type('5');
    await grid.press('Enter');
    await page.keyboard.type('66');
    await grid.press('Enter', 'Control+z');
    await expect.poll(async () => [await grid.values(1, 'x1'), await grid.values(2, 'x1')]).toEqual([['5'], ['20']]);
  });

  test('edits within a text after F2 or a double click, and replaces it by typing', async () => {
    const grid = await openGrid(page, BLOCK);
    await grid.press('F2');
    await page.keyboard.type('5');
    await grid.press('ArrowLeft');
    await page.keyboard.type(',');
    expect(await grid.values(1, 'x1')).toEqual(['10,5']);
    await grid.press('Enter');
    await page.keyboard.type('8');
    expect(await grid.values(2, 'x1')).toEqual(['8']);
    await grid.cell(3, 'x1').dblclick();
    await page.keyboard.type('5');
    expect(await grid.values(3, 'x1')).toEqual(['305']);
  });

  test('inserts rows above and below, as many as are selected, and deletes the selected rows', async () => {
    const grid = await openGrid(page, BLOCK);
    await grid.cell(2, 'x1').click();
    await grid.tool('Вставить строку выше').click();
    await expect.poll(() => focusedName(page)).toBe('Строка 2, x1');
    expect([await grid.values(2, 'x1'), await grid.values(3, 'x1')]).toEqual([[''], ['20']]);
    await grid.press('Control+z');
    await grid.cell(1, 'x1').click();
    await grid.press('Shift+ArrowDown');
    await grid.tool('Вставить строку ниже').click();
    await expect.poll(async () => [await grid.values(4, 'x1'), await grid.values(5, 'x1')]).toEqual([[''], ['30']]);
    await grid.cell(3, 'x1').click();
    await grid.press('Shift+ArrowDown');
    await grid.tool('Удалить строки 3–4').click();
    await expect.poll(() => grid.values(3, 'x1')).toEqual(['30']);
    expect(await focusedName(page)).toBe('Строка 3, x1');
  });

  test('selects whole rows and columns by their heads', async () => {
    const grid = await openGrid(page, BLOCK);
    await page.getByRole('rowheader', { name: '2', exact: true }).click();
    await grid.press('Control+c');
    expect(await grid.clipboard()).toBe('\t20\t21\t22\t\t\t\t');
    await page.getByRole('columnheader', { name: /^x2/ }).click();
    await grid.press('Control+c');
    expect(await grid.clipboard()).toBe('11\r\n21\r\n31\r\n41');
  });

  test('moves with Home, End, Page, Ctrl and arrows, Tab and Enter', async () => {
    const grid = await openGrid(page, Array.from({ length: 60 }, (_, row) => `${row}\t1`).join('\n'));
    const at = async (key: string) => {
      await grid.press(key);
      return focusedName(page);
    };
    expect(await at('Control+ArrowDown')).toBe('Строка 60, x1');
    expect(await at('Control+ArrowUp')).toBe('Строка 1, x1');
    expect(await at('Control+ArrowRight')).toBe('Строка 1, x2');
    expect(await at('Home')).toBe('Строка 1, Дата');
    expect(await at('End')).toBe('Строка 1, x15');
    expect(await at('Control+End')).toBe('Строка 60, x15');
    const page1 = await at('PageUp');
    expect(page1).toMatch(/^Строка (3|4|5)\d, x15$/);
    expect(await at('PageDown')).toBe('Строка 60, x15');
    expect(await at('Control+Home')).toBe('Строка 1, Дата');
    expect(await at('Tab')).toBe('Строка 1, x1');
    expect(await at('Tab')).toBe('Строка 1, x2');
    expect(await at('Enter'), 'Enter returns to where Tab began').toBe('Строка 2, Дата');
  });

  test('leaves the grid with Tab in the last column', async () => {
    const grid = await openGrid(page, BLOCK);
    await grid.press('End', 'Tab');
    expect(await focusedName(page)).toBe('Добавить строку');
  });

  test('flags a faulty cell with its message immediately and keeps it through copy and undo', async () => {
    const grid = await openGrid(page, '10\tмного\n20\t21');
    expect(await grid.cell(1, 'x2').getAttribute('aria-invalid')).toBe('true');
    await grid.cell(1, 'x2').click();
    expect(await grid.status().innerText()).toMatch(/^Строка 1, x2: Это не число/);
    await grid.press('Control+d');
    await grid.cell(2, 'x2').click();
    await grid.press('Control+d');
    await expect.poll(() => grid.cell(2, 'x2').getAttribute('aria-invalid')).toBe('true');
    await grid.press('Control+z');
    await expect.poll(() => grid.cell(2, 'x2').getAttribute('aria-invalid')).toBe('false');
  });

  test('handles 5 000 rows in full screen, renders few of them, and saves a change in the last one', async () => {
    const grid = await openGrid(
      page,
      Array.from({ length: 5000 }, (_, row) => `${1200 + (row % 100)}\t1250`).join('\n'),
    );
    await page.getByText(/^Всего: 5\s000$/).waitFor();
    expect(await page.locator('input[data-cell]').count()).toBeLessThan(500);
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001');
    await grid.press('Control+End', 'Home', 'ArrowRight');
    expect(await focusedName(page)).toBe('Строка 5000, x1');
    await page.keyboard.type('1301');
    const scroller = page.getByRole('grid').locator('..');
    await scroller.evaluate((element) => element.scrollTo(0, 90_000));
    await grid.cell(2501, 'x1').waitFor();
    expect(await focusedName(page), 'the wheel does not take the focus away').toBe('Строка 5000, x1');
    await grid.press('Control+Shift+ArrowUp', 'Control+c');
    expect((await grid.clipboard()).split('\r\n')).toHaveLength(5000);
    await grid.press('Control+d');
    await expect.poll(() => grid.values(1, 'x1')).toEqual(['1200']);
    await grid.press('Control+End');
    await expect.poll(() => grid.values(5000, 'x1')).toEqual(['1200']);
    await grid.press('Control+z', 'Control+End');
    await expect.poll(() => grid.values(5000, 'x1')).toEqual(['1301']);
  });

  test('shows three rows a page in the form, and the selection extends over pages', async () => {
    const grid = await openGrid(page, BLOCK, false);
    expect(await page.locator('input[data-cell]').count()).toBe(3 * 8);
    await grid.press('ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(await focusedName(page)).toBe('Строка 4, x1');
    await grid.press('Shift+ArrowUp', 'Shift+ArrowUp', 'Control+c');
    expect(await grid.clipboard()).toBe('20\r\n30\r\n40');
  });

  test('works by touch: a tap edits, a selected block is filled down', async () => {
    if (!browser) return;
    const phone = await newPerson(browser, product.access, {
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' },
      permissions: CLIPBOARD,
    });
    await enter(phone.page, product.access);
    await openNewCalculation(phone.page, calculations, 'regres_methane');
    const grid = gridOf(phone.page);
    await phone.page.getByRole('button', { name: 'На весь экран' }).tap();
    await grid.cell(1, 'x1').tap();
    await phone.page.keyboard.type('12');
    await grid.tool('Выделять блок касанием').tap();
    await grid.cell(3, 'x1').tap();
    await grid.tool('Заполнить вниз').tap();
    await expect.poll(() => grid.values(3, 'x1')).toEqual(['12']);
    await grid.tool('Отменить').tap();
    await expect.poll(() => grid.values(3, 'x1')).toEqual(['']);
    expect(phone.troubles).toEqual([]);
  });

  test.each(VIEWS)('passes axe and does not overflow in the view $view', async ({ view, ...options }) => {
    if (!browser) return;
    const looks = { ...options, reducedMotion: 'reduce', permissions: CLIPBOARD } as const;
    const viewer = await newPerson(browser, product.access, looks);
    await enter(viewer.page, product.access);
    const grid = await openGrid(viewer.page, `${BLOCK}\n50\tмного\t52\n60\t61\t62`);
    await grid.cell(2, 'x1').click();
    await grid.press('Shift+ArrowDown', 'Shift+ArrowRight');
    await viewer.page.screenshot({ path: join(PICTURES, `grid-full.${view}.png`) });
    expect.soft(await seriousFindings(viewer.page)).toEqual([]);
    expect.soft(await overflow(viewer.page)).toBe(0);
    await viewer.page.getByRole('dialog').getByRole('button', { name: 'Свернуть' }).first().click();
    await viewer.page.getByRole('region', { name: 'Строки' }).scrollIntoViewIfNeeded();
    await viewer.page.screenshot({ path: join(PICTURES, `grid-form.${view}.png`) });
    expect.soft(await seriousFindings(viewer.page)).toEqual([]);
    expect.soft(await overflow(viewer.page)).toBe(0);
  });

  test('logs no error to the console', () => {
    expect(person.troubles).toEqual([]);
  });
});
