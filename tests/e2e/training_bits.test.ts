import { afterAll, describe, expect, test } from 'vitest';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { bundledScript } from '../support/browser/bundled_script.ts';
import { moduleBytes } from '../support/compiled_module.ts';
import { SETTINGS } from '../wasm-core/training/golden.ts';

describe.skipIf(!browser)('a model trained in Chromium', () => {
  afterAll(async () => leaveBrowser());

  test('has the same trees, bit for bit, as one trained in Node', async () => {
    if (!browser) return;
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundledScript('tests/wasm-core/training/golden.ts', 'golden') });
    const training = Buffer.from(moduleBytes('training')).toString('base64');
    const hashes = await page.evaluate(async (text) => {
      const module = await WebAssembly.compile(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
      const { golden } = globalThis as unknown as {
        golden: { goldenHashes(module: WebAssembly.Module): Promise<string[]> };
      };
      return golden.goldenHashes(module);
    }, training);
    expect(hashes).toEqual(SETTINGS.map(({ hash }) => hash));
  });
});
