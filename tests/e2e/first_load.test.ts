import { beforeAll, expect, test } from 'vitest';
import { buildWeb, WEB_BUILD } from '#functions/local/build.ts';
import { firstLoad, gzipTotal } from '../bench/first_load.ts';

/** Kilobytes of gzip that the first load may take; charts come later and are not in it. */
const LIMIT_KB = 300;

beforeAll(buildWeb);

test(`the first load takes less than ${LIMIT_KB} kB of gzip`, () => {
  const files = firstLoad(WEB_BUILD);
  expect(files.map(({ path }) => path.split('.').at(-1))).toEqual(
    expect.arrayContaining(['html', 'js', 'css', 'wasm']),
  );
  expect(gzipTotal(files) / 1000, JSON.stringify(files)).toBeLessThan(LIMIT_KB);
});
