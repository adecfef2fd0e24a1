import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { enter, newPerson, save, signIn, typeProject } from '../support/browser/person.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from '../support/browser/product.ts';

const dataDir = temporaryDataDir();
let product: RunningProduct;
let page: Page;

describe.skipIf(!browser)('a session', () => {
  beforeAll(async () => {
    product = await runProduct(dataDir.path);
  });
  beforeEach(async () => {
    await page?.context().close();
    if (browser) ({ page } = await newPerson(browser, product.access));
  });
  afterAll(async () => {
    await leaveBrowser();
    await product?.stop();
    dataDir.remove();
  });

  test.each(['/', '/projects', '/profile', '/settings', '/no-such-page'])('is required for %s', async (path) => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Вход' }).waitFor();
    expect(pathOf(page)).toBe('/login');
  });

  test('does not start with a wrong password, and the form shows the cause and keeps the typed text', async () => {
    await page.goto('/login');
    await signIn(page, { ...product.access, password: 'не тот' });
    await page.getByRole('alert').getByText('Неверный логин, пароль или код ключа').waitFor();
    expect(await page.getByLabel('Логин', { exact: true }).inputValue()).toBe(product.access.email);
    expect(await stored(page)).toEqual({});
  });

  test('redirects from the sign-in page to the first page', async () => {
    await enter(page, product.access);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Начать работу' }).waitFor();
    expect(pathOf(page)).toBe('/');
  });

  test('ended by the server clears the storage except the draft, which is restored after the next sign-in', async () => {
    await enter(page, product.access);
    await page.goto('/projects');
    await page.getByRole('button', { name: 'Добавить проект' }).click();
    await typeProject(page, 'Набрано до конца сеанса');
    await revoke(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Сеанс завершён. Войдите снова').waitFor();
    expect(pathOf(page)).toBe('/login');
    expect(Object.keys(await stored(page))).toEqual([expect.stringMatching(/^draft:/)]);

    await signIn(page, product.access);
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('dialog').getByLabel('Название').inputValue()).toBe('Набрано до конца сеанса');
    await save(page);
    await page.getByRole('link', { name: 'Набрано до конца сеанса', exact: true }).waitFor();
  });

  test('with an expired access token is renewed silently', async () => {
    await enter(page, product.access);
    const before = await stored(page);
    await page.evaluate((token) => localStorage.setItem('token', token), runOut(before.token ?? ''));
    await page.goto('/projects');
    await page.getByRole('button', { name: 'Добавить проект' }).waitFor();
    const after = await stored(page);
    expect(Object.keys(after)).toEqual(expect.arrayContaining(['refreshToken', 'token']));
    expect(after.refreshToken).not.toBe(before.refreshToken);
  });

  test('with a malformed token redirects to the sign-in page', async () => {
    await enter(page, product.access);
    await page.evaluate(() => localStorage.setItem('token', 'не токен'));
    await page.goto('/projects');
    await page.getByRole('button', { name: 'Вход' }).waitFor();
    expect((await stored(page)).token).toBeUndefined();
  });

  test('is ended by «Выход» in the browser and on the server', async () => {
    await enter(page, product.access);
    const { refreshToken } = await stored(page);
    const revoked = page.waitForResponse((response) => response.url().endsWith(paths.revoke));
    await page.getByRole('button', { name: 'Выход' }).click();
    await page.getByRole('button', { name: 'Вход' }).waitFor();
    expect((await revoked).status()).toBe(204);
    const tokens = await stored(page);
    expect([tokens.token, tokens.refreshToken]).toEqual([undefined, undefined]);
    const renewed = await post(paths.refresh, { token: refreshToken });
    expect(renewed.status).toBe(401);
    await page.goBack();
    await page.getByRole('button', { name: 'Вход' }).waitFor();
  });
});

function pathOf(opened: Page): string {
  return new URL(opened.url()).pathname;
}

function stored(opened: Page): Promise<Record<string, string>> {
  return opened.evaluate(() => ({ ...localStorage }));
}

async function revoke(opened: Page): Promise<void> {
  const { refreshToken } = await stored(opened);
  expect((await post(paths.revoke, { token: refreshToken })).status).toBe(204);
}

function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(new URL(path, product.access.url), { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The token as it will look when its time is over: the browser reads the time, the server would refuse the signature. */
function runOut(token: string): string {
  const [head, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  const past = { ...claims, exp: Math.floor(Date.now() / 1000) - 60 };
  return [head, Buffer.from(JSON.stringify(past)).toString('base64url'), signature].join('.');
}
