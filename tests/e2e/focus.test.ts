import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { screens } from '#web/paths.ts';
import { browser } from '../support/browser/browser.ts';
import { focusedName, openNewCalculation } from '../support/browser/forms.ts';
import { enter, newPerson } from '../support/browser/person.ts';
import type { RunningProduct } from '../support/browser/product.ts';
import { withSignedIn } from '../support/browser/signed_in.ts';

let dataDir: string;
let product: RunningProduct;
let page: Page;
let calculations: string;
let projectId: string;

const dialog = () => page.getByRole('dialog');
/** Time for the effects after a dialog has closed, ms. */
const SETTLED_MS = 400;
const closed = async () => {
  await dialog().waitFor({ state: 'hidden' });
  await page.waitForTimeout(SETTLED_MS);
};

const deleteButtons = async () => {
  const buttons = page.getByRole('button', { name: /^Удалить: / });
  await buttons.first().waitFor();
  return buttons.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
};

// Without motion a dialog has its content, and a field of it the focus, at once.
withSignedIn({ reducedMotion: 'reduce' }, async (signedIn) => {
  ({ product, dataDir, page } = signedIn);
  const { api } = signedIn;
  const project = (name: string) =>
    api.call<Project>('POST', paths.createProject, { name, start_date: '2026-01-01', end_date: '2026-12-31' });
  const { id } = await project('Разрез Б');
  await project('Разрез А');
  projectId = id;
  calculations = `${screens.calculations(id)}?type=open_mining_co2`;
  for (const name of ['Самосвалы', 'Бульдозеры', 'Экскаваторы']) {
    const fuel = { name, project: id, volume: 26, ef: '3.149000', actual: [] };
    await api.call('POST', paths.calculations('open_mining_co2'), fuel);
  }
});

/** Types a text into a field, saves, and checks that no frame shows another text until the field is gone. */
async function expectShownUntilGone(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.evaluate((input: HTMLInputElement) => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      if (!input.isConnected) return;
      if (seen.at(-1) !== input.value) seen.push(input.value);
      requestAnimationFrame(look);
    };
    look();
  });
  await dialog().getByRole('button', { name: 'Сохранить', exact: true }).click();
  await closed();
  expect(await page.evaluate(() => (window as unknown as { readonly seen: string[] }).seen)).toEqual([text]);
}

