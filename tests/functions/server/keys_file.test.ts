import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newRing } from '#functions/auth/key_ring.ts';
import { openKeysFile } from '#functions/server/keys_file.ts';
import { testFolder } from '../../support/test_folder.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = testFolder('keys-');
  file = join(folder, 'keys.json');
});

test('signs with the key of a file that only its owner may read', async () => {
  writeFileSync(file, newRing(), { mode: 0o600 });
  const keys = openKeysFile(file);
  const { kid, key } = await keys.current();
  expect(await keys.find(kid)).toEqual(key);
});

test.runIf(process.platform !== 'win32')('refuses a file that others may read, and says how to close it', () => {
  writeFileSync(file, newRing());
  for (const mode of [0o640, 0o604, 0o620]) {
    chmodSync(file, mode);
    expect(() => openKeysFile(file)).toThrow(`chmod 600 ${file}`);
  }
});

test('says what to do about a file that is missing or damaged, and shows nothing of it', () => {
  expect(() => openKeysFile(file)).toThrow(`npm run keys -- create ${file}`);
  writeFileSync(file, '{"current":"коротко"}', { mode: 0o600 });
  expect(() => openKeysFile(file)).toThrow(/испорчен.*резервной копии/);
  expect(() => openKeysFile(file)).not.toThrow('коротко');
});
