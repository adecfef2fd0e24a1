import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { DICTIONARIES } from '#core/dictionaries/index.ts';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { enter, newPerson, type Person, save, signIn } from '../support/browser/person.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from '../support/browser/product.ts';

const NEWCOMER = { name: 'Седых Мария', email: 'sedyh@demo.example', password: 'вентиляция и дегазация' };
const MODEL = 'wasm-core/models/demonstration/lightgbm.txt';

const dataDir = temporaryDataDir();
let product: RunningProduct;
let admin: Person;
let newcomer: Person;
/** Secrets as they were shown or typed: none of them may stand in the audit list. */
const secrets: string[] = [];

const dialogOf = (page: Page) => page.getByRole('dialog');
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const openTab = (page: Page, tab: string) =>
  page.getByRole('navigation', { name: 'Разделы администрирования' }).getByRole('link', { name: tab }).click();

/** The one-time password that the open dialog shows; closes the dialog. */
async function takePassword(page: Page): Promise<string> {
  const password = await dialogOf(page).locator('output').innerText();
  expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){2}$/);
  secrets.push(password);
  await dialogOf(page).getByRole('button', { name: 'Закрыть', exact: true }).click();
  await dialogOf(page).waitFor({ state: 'hidden' });
  return password;
}

/** The administrator proves who they are before roles and keys change. */
async function confirm(page: Page): Promise<void> {
  const { password, guardant_code } = product.access.admin;
  await dialogOf(page).getByLabel('Ваш пароль', { exact: true }).fill(password);
  await dialogOf(page).getByLabel('Код вашего ключа', { exact: true }).fill(guardant_code);
}

describe.skipIf(!browser)('an administrator in the browser', () => {
  beforeAll(async () => {
    product = await runProduct(dataDir.path);
    if (!browser) return;
    admin = await newPerson(browser, product.access);
    newcomer = await newPerson(browser, product.access);
  });

  afterAll(() => product?.stop());

  test('finds the administration page in the menu, unlike staff', async () => {
    const { page } = newcomer;
    await enter(page, product.access);
    expect(await page.getByRole('link', { name: 'Администрирование' }).count()).toBe(0);
    await page.goto('/backend');
    await page.getByText('Этот раздел открыт администраторам компании').waitFor();
    await page.getByRole('button', { name: 'Выход' }).click();
    await enter(admin.page, product.access.admin);
    await admin.page.getByRole('link', { name: 'Администрирование' }).click();
    await admin.page.getByRole('table', { name: 'Пользователи компании' }).waitFor();
  });

  test('invites an employee, who sets a password at the first sign-in', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: 'Пригласить' }).click();
    await dialogOf(page).getByLabel('Фамилия').fill('Седых');
    await dialogOf(page).getByLabel('Имя').fill('Мария');
    await dialogOf(page).getByLabel('Логин').fill(NEWCOMER.email);
    await dialogOf(page).getByRole('button', { name: 'Пригласить' }).click();
    const password = await takePassword(page);
    await rowOf(page, NEWCOMER.name).getByText('одноразовый').waitFor();

    await signIn(newcomer.page, { email: NEWCOMER.email, password, guardant_code: '' });
    await newcomer.page.getByRole('heading', { name: 'Задайте свой пароль' }).waitFor();
    await newcomer.page.getByLabel('Новый пароль', { exact: true }).fill(NEWCOMER.password);
    await newcomer.page.getByLabel('Новый пароль ещё раз').fill(NEWCOMER.password);
    await newcomer.page.getByRole('button', { name: 'Сменить пароль' }).click();
    await newcomer.page.getByRole('link', { name: 'Начать работу' }).waitFor();
    secrets.push(NEWCOMER.password);
    await page.reload();
    await rowOf(page, NEWCOMER.name).getByText('свой').waitFor();
  });

  test('enrols a key, whose code is required from then on', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: `Ключ Guardant: ${NEWCOMER.name}` }).click();
    await dialogOf(page).getByLabel('Код ключа', { exact: true }).fill('GRD-2026-77');
    await dialogOf(page).getByLabel('Код ключа ещё раз').fill('GRD-2026-77');
    await confirm(page);
    await dialogOf(page).getByRole('button', { name: 'Записать ключ' }).click();
    await rowOf(page, NEWCOMER.name).getByText('записан').waitFor();
    secrets.push('GRD-2026-77');
    // The newcomer's session has ended: the next step leads to the sign-in.
    await newcomer.page.getByRole('link', { name: 'Начать работу' }).click();
    await newcomer.page.getByRole('button', { name: 'Вход' }).waitFor();
    await signIn(newcomer.page, { ...NEWCOMER, guardant_code: '' });
    await newcomer.page.getByText('Неверный логин, пароль или код ключа').waitFor();
    await signIn(newcomer.page, { ...NEWCOMER, guardant_code: 'GRD-2026-77' });
    await newcomer.page.getByRole('heading', { level: 1 }).waitFor();
    await newcomer.page.getByRole('button', { name: 'Выход' }).waitFor();
  });

  test('disables the employee, which ends the sessions immediately, and enables the account again', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: `Отключить: ${NEWCOMER.name}` }).click();
    await dialogOf(page).getByRole('button', { name: 'Отключить' }).click();
    await rowOf(page, NEWCOMER.name).getByText('Отключён').waitFor();
    await newcomer.page.reload();
    await newcomer.page.getByRole('button', { name: 'Вход' }).waitFor();
    await page.getByRole('button', { name: `Включить: ${NEWCOMER.name}` }).click();
    await dialogOf(page).getByRole('button', { name: 'Включить' }).click();
    await rowOf(page, NEWCOMER.name).getByText('Действует').waitFor();
  });

  test('cannot demote the last administrator', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: 'Образцов Борис (вы)' }).click();
    await dialogOf(page).getByLabel('Роль').selectOption('staff');
    await confirm(page);
    await dialogOf(page).getByRole('button', { name: 'Сохранить' }).click();
    await dialogOf(page).getByText('Это последний администратор компании').waitFor();
    await page.keyboard.press('Escape');
  });

  test('uploads a model, checks its trial prediction and activates it', async () => {
    const { page } = admin;
    await openTab(page, 'Модели');
    await page.getByRole('button', { name: 'Загрузить модель' }).click();
    await dialogOf(page).getByLabel('Файл модели').setInputFiles('README.md');
    await dialogOf(page).getByRole('button', { name: 'Загрузить и проверить' }).click();
    await dialogOf(page).getByRole('alert').first().waitFor();
    await dialogOf(page).getByLabel('Файл модели').setInputFiles(MODEL);
    await dialogOf(page).getByLabel('Название').fill('Лава 1507');
    await dialogOf(page).getByRole('button', { name: 'Загрузить и проверить' }).click();
    const trial = dialogOf(page).getByRole('region', { name: 'Пробный прогноз' });
    await trial.waitFor();
    expect(await trial.locator('tbody tr').count()).toBe(10);
    await dialogOf(page).getByRole('button', { name: 'Сделать действующей' }).click();
    await rowOf(page, 'Лава 1507').getByText('действующая').waitFor();
  });

  test('sees the versions of the dictionaries', async () => {
    await openTab(admin.page, 'Справочники');
    await rowOf(admin.page, 'Стационарное сжигание топлив').getByText('2026-').waitFor();
    // A row each, and the one of the headers.
    expect(await admin.page.getByRole('row').count()).toBe(1 + Object.keys(DICTIONARIES).length);
  });

  test('finds every action and no secret in the audit list', async () => {
    const { page } = admin;
    await openTab(page, 'Журнал');
    const list = page.getByRole('table', { name: 'Журнал действий' });
    await list.waitFor();
    const text = await list.innerText();
    for (const action of [
      'Пользователь приглашён',
      'Свой пароль сменён',
      'Ключ Guardant изменён',
      'Отключён',
      'Включён',
      'последний администратор',
      'Модель загружена',
      'Модель сделана действующей',
    ]) {
      expect(text).toContain(action);
    }
    expect(secrets.length).toBeGreaterThan(2);
    for (const secret of secrets) expect(text).not.toContain(secret);
  });
});

