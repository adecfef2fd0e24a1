import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UncertaintyPlan } from '#core/uncertainty/plan.ts';
import { ROOT } from '#functions/cli/build.ts';
import { inventoryPlan } from '../bench/uncertainty/inventory.ts';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { moduleBytes } from '../support/compiled_module.ts';
import { ALL_LAWS_PLAN } from '../wasm-core/uncertainty/all_laws_plan.ts';
import { assess } from '../wasm-core/uncertainty/run_plan.ts';

let page: Page;

const PLANS: readonly (readonly [name: string, plan: UncertaintyPlan])[] = [
  ['a plan with every law', ALL_LAWS_PLAN as unknown as UncertaintyPlan],
  ['an inventory of 20 calculations', inventoryPlan(20, 65_536)],
];

describe.skipIf(!browser)('the uncertainty engine in the browser', () => {
  beforeAll(async () => {
    if (!browser) return;
    page = await browser.newPage();
    const { outputFiles } = await build({
      stdin: {
        contents:
          "export { assessUncertainty } from '#core/uncertainty/assess.ts'; export { loadCore } from '#core/load.ts';",
        resolveDir: ROOT,
        loader: 'ts',
      },
      ...{ bundle: true, write: false, format: 'iife', globalName: 'engine', platform: 'browser', target: 'es2024' },
    });
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    const modules = Object.fromEntries(
      (['core', 'uncertainty'] as const).map((name) => [name, Buffer.from(moduleBytes(name)).toString('base64')]),
    );
    await page.evaluate(async (files) => {
      const { engine } = globalThis as unknown as PageGlobals;
      const core = await engine.loadCore(async (name) => {
        const bytes = Uint8Array.from(atob(files[name] ?? ''), (letter) => letter.charCodeAt(0));
        return { sha256: '', module: await WebAssembly.compile(bytes) };
      });
      Object.assign(globalThis, { core });
    }, modules);
  });

  afterAll(() => leaveBrowser());

  test.each(PLANS)('%s: the totals, percentiles and shares have the bits of the server', async (_, plan) => {
    const { totals, percentiles, moments } = await assess(plan);
    const there = await page.evaluate(assessInPage, plan);
    expect(there.totals).toBe(Buffer.from(totals.buffer).toString('base64'));
    expect(there.percentiles).toEqual(percentiles);
    expect(there.moments).toEqual(moments);
  });
});

/** Names that the page was given above. */
interface PageGlobals {
  readonly core: import('#core/load.ts').Core;
  readonly engine: typeof import('#core/uncertainty/assess.ts') & typeof import('#core/load.ts');
}

/** Runs in the page: the assessment of a plan, the totals as base64 of f64. */
async function assessInPage(plan: UncertaintyPlan) {
  const { core, engine } = globalThis as unknown as PageGlobals;
  const { totals, percentiles, moments } = await engine.assessUncertainty(core, plan, { digest: () => '' });
  const bytes = new Uint8Array(totals.buffer);
  return { totals: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')), percentiles, moments };
}
