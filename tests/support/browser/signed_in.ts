import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type ApiClient, apiClient } from './api_client.ts';
import { browser, leaveBrowser } from './browser.ts';
import { enter, newPerson, type Person } from './person.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from './product.ts';

/** A running product with its demonstration, a user signed in on its first page, and the API for the same user. */
export interface SignedIn {
  readonly product: RunningProduct;
  /** Folder of the product's data. */
  readonly dataDir: string;
  readonly api: ApiClient;
  readonly person: Person;
  readonly page: Page;
}

/**
 * Starts a separate product and signs a user in before the tests of a file or of a group; ends both after them. `prepare`
 * stores what the tests read.
 */
export function withSignedIn(
  options: BrowserContextOptions,
  prepare: (signedIn: SignedIn) => Promise<void> | void,
): void {
  const dataDir = temporaryDataDir();
  let product: RunningProduct | undefined;

  beforeAll(async () => {
    if (!browser) return;
    product = await runProduct(dataDir.path);
    const api = await apiClient(product.access);
    const person = await newPerson(browser, product.access, options);
    await enter(person.page, product.access);
    await prepare({ product, dataDir: dataDir.path, api, person, page: person.page });
  });

  afterAll(async () => {
    await leaveBrowser();
    await product?.stop();
    dataDir.remove();
  });
}
