import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { ApiClient } from '../support/browser/api_client.ts';
import { browser } from '../support/browser/browser.ts';
import { withSignedIn } from '../support/browser/signed_in.ts';

let page: Page;
let api: ApiClient;

const dialog = () => page.getByRole('dialog');
const save = () => dialog().getByRole('button', { name: 'Сохранить', exact: true }).click();
const closed = () => dialog().waitFor({ state: 'hidden' });
const table = (name = 'Объекты') => page.getByRole('table', { name, exact: true });

interface ListedObjects {
  readonly results: readonly { readonly id: string; readonly name: string; readonly version: number }[];
}
const stored = () => api.call<ListedObjects>('GET', paths.objects);

withSignedIn({ reducedMotion: 'reduce' }, (signedIn) => {
  ({ page, api } = signedIn);
});

describe.skipIf(!browser)('the objects of a company', () => {
  test('open from the menu, and the first one is added', async () => {
    await page.getByRole('link', { name: 'Объекты', exact: true }).click();
    await page.getByRole('button', { name: 'Добавить объект' }).click();
    await save();
    for (const fault of ['Укажите название объекта.', 'Выберите вид объекта из списка.'])
      await dialog().getByText(fault).waitFor();
    await dialog().getByLabel('Название').fill('Шахта «Северная»');
    await dialog().getByLabel('Вид объекта').selectOption('underground_mine');
    await dialog().getByLabel('Доля владения, %').fill('51,5');
    await save();
    await closed();
    await table()
      .getByRole('row', { name: /Шахта «Северная».*Шахта.*51,5/ })
      .waitFor();
    expect((await stored()).results).toMatchObject([
      { name: 'Шахта «Северная»', kind: 'underground_mine', ownership_percent: 51.5, closing_date: null },
    ]);
  });

  test('refuse a share above 100 % at its field', async () => {
    await page.getByRole('button', { name: 'Изменить: Шахта «Северная»' }).click();
    await dialog().getByLabel('Доля владения, %').fill('120');
    await save();
    await dialog().getByText('Доля владения — число процентов, больше 0 и не больше 100.').waitFor();
    await dialog().getByLabel('Доля владения, %').fill('51,5');
    await save();
    await closed();
  });

  test('keep the typed text after a reload until it is cleared', async () => {
    await page.goto('/objects?create=1');
    await dialog().getByLabel('Название').fill('Разрез');
    await page.reload();
    await page.getByText('Восстановлен несохранённый черновик').waitFor();
    expect(await dialog().getByLabel('Название').inputValue()).toBe('Разрез');
    await dialog().getByRole('button', { name: 'Очистить' }).click();
    expect(await dialog().getByLabel('Название').inputValue()).toBe('');
  });

  test('show a change by another user', async () => {
    await page.goto('/objects');
    await page.getByRole('button', { name: 'Изменить: Шахта «Северная»' }).click();
    await dialog().getByLabel('Регион').fill('Кузбасс');
    const [object] = (await stored()).results;
    await api.call('PATCH', paths.object(object?.id ?? ''), { ...object, region: 'Воркута' });
    await save();
    await dialog().getByText('Запись изменена, пока вы её правили').waitFor();
    await dialog().getByRole('cell', { name: 'Воркута' }).waitFor();
    await dialog().getByRole('button', { name: 'Сохранить поверх' }).click();
    await closed();
    await table().getByText('Кузбасс').waitFor();
  });

  test('have a history and are archived and restored', async () => {
    await page.getByRole('button', { name: 'История: Шахта «Северная»' }).click();
    await dialog()
      .getByText(/^Версия [3-9]/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await closed();
    await page.getByRole('button', { name: 'Удалить: Шахта «Северная»' }).click();
    await page.getByText('Объектов пока нет').waitFor();
    await page.getByText('Архив', { exact: true }).click();
    await page.getByRole('button', { name: 'Вернуть из архива: Шахта «Северная»' }).click();
    await page.getByText('В архиве нет объектов').waitFor();
  });
});
