import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, it } from 'vitest';
import { parseKeyRing } from '#functions/auth/key_ring.ts';
import { testFolder } from '../../support/test_folder.ts';

const run = promisify(execFile);

let folder: string;
let file: string;

beforeEach(() => {
  folder = testFolder('keys-');
  file = join(folder, 'keys.json');
});

/** The command as npm runs it; answers what it printed and its exit code. */
async function keys(...args: readonly string[]): Promise<{ printed: string; code: number }> {
  return run(process.execPath, ['functions/cli/keys.ts', ...args]).then(
    ({ stdout }) => ({ printed: stdout, code: 0 }),
    ({ stderr, code }) => ({ printed: stderr, code }),
  );
}

const ring = () => parseKeyRing(readFileSync(file, 'utf8'));

it('a key file is readable only by its owner, and after a rotation the previous key is still accepted', async () => {
  expect((await keys('create', file)).code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { current } = ring();
  const { printed, code } = await keys('rotate', file);
  expect(code).toBe(0);
  expect(ring().previous?.kid).toBe(current.kid);
  expect(printed).toContain(ring().current.kid);
  expect(printed).not.toContain(JSON.parse(readFileSync(file, 'utf8')).current);
});

it('an existing file is never overwritten; a missing or foreign one is reported with the next step', async () => {
  await keys('create', file);
  const before = readFileSync(file, 'utf8');
  expect(await keys('create', file)).toMatchObject({ code: 1, printed: expect.stringContaining('уже есть') });
  expect(readFileSync(file, 'utf8')).toBe(before);
  const missing = join(folder, 'none.json');
  expect(await keys('rotate', missing)).toMatchObject({ code: 1, printed: expect.stringContaining('keys -- create') });
  writeFileSync(file, 'чужой файл');
  expect(await keys('rotate', file)).toMatchObject({ code: 1, printed: expect.stringMatching(/не получилось/) });
  expect(readFileSync(file, 'utf8')).toBe('чужой файл');
});
