import { afterAll, describe, expect, test } from 'vitest';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { goldenInChromium } from '../support/browser/golden.ts';
import { SETTINGS } from '../wasm-core/training/golden.ts';

describe.skipIf(!browser)('a model trained in Chromium', () => {
  afterAll(async () => leaveBrowser());

  test('has the same trees, bit for bit, as one trained in Node', async () => {
    const hashes = await goldenInChromium<string[]>('tests/wasm-core/training/golden.ts', 'goldenHashes', 'training');
    expect(hashes).toEqual(SETTINGS.map(({ hash }) => hash));
  });
});