describe.skipIf(!browser)('the focus after an action', () => {
  test('returns to the edit button after a saved edit', async () => {
    await page.goto(calculations);
    await page.getByRole('button', { name: 'Изменить: Бульдозеры' }).focus();
    for (const season of ['зима', 'лето']) {
      await page.keyboard.press('Enter');
      await dialog().getByLabel('Название расчёта').fill(`Бульдозеры, ${season}`);
      await page.keyboard.press('Enter');
      await closed();
      expect(await focusedName(page)).toBe(`Изменить: Бульдозеры, ${season}`);
    }
  });

  test('returns to the edit button after a cancelled edit', async () => {
    await page.goto(calculations);
    await page.getByRole('button', { name: 'Изменить: Самосвалы' }).focus();
    for (const time of ['first', 'second']) {
      await page.keyboard.press('Enter');
      await dialog().getByLabel('Название расчёта').waitFor();
      await page.keyboard.press('Escape');
      await closed();
      expect(await focusedName(page), `the ${time} time`).toBe('Изменить: Самосвалы');
    }
  });

  test('moves to the next row after a deletion', async () => {
    await page.goto(calculations);
    const names = await deleteButtons();
    await page.getByRole('button', { name: names[0] ?? '', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Расчёт в архиве').waitFor();
    await expect.poll(() => focusedName(page)).toBe(names[1]);
  });

  test('moves to the previous row after the deletion of the last row', async () => {
    await page.goto(calculations);
    const names = await deleteButtons();
    await page.getByRole('button', { name: names.at(-1) ?? '', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Расчёт в архиве').waitFor();
    await expect.poll(() => focusedName(page)).toBe(names.at(-2));
  });

  test.each(['Изменить', 'История'])(
    'returns to the button «%s» of a project each time its dialog closes',
    async (action) => {
      await page.goto(screens.projects);
      await page.getByRole('button', { name: `${action}: Разрез Б` }).focus();
      for (const time of ['first', 'second']) {
        await page.keyboard.press('Enter');
        await dialog().getByRole('button', { name: 'Закрыть', exact: true }).last().waitFor();
        await page.waitForTimeout(SETTLED_MS);
        await page.keyboard.press('Escape');
        await closed();
        expect(await focusedName(page), `the ${time} time`).toBe(`${action}: Разрез Б`);
      }
    },
  );

  test('moves to the list if the dialog was opened by its address', async () => {
    await page.goto(`${calculations}&create=1`);
    await dialog().getByLabel('Название расчёта').waitFor();
    await page.keyboard.press('Escape');
    await closed();
    expect(await page.evaluate(() => document.activeElement?.closest('#content') !== null)).toBe(true);
  });

  test('remains in the dialog while its content loads and changes', async () => {
    await page.goto(screens.projects);
    await page.getByRole('button', { name: 'История: Разрез Б' }).focus();
    await page.keyboard.press('Enter');
    await dialog().getByText('Версия 1').waitFor();
    await page.waitForTimeout(SETTLED_MS);
    expect(await dialog().evaluate((element) => element.contains(document.activeElement))).toBe(true);
  });
});

describe.skipIf(!browser)('a saved form', () => {
  // With motion a dialog fades, and its content is on the screen meanwhile.
  beforeAll(() => page?.emulateMedia({ reducedMotion: 'no-preference' }));

  test.each([
    ['a calculation', () => calculations, 'Изменить: Бульдозеры', 'Название расчёта'],
    ['a project', () => screens.projects, 'Изменить: Разрез Б', 'Название'],
  ])('of %s shows the saved text until it closes', async (_, address, button, label) => {
    await page.goto(address());
    await page.getByRole('button', { name: button }).click();
    const field = dialog().getByLabel(label).first();
    await expectShownUntilGone(field, `${await field.inputValue()}, исправлено`);
  });

  test('of a new calculation shows the saved text until it closes', async () => {
    await page.goto(`${calculations}&create=1`);
    await dialog().getByRole('textbox').nth(1).fill('12');
    await expectShownUntilGone(dialog().getByLabel('Название расчёта'), 'Погрузчики');
  });

  test('of new rows shows the saved rows until it closes', async () => {
    await openNewCalculation(page, screens.calculations(projectId), 'regres_methane');
    await page.getByLabel('Строка 1, x1', { exact: true }).fill('1268');
    await expectShownUntilGone(dialog().getByLabel('Название расчёта'), 'Один день');
    await page.getByRole('button', { name: 'Добавить расчёт' }).click();
    expect(await dialog().getByLabel('Название расчёта').inputValue(), 'no draft is left').toBe('');
    expect(await page.getByLabel('Строка 1, x1', { exact: true }).inputValue()).toBe('');
  });
});

describe.skipIf(!browser)('an administrator', () => {
  test('sees the cause of a refused model file once', async () => {
    const administrator = await newPerson(page.context().browser() as Browser, product.access);
    await enter(administrator.page, product.access.admin);
    await administrator.page.goto('/admin?tab=models');
    await administrator.page.getByRole('button', { name: 'Загрузить модель' }).click();
    const file = join(dataDir, 'модель.json');
    writeFileSync(file, '{"learner": 1}');
    const form = administrator.page.getByRole('dialog');
    await form.getByLabel('Файл модели').setInputFiles(file);
    await form.getByRole('button', { name: 'Загрузить и проверить' }).click();
    const alert = form.getByRole('alert').first();
    await alert.waitFor();
    const message = (await alert.innerText()).trim();
    const text = await form.innerText();
    expect(text.split(message).length - 1).toBe(1);
  });
});
