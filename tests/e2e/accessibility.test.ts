import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page as List } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { apiClient } from '../support/browser/api_client.ts';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { enter, newPerson, type Person } from '../support/browser/person.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from '../support/browser/product.ts';
import { SIGHTS } from '../support/browser/screens.ts';
import { fillForSights } from '../support/browser/screens_data.ts';
import { overflow, PICTURES, seriousFindings, VIEWS } from '../support/browser/views.ts';

const dataDir = temporaryDataDir();
let product: RunningProduct;
let project: string;

describe.skipIf(!browser)('every screen', () => {
  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    product = await runProduct(dataDir.path);
    const api = await apiClient(product.access);
    const { results } = await api.call<List<Project>>('GET', paths.projects);
    await fillForSights(api, await apiClient({ ...product.access, ...product.access.admin }), results[0]);
    project = results[0]?.id ?? '';
  });

  afterAll(async () => {
    await leaveBrowser();
    await product?.stop();
    dataDir.remove();
  });

  describe.each(VIEWS)('in the view $view', ({ view, colorScheme, viewport }) => {
    let guest: Person;
    let user: Person;
    let admin: Person;

    beforeAll(async () => {
      if (!browser) return;
      const options = { colorScheme, viewport, reducedMotion: 'reduce' } as const;
      guest = await newPerson(browser, product.access, options);
      user = await newPerson(browser, product.access, options);
      await enter(user.page, product.access);
      admin = await newPerson(browser, product.access, options);
      await enter(admin.page, product.access.admin);
    });

    const isPhone = viewport.width < 768;
    test.each(SIGHTS.filter(({ isPhoneOnly }) => isPhone || !isPhoneOnly))('$name passes axe', async (sight) => {
      const { page } = sight.isPublic ? guest : sight.isAdmin ? admin : user;
      await sight.go(page, project);
      await settle(page);
      await page.screenshot({ path: join(PICTURES, `${sight.name}.${view}.png`), fullPage: true });
      expect.soft(await seriousFindings(page)).toEqual([]);
      expect.soft(await overflow(page), 'pixels that stick out to the right').toBe(0);
    });

    test('logs no error to the console', () => {
      // The one refused sign-in of the tour is an error to the browser.
      const unexpected = [...guest.troubles, ...user.troubles, ...admin.troubles].filter(
        (trouble) => !/ 401 .*\/api\/token\/$/.test(trouble),
      );
      expect(unexpected).toEqual([]);
    });
  });
});

/** Waits until nothing moves and all letters are drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
}
