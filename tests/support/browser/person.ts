import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { DemoAccess, DemoSecrets } from '#functions/local/demo_access.ts';

/** A page and its errors. */
export interface Person {
  readonly page: Page;
  /** Uncaught errors and messages of the console's error level: a policy violation, a failed request, a broken hook. */
  readonly troubles: string[];
}

/** A user in a new browser context: Russian, with the theme of `colorScheme`. */
export async function newPerson(
  browser: Browser,
  access: Pick<DemoAccess, 'url'>,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL: access.url, locale: 'ru-RU', viewport, ...options });
  // A generous time-out: test machines are often busy.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`${message.text()} ${message.location().url}`);
  });
  return { page, troubles };
}

/** Fills in the sign-in form, on any page, and sends it. */
export async function signIn(page: Page, { email, password, guardant_code }: DemoSecrets): Promise<void> {
  await page.getByLabel('Логин', { exact: true }).fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByLabel('Код ключа Guardant').fill(guardant_code);
  await page.getByRole('button', { name: 'Вход' }).click();
}

/** Opens the product and signs in; ends on the first page. */
export async function enter(page: Page, access: DemoSecrets): Promise<void> {
  await page.goto('/login');
  await signIn(page, access);
  await page.getByRole('link', { name: 'Начать работу' }).waitFor();
}

/** Types a project into the open dialog, without saving it. */
export async function typeProject(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Название').fill(name);
  await dialog.getByLabel('Дата начала').fill('2026-01-01');
  await dialog.getByLabel('Дата окончания').fill('2026-12-31');
}

/** Saves the open dialog and waits until it is gone. */
export async function save(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}