describe.skipIf(!browser)('the history of a calculation', () => {
  const [type] = FIELDS_TYPES;
  let page: Page;

  beforeAll(async () => {
    product = await runProduct(dataDir.path);
    if (!browser) return;
    page = (await newPerson(browser, product.access)).page;
  });

  afterAll(async () => {
    await leaveBrowser();
    await product?.stop();
    dataDir.remove();
  });

  test('shows the changes and restores the first version', async () => {
    if (!type) return;
    await enter(page, product.access);
    await page.goto('/projects');
    await page.getByRole('table', { name: 'Проекты' }).locator('[data-row-link]').first().click();
    await page.getByLabel('Вид расчёта').selectOption({ label: definitionOf(type).title });
    const first = page.getByRole('table', { name: 'Расчёты', exact: true }).locator('[data-row-link]').first();
    const name = (await first.getAttribute('title')) ?? '';
    await page.getByRole('button', { name: `Изменить: ${name}` }).click();
    await dialogOf(page).getByLabel('Название расчёта').fill(`${name}, уточнено`);
    await save(page);
    await page.getByTitle(`${name}, уточнено`, { exact: true }).click();
    await dialogOf(page).getByRole('button', { name: 'История' }).click();
    const versions = dialogOf(page).getByRole('list', { name: 'Версии' });
    await versions.getByRole('cell', { name: `${name}, уточнено`, exact: true }).waitFor();
    await versions.getByRole('button', { name: 'Восстановить эту версию: 1' }).click();
    await versions.getByText('Версия 3').waitFor();
    await dialogOf(page).getByRole('button', { name: 'К записи' }).click();
    await dialogOf(page).getByRole('heading', { name, exact: true }).waitFor();
    await dialogOf(page).getByText('Пересчитано в браузере: те же числа, бит в бит.').waitFor();
  });
});
