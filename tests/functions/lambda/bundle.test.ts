import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { buildLambda, LAMBDA_BUILD, LAMBDA_ENTRIES } from '#functions/cli/build.ts';
import { NOTICES_FILE } from '#functions/cli/third_party.ts';
import { LAMBDA_ENVIRONMENT } from '../../support/lambda_environment.ts';

/** 2 MB. */
const ZIPPED_BYTES = 2_000_000;

beforeAll(buildLambda, 120_000);

/** Paths of all files of a bundle, in it. */
function filesOf(entry: string): string[] {
  const folder = join(LAMBDA_BUILD, entry);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
}

const read = (entry: string, file: string) => readFileSync(join(LAMBDA_BUILD, entry, file), 'utf8');

/** Scripts that are loaded at the start: the entry and all that it imports, or that is imported there, by a statement. */
function loadedAtStart(entry: string): Set<string> {
  const loaded = new Set<string>();
  const waiting = [`${entry}.mjs`];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    for (const [, name = ''] of read(entry, `functions/${file}`).matchAll(/(?:from|import)\s*"\.\/([^"]+\.mjs)"/g))
      waiting.push(name);
  }
  return loaded;
}

test('the API is less than 2 MB zipped, maps and core and models with it', () => {
  const files = filesOf('api').map((file) => [file, new Uint8Array(readFileSync(join(LAMBDA_BUILD, 'api', file)))]);
  expect(zipSync(Object.fromEntries(files), { level: 6 }).length).toBeLessThan(ZIPPED_BYTES);
});

test.each(LAMBDA_ENTRIES)('%s has the core and each module that its code computes by', (entry) => {
  const code = filesOf(entry)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => read(entry, file))
    .join('\n');
  const calls: Readonly<Record<string, string>> = {
    core: '',
    training: 'training_open',
    uncertainty: 'uncertainty_prepare',
  };
  const modules = filesOf(entry).flatMap((file) => /^wasm-core[\\/]build[\\/](\w+)\.wasm$/.exec(file)?.[1] ?? []);
  expect(modules).toEqual(
    expect.arrayContaining(Object.keys(calls).filter((name) => code.includes(calls[name] ?? ''))),
  );
});

test('the writers of workbooks are in parts of their own, which a start does not load', () => {
  const scripts = filesOf('api').flatMap((file) => /^functions[\\/]([^\\/]+\.mjs)$/.exec(file)?.[1] ?? []);
  // Of exceljs and cfb: a part is called by the file that is imported.
  const writers = scripts.filter((file) => /^(excel|cfb)-/.test(file));
  expect(writers).toHaveLength(2);
  const started = loadedAtStart('api');
  expect(started.size).toBeGreaterThan(1);
  expect(writers.filter((file) => started.has(file))).toEqual([]);
});

test.each(LAMBDA_ENTRIES)('%s names the licence of each package that its maps know', (entry) => {
  const maps = filesOf(entry).filter((file) => file.endsWith('.mjs.map'));
  const sources = maps.flatMap((file) => (JSON.parse(read(entry, file)) as { sources: string[] }).sources);
  const packages = sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
  const notices = read(entry, NOTICES_FILE);
  expect(packages.length).toBeGreaterThan(10);
  expect(packages.filter((name) => !notices.includes(`\n${name} `))).toEqual([]);
});

test.each(LAMBDA_ENTRIES)('%s says where its lines come from', (entry) => {
  const file = `functions/${entry}.mjs`;
  expect(read(entry, file)).toMatch(new RegExp(`//# sourceMappingURL=${entry}\\.mjs\\.map\\s*$`));
  const { sources } = JSON.parse(read(entry, `${file}.map`)) as { sources: string[] };
  expect(sources.join('\n')).toContain(`functions/lambda/${entry}.ts`);
});

test.each(['api', 'worker'])('%s does not start with a core that is not the one it was built with', async (entry) => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    cpSync(join(LAMBDA_BUILD, entry), folder, { recursive: true });
    const core = join(folder, 'wasm-core/build/core.wasm');
    const bytes = readFileSync(core);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(core, bytes);
    // Port 9 discards: nothing is reached.
    const env = { ...LAMBDA_ENVIRONMENT, AWS_ENDPOINT_URL: 'http://127.0.0.1:9' };
    const started = promisify(execFile)(process.execPath, [join(folder, `functions/${entry}.mjs`)], { env });
    await expect(started).rejects.toThrow(/core\.wasm has SHA-256 \w+, expected/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
