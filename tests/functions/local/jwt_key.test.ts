import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rotated } from '#functions/auth/key_ring.ts';
import { localKeys, readRing } from '#functions/local/jwt_key.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const keep = (text: string) => writeFileSync(join(folder, 'jwt.key'), text);

it('the first start creates a key, later starts use it', async () => {
  const { kid } = await localKeys(folder).current();
  expect((await localKeys(folder).current()).kid).toBe(kid);
});

it('a key of a release before rotation remains valid and can be rotated', async () => {
  keep(`${'ab'.repeat(32)}\n`);
  const { kid, key } = await localKeys(folder).current();
  expect(Buffer.from(key).toString()).toBe('ab'.repeat(32));
  keep(rotated(readRing(folder), new Date()));
  expect(await localKeys(folder).find(kid)).toEqual(key);
});

it('a damaged key file stops the start with a Russian message', () => {
  keep('{"current":"обрезано');
  expect(() => localKeys(folder)).toThrow(/jwt\.key испорчен/);
});

it('a key file with one changed letter is not taken for another key', async () => {
  rmSync(join(folder, 'jwt.key'));
  await localKeys(folder).current();
  const text = readRing(folder);
  const [letter] = /(?<="hash": ")./.exec(text) ?? [];
  keep(text.replace(/(?<="hash": ")./, letter === 'a' ? 'b' : 'a'));
  expect(() => localKeys(folder)).toThrow(/jwt\.key испорчен/);
  keep(text);
  expect(() => localKeys(folder)).not.toThrow();
});
