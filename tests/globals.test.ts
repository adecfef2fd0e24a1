import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** A root, what a file of it says, and the name that it must not know; undefined: it compiles. */
const CASES: readonly [root: string, code: string, unknown: string | undefined][] = [
  ['wasm-core', 'export const title = document.title;', 'document'],
  ['wasm-core', 'export const folder = process.cwd();', 'process'],
  ['functions', 'export const title = document.title;', 'document'],
  ['functions', 'export const folder = process.cwd();', undefined],
  ['infra', 'export const title = document.title;', 'document'],
  ['web', 'export const folder = process.cwd();', 'process'],
  ['web', 'export const title = document.title;', undefined],
];

it.each(CASES)(
  '%s compiles «%s» only with the globals of its host',
  { timeout: 60_000 },
  async (root, code, unknown) => {
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    const folder = mkdtempSync(join(ROOT, '.cache/globals-'));
    try {
      writeFileSync(join(folder, 'probe.ts'), `${code}\n`);
      const config = { extends: `../../${root}/tsconfig.json`, include: ['probe.ts'], exclude: [] };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      const output = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
      const errors = [...output.matchAll(/Cannot find name '(\w+)'/g)].map(([, name]) => name);
      expect(errors, output).toEqual(unknown === undefined ? [] : [unknown]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
