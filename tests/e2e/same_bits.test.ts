import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numberInputs, numberResults } from '#core/calculations/definition.ts';
import { definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { ROOT, WEB_BUILD } from '#functions/cli/build.ts';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { type CoreExports, type CoreFunction, runRandom } from '../support/browser/core_digest.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from '../support/browser/product.ts';

const CALLS = 100_000;
const SEED = 20260717;

const FUNCTIONS: readonly CoreFunction[] = [
  ...FIELDS_TYPES.map((name) => {
    const definition = definitionOf(name);
    const ranges = numberInputs(definition).map(([, { min, max }]) => [min, max] as const);
    return { name, ranges, written: definition.written ?? numberResults(definition).length };
  }),
  ...['gas_mass', 'fuel_mass'].map((name) => ({
    name,
    ranges: [
      [0, 1e9],
      [0, 3],
    ] as const,
    written: undefined,
  })),
];

const dataDir = temporaryDataDir();
let product: RunningProduct | undefined;
let page: Page;
let node: CoreExports;

describe.skipIf(!browser)('the core in the browser and the core on the server', () => {
  beforeAll(async () => {
    product = await runProduct(dataDir.path);
    const bytes = readFileSync(join(ROOT, 'wasm-core/build/core.wasm'));
    node = (await WebAssembly.instantiate(bytes, {})).instance.exports;
    if (!browser) return;
    page = await browser.newPage();
    await page.goto(product.access.url);
    const built = readdirSync(join(WEB_BUILD, 'assets')).find((name) => /^core-.*\.wasm$/.test(name));
    const url = new URL(`assets/${built}`, product.access.url).href;
    const served = await fetch(url);
    expect(served.headers.get('content-type')).toBe('application/wasm');
    expect(sha256(new Uint8Array(await served.arrayBuffer())), 'the same file').toBe(sha256(bytes));
    await page.evaluate(async (core) => {
      const { instance } = await WebAssembly.instantiateStreaming(fetch(core), {});
      Object.assign(globalThis, { core: instance.exports });
    }, url);
    await page.evaluate(`globalThis.runRandom = ${runRandom}`);
  });

  afterAll(async () => {
    await leaveBrowser();
    await product?.stop();
    dataDir.remove();
  });

  test.each(FUNCTIONS)(`$name: the same bits for ${CALLS.toLocaleString('ru-RU')} inputs`, async (asked) => {
    const here = runRandom(node, asked, SEED, CALLS);
    const there = await page.evaluate(digestInPage, { asked, seed: SEED, calls: CALLS });
    if (there === sha256(here)) return;
    expect(await firstDifference(asked, here), 'inputs, then results').toBeUndefined();
  });

  test('the digest detects one changed bit', () => {
    const values = runRandom(node, FUNCTIONS[0] as CoreFunction, SEED, 10);
    const before = sha256(values);
    const bytes = new Uint8Array(values.buffer);
    bytes.set([(bytes[0] ?? 0) ^ 1]);
    expect(sha256(values)).not.toBe(before);
  });
});

function sha256(data: Float64Array | Uint8Array): string {
  return createHash('sha256')
    .update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    .digest('hex');
}

interface Asked {
  readonly asked: CoreFunction;
  readonly seed: number;
  readonly calls: number;
}

/** Names that the page was given above. */
interface PageGlobals {
  readonly core: CoreExports;
  readonly runRandom: typeof runRandom;
}

/** Runs in the page: SHA-256 of everything that the function gave. */
async function digestInPage({ asked, seed, calls }: Asked): Promise<string> {
  const { core, runRandom: run } = globalThis as unknown as PageGlobals;
  const values = run(core, asked, seed, calls) as Float64Array<ArrayBuffer>;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', values));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The first call that came out differently: its inputs and results here and there. */
async function firstDifference(asked: CoreFunction, here: Float64Array) {
  const there = await page.evaluate(
    ({ asked: request, seed, calls }: Asked) => {
      const { core, runRandom: run } = globalThis as unknown as PageGlobals;
      return [...run(core, request, seed, calls)];
    },
    { asked, seed: SEED, calls: CALLS },
  );
  const at = here.findIndex((value, index) => !Object.is(value, there[index]));
  const width = here.length / CALLS;
  const from = Math.floor(at / width) * width;
  return { call: from / width, node: [...here.slice(from, from + width)], browser: there.slice(from, from + width) };
}
