import { afterAll, describe, expect, test } from 'vitest';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { goldenInChromium } from '../support/browser/golden.ts';
import { compiledModule } from '../support/compiled_module.ts';
import { goldenSeries } from '../wasm-core/measured/golden_series.ts';

describe.skipIf(!browser)('a file of readings in Chromium', () => {
  afterAll(async () => leaveBrowser());

  test('has the same tonnes, hours and uncertainty, to the last bit, as in Node', async () => {
    const script = 'tests/wasm-core/measured/golden_series.ts';
    const series = await goldenInChromium<string>(script, 'goldenSeries', 'measured');
    expect(series).toBe(await goldenSeries(await compiledModule('measured')));
    expect(JSON.parse(series).total.substituted).toMatchObject({ calibration: expect.any(Number) });
  });
});
