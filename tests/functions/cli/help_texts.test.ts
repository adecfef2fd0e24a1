import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';
import { HOW, readPeerPlaces } from '../../bench/trees/peer_places.ts';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

const TEXTS = readdirSync(join(ROOT, 'functions/cli'))
  .map((file) => [file, readFileSync(join(ROOT, 'functions/cli', file), 'utf8')] as const)
  .concat([['peer_places.ts', HOW]]);

it('every npm command in a help text exists', () => {
  const named = TEXTS.flatMap(([file, text]) =>
    [...text.matchAll(/npm run ([\w:]*\w)/g)].map(([, name = '']) => [file, name]),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(([, name = '']) => !(name in scripts))).toEqual([]);
});

it('every npm script runs an existing file', () => {
  const files = Object.values(scripts).flatMap((line) => line.match(/[\w./-]+\.(?:ts|js)\b/g) ?? []);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

it('bench:trees accepts the relative paths of its help text', () => {
  const [, line = ''] = /bench:trees -- (.*?) \[/.exec(HOW) ?? [];
  const places = readPeerPlaces(line.split(' '), ROOT);
  expect(places).toEqual({
    python: join(ROOT, '.cache/peers/bin/python'),
    onnxruntime: join(ROOT, '.cache/onnxruntime'),
    rounds: 9,
  });
  expect(isAbsolute(places?.onnxruntime ?? '')).toBe(true);
  // Node resolves packages from an absolute folder alone.
  expect(() => createRequire(join(places?.onnxruntime ?? '', 'package.json'))).not.toThrow();
  expect(existsSync(join(ROOT, 'tests/bench/trees/requirements.txt'))).toBe(true);
});

it.each([
  ['balance', /Запуск: npm run balance/],
  ['company', /Запуск: npm run company/],
  ['keys', /Запуск: npm run keys/],
  ['measure', /Запуск: npm run measure/],
  ['model', /Запуск: npm run model/],
  ['predict', /Запуск: npm run predict/],
])('npm run %s without arguments prints its usage', async (command, text) => {
  const run = promisify(execFile)(process.execPath, [join(ROOT, `functions/cli/${command}.ts`)]);
  await expect(run).rejects.toMatchObject({ stderr: expect.stringMatching(text) });
});
