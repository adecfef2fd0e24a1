import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildWeb, WEB_BUILD } from '#functions/cli/build.ts';
import { NOTICES_FILE } from '#functions/cli/third_party.ts';
import { firstLoad, gzipTotal } from '../bench/first_load.ts';

/** Kilobytes of gzip that the first load may take: what it took at 188b502. Dialogs and charts are not in it. */
const LIMIT_KB = 201;

/** Kilobytes of gzip that the part with the charts may take. */
const CHARTS_LIMIT_KB = 420;

beforeAll(buildWeb);

test(`the first load takes less than ${LIMIT_KB} kB of gzip`, () => {
  const files = firstLoad(WEB_BUILD);
  expect(files.map(({ path }) => path.split('.').at(-1))).toEqual(
    expect.arrayContaining(['html', 'js', 'css', 'wasm']),
  );
  expect(gzipTotal(files) / 1000, JSON.stringify(files)).toBeLessThan(LIMIT_KB);
});

test('a test run builds React in production mode', () => {
  const parts = readdirSync(join(WEB_BUILD, 'assets')).filter((name) => name.endsWith('.js'));
  const checking = parts.filter((name) => readFileSync(join(WEB_BUILD, 'assets', name), 'utf8').includes('jsxDEV'));
  expect(checking).toEqual([]);
});

test.each([
  ['the first screen', 'react-dom'],
  ['a later screen', 'zod'],
  ['charts', 'plotly.js-basic-dist-min'],
  ['the worker', 'saxes'],
  ['fonts', '@fontsource-variable/golos-text'],
  ['WebAssembly', 'assemblyscript'],
])('the notices name the packages of %s: %s', (_part, name) => {
  expect(readFileSync(join(WEB_BUILD, NOTICES_FILE), 'utf8')).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, 'm'));
});

test(`charts are a lazy chunk below ${CHARTS_LIMIT_KB} kB of gzip, loaded with the first chart`, () => {
  const parts = readdirSync(join(WEB_BUILD, 'assets')).filter((name) => /^Plot-.*\.js$/.test(name));
  expect(parts).toHaveLength(1);
  const gzipped = gzipSync(readFileSync(join(WEB_BUILD, 'assets', parts[0] ?? '')), { level: 6 }).length;
  // Less would mean that plotly lies elsewhere.
  expect(gzipped / 1000).toBeGreaterThan(300);
  expect(gzipped / 1000).toBeLessThan(CHARTS_LIMIT_KB);
  expect(firstLoad(WEB_BUILD).map(({ path }) => path)).not.toContain(`assets/${parts[0]}`);
});
