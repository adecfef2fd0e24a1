import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { thirdPartyNotices } from '#functions/cli/third_party.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'notices-'));
});

afterEach(() => rmSync(root, { recursive: true }));

/** A package in `node_modules`, or deeper; returns the path of its script. */
function install(folder: string, manifest: object, files: Readonly<Record<string, string>> = {}): string {
  const content = { 'package.json': JSON.stringify(manifest), 'dist/index.js': '', ...files };
  for (const [name, text] of Object.entries(content)) {
    const path = join(root, folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return `${folder}/dist/index.js`;
}

test('each package of a build stands with its version, licence and text, our own files do not', () => {
  const script = install(
    'node_modules/@mine/gas',
    { name: '@mine/gas', version: '1.2.3', license: 'MIT' },
    { LICENSE: 'Do with gas what you like.', NOTICE: 'Made underground.' },
  );
  const notices = thirdPartyNotices(root, [script, 'web/src/app/App.tsx', join(root, script)]);
  expect(notices).toContain('@mine/gas 1.2.3 (MIT)\n\nDo with gas what you like.\n\nMade underground.\n');
  expect(notices.split('@mine/gas 1.2.3')).toHaveLength(2);
  expect(notices).not.toContain('App.tsx');
});

test('a package within a package is named by its own name, not by that of the outer one', () => {
  install('node_modules/outer', { name: 'outer', version: '1.0.0', license: 'MIT' });
  const inner = { name: 'inner', version: '2.0.0', license: 'ISC', author: { name: 'A. Miner' } };
  const notices = thirdPartyNotices(root, [install('node_modules/outer/node_modules/inner', inner)]);
  expect(notices).toContain('inner 2.0.0 (ISC)\n\nLicence: ISC. Author: A. Miner.');
  expect(notices).not.toContain('outer 1.0.0');
});

test('a text that two packages have stands once', () => {
  const scripts = ['one', 'two'].map((name) =>
    install(`node_modules/${name}`, { name, version: '1.0.0', license: 'MIT' }, { 'LICENSE.md': 'The same.\r\n' }),
  );
  const notices = thirdPartyNotices(root, scripts);
  expect(notices).toContain('one 1.0.0 (MIT)\ntwo 1.0.0 (MIT)\n\nThe same.\n');
});

test('a package without a licence stops the build', () => {
  const script = install('node_modules/unlicensed', { name: 'unlicensed', version: '1.0.0' });
  expect(() => thirdPartyNotices(root, [script])).toThrow('unlicensed 1.0.0 names no licence');
});
