import { afterAll, describe, expect, test } from 'vitest';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { bundledScript } from '../support/browser/bundled_script.ts';
import { compiledModule, moduleBytes } from '../support/compiled_module.ts';
import { goldenSeries } from '../wasm-core/measured/golden_series.ts';

describe.skipIf(!browser)('a file of readings in Chromium', () => {
  afterAll(async () => leaveBrowser());

  test('has the same tonnes, hours and uncertainty, to the last bit, as in Node', async () => {
    if (!browser) return;
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundledScript('tests/wasm-core/measured/golden_series.ts', 'golden') });
    const bytes = Buffer.from(moduleBytes('measured')).toString('base64');
    const series = await page.evaluate(async (text) => {
      const module = await WebAssembly.compile(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
      const { golden } = globalThis as unknown as {
        golden: { goldenSeries(module: WebAssembly.Module): Promise<string> };
      };
      return golden.goldenSeries(module);
    }, bytes);
    expect(series).toBe(await goldenSeries(await compiledModule('measured')));
    expect(JSON.parse(series).total.substituted).toMatchObject({ calibration: expect.any(Number) });
  });
});
