import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildWhenStale, isBuiltFrom } from '#functions/cli/stamped_build.ts';

let root: string;
let builds: number;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'));
  mkdirSync(join(root, 'sources'));
  writeFileSync(join(root, 'sources', 'a.ts'), 'one');
  builds = 0;
});
afterEach(() => rmSync(root, { recursive: true }));

const about = () => ({ folder: join(root, 'out'), sources: [join(root, 'sources')], cache: join(root, '.cache') });
const build = () =>
  buildWhenStale(about(), async (folder) => {
    builds += 1;
    writeFileSync(join(folder, 'core.wasm'), `built of ${readFileSync(join(root, 'sources', 'a.ts'))}`);
    writeFileSync(join(folder, 'index.html'), '<html>');
  });

test('only a stale build is rebuilt', async () => {
  await build();
  await build();
  expect(builds).toBe(1);
  writeFileSync(join(root, 'sources', 'a.ts'), 'two');
  expect(isBuiltFrom(about())).toBe(false);
  await build();
  expect(readFileSync(join(root, 'out', 'core.wasm'), 'utf8')).toBe('built of two');
});

test.each([
  ['a changed byte', () => writeFileSync(join(root, 'out', 'core.wasm'), 'Built of one')],
  ['a lost file', () => rmSync(join(root, 'out', 'index.html'))],
  ['a file too many', () => writeFileSync(join(root, 'out', 'other.js'), '')],
])('a build with %s is rebuilt', async (_, harm) => {
  await build();
  harm();
  expect(isBuiltFrom(about())).toBe(false);
  await build();
  expect(isBuiltFrom(about())).toBe(true);
  expect(readFileSync(join(root, 'out', 'core.wasm'), 'utf8')).toBe('built of one');
  expect(existsSync(join(root, 'out', 'other.js'))).toBe(false);
});

test('files of a killed build are removed, those of a running build are not', async () => {
  const [dead, alive] = [join(root, '.cache', 'out-999999999'), join(root, '.cache', `out-${process.ppid}`)];
  for (const folder of [dead, alive]) mkdirSync(folder, { recursive: true });
  await build();
  expect([existsSync(dead), existsSync(alive)]).toEqual([false, true]);
});
