import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { ROOT } from '#functions/cli/build.ts';

/** Both themes, on a desk and on a phone. */
export const VIEWS = [
  { view: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { view: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { view: 'phone-light', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { view: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

/** Screenshots of every screen for review; each run replaces them. */
export const PICTURES = join(ROOT, 'build/screenshots');

/** Serious and critical violations that axe finds: rule, meaning, place. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Without the legacy mode axe opens another page each time to collect results of cross-origin frames; the product has none.
  // Passed checks are not described: that takes as long as the search.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} — ${nodes.map(({ target }) => target.join(' ')).join('; ')}`);
}

/** Pixels by which the page, or the dialog on it, overflows to the right. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const dialog = document.querySelector('.mantine-Modal-content');
    const all = dialog ? [document.documentElement, dialog] : [document.documentElement];
    return Math.max(...all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}
