import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { moduleBytes } from '../support/compiled_module.ts';
import { answers, fixture, load, MODEL_FILES } from '../wasm-core/models/fixtures.ts';

const CONTRIBUTION_ROWS = 20;

let page: Page;

describe.skipIf(!browser)('tree models in the browser', () => {
  beforeAll(async () => {
    if (!browser) return;
    page = await browser.newPage();
    const { outputFiles } = await build({
      entryPoints: [join(ROOT, 'wasm-core/models/predictor.ts')],
      ...{ bundle: true, write: false, format: 'iife', globalName: 'models', platform: 'browser', target: 'es2024' },
    });
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    const core = Buffer.from(moduleBytes('core')).toString('base64');
    await page.evaluate(async (base64) => {
      const module = await WebAssembly.compile(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
      Object.assign(globalThis, { module });
    }, core);
  });

  afterAll(() => leaveBrowser());

  test.each(MODEL_FILES)('%s: raw scores equal the library’s, all bits equal the server’s', async (file) => {
    const { rows, raw } = answers(file);
    const here = await load(`models/${file}`);
    const there = await page.evaluate(computeInPage, {
      model: Buffer.from(fixture(`models/${file}`)).toString('base64'),
      rows: base64(rows),
      explained: file.startsWith('lgb_linear') ? 0 : CONTRIBUTION_ROWS,
    });
    expect(there.raw).toBe(base64(raw));
    expect(there.outputs).toBe(base64(here.predict(rows)));
    if (there.contributions === '') return;
    const first = rows.subarray(0, CONTRIBUTION_ROWS * here.info.features);
    expect(there.contributions).toBe(base64(here.contributions(first)));
  });
});

function base64(numbers: Float64Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
}

interface Asked {
  readonly model: string;
  readonly rows: string;
  readonly explained: number;
}

/** Names that the page was given above. */
interface PageGlobals {
  readonly module: WebAssembly.Module;
  readonly models: typeof import('#core/models/predictor.ts');
}

/** Runs in the page: everything that the model gives for the rows, as base64 of f64. */
async function computeInPage({ model, rows, explained }: Asked) {
  const { models, module } = globalThis as unknown as PageGlobals;
  const decode = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const encode = (numbers: Float64Array) => {
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  };
  const predictor = await models.loadPredictor(module, decode(model));
  const table = new Float64Array(decode(rows).buffer);
  const first = table.subarray(0, explained * predictor.info.features);
  return {
    raw: encode(predictor.predict(table, { raw: true })),
    outputs: encode(predictor.predict(table)),
    contributions: explained === 0 ? '' : encode(predictor.contributions(first)),
  };
}
