import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Page as List } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { REFRESH_KEY, TOKEN_KEY } from '#web/api/session.ts';
import { type ApiClient, apiClient } from '../browser/api_client.ts';
import { browser, leaveBrowser } from '../browser/browser.ts';
import { newTokens } from '../browser/page_load.ts';
import { newPerson, type Person } from '../browser/person.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from '../browser/product.ts';

/** A running product for one file of reliability tests, and its demonstration project. */
export interface House {
  readonly product: RunningProduct;
  readonly api: ApiClient;
  readonly project: string;
}

let house: House;

/** The running product. */
export const theHouse = (): House => house;

/** Reliability tests with a product and a browser; skipped if no browser starts. `prepare` gets the data folder before the first start. */
export function inHouse(title: string, campaigns: () => void, prepare?: (dataDir: string) => void): void {
  describe.skipIf(!browser)(title, () => {
    const dataDir = temporaryDataDir();
    beforeAll(async () => {
      prepare?.(dataDir.path);
      const product = await runProduct(dataDir.path);
      const api = await apiClient(product.access);
      const { results } = await api.call<List<Project>>('GET', paths.projects);
      house = { product, api, project: results.at(-1)?.id ?? '' };
    });
    afterAll(async () => {
      await leaveBrowser();
      await house?.product.stop();
      dataDir.remove();
    });
    campaigns();
  });
}

/** A user in a new browser context. */
export function newcomer(options: BrowserContextOptions = {}): Promise<Person> {
  if (!browser) throw new Error('No browser');
  return newPerson(browser, house.product.access, { reducedMotion: 'reduce', ...options });
}

/** A user who is signed in, before the first page. */
export async function signedIn(options: BrowserContextOptions = {}): Promise<Person> {
  const { access, refresh } = await newTokens(house.product.access);
  return newcomer({ storageState: stateOf({ [TOKEN_KEY]: access, [REFRESH_KEY]: refresh }), ...options });
}

/** A browser context with these entries in its local storage. */
export function stateOf(stored: Readonly<Record<string, string>>) {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: house.product.access.url.replace(/\/$/, ''), localStorage }] };
}

/** The token with an expiry in the past: the browser reads the expiry, the server would refuse the signature. */
export function runOut(token: string): string {
  const [head, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  const past = { ...claims, exp: Math.floor(Date.now() / 1000) - 60 };
  return [head, Buffer.from(JSON.stringify(past)).toString('base64url'), signature].join('.');
}

/** `n` of `all`, evenly spaced. */
export function spread<T>(all: readonly T[], n: number): T[] {
  return all.filter((_, at) => Math.floor((at * n) / all.length) !== Math.floor(((at - 1) * n) / all.length));
}

/** Returns «12 of 12»; throws if fewer passed. */
export function allOf(held: number, n: number, what: string): string {
  expect(held, what).toBe(n);
  return `${held} of ${n} ${what}`;
}
