import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ICruiseResult, IModule } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALCULATION_TYPES } from '#core/calculations/index.ts';
import { ROOTS, RULES } from './architecture.rules.ts';
import { arrowsBackUp, cruiseFolders, violationsOf } from './support/cruise.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const OURS = new RegExp(`^(?:${ROOTS.join('|')})/.*\\.tsx?$`);

/** Where a typed number begins, how it leaves the browser, where it is computed and stored. */
const ENDS_OF_PATH = [
  'web/src/fields/InputFields.tsx',
  'web/src/api/calls.ts',
  'functions/http/routes/calculations.ts',
  'wasm-core/calculations/compute.ts',
  'functions/store/calculations.ts',
];

function importsOf(modules: ReadonlyMap<string, IModule>, file: string): string[] {
  return modules.get(file)?.dependencies.map(({ resolved }) => resolved) ?? [];
}

/** Packages that are loaded with the files of `starts` and all that those load, as `file → package`. */
function packagesBehind(modules: ReadonlyMap<string, IModule>, starts: readonly string[]): string[] {
  const reached = new Set(starts);
  const packages: string[] = [];
  for (const file of reached) {
    for (const { module, resolved, dependencyTypes } of modules.get(file)?.dependencies ?? []) {
      if (dependencyTypes.includes('type-only') || dependencyTypes.includes('core')) continue;
      if (resolved.includes('node_modules/')) packages.push(`${file} → ${module}`);
      else reached.add(resolved);
    }
  }
  return packages;
}

/** Names of calculation types that stand in `text` as a whole string literal. */
function typeLiterals(text: string, types: readonly string[]): string[] {
  return types.filter((type) => new RegExp(`(['"\`])${type}\\1`).test(text));
}

/** Where a type may be named: the core, tests, the charts that compare particular types, and the demonstration data. */
const MAY_NAME_TYPES = /^(?:wasm-core|tests|web\/src\/graphs)\/|^functions\/local\/demo/;

describe('the code', () => {
  let result: ICruiseResult;
  let modules: ReadonlyMap<string, IModule>;

  beforeAll(async () => {
    result = await cruiseFolders(ROOTS, RULES, ROOT);
    modules = new Map(result.modules.map((module) => [module.source, module]));
  });

  it('is read from every root', () => {
    for (const root of ROOTS) {
      const files = [...modules.keys()].filter((file) => file.startsWith(`${root}/`));
      expect(files.length, root).toBeGreaterThan(5);
    }
  });

  it('imports along the arrows of the architecture only, without a cycle of files or folders', () => {
    expect(violationsOf(result)).toEqual([]);
  });

  it('has at most one arrow back up in a root: from a folder to one that holds it', () => {
    expect(arrowsBackUp(result)).toEqual([
      'functions/http/routes → functions/http',
      'wasm-core/assembly/uncertainty → wasm-core/assembly',
    ]);
  });

  it('passes an input from the field to the stored item through at most 12 files, as in docs/architecture.md', () => {
    const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    const arrows = [...text.matchAll(/^([\w/-]+\.tsx?) → ([\w/-]+\.tsx?)$/gm)].map(([, from = '', to = '']) => [
      from,
      to,
    ]);
    const missing = arrows.filter(([from = '', to = '']) => !importsOf(modules, from).includes(to));
    expect(missing).toEqual([]);
    expect(arrows.flat()).toEqual(expect.arrayContaining(ENDS_OF_PATH));
    expect(new Set(arrows.flat()).size).toBeLessThanOrEqual(12);
  });

  it('gives the infrastructure only data: files imported by infra/ load no package', () => {
    const taken = [...modules.values()]
      .filter(({ source }) => source.startsWith('infra/'))
      .flatMap(({ dependencies }) => dependencies.filter(({ resolved }) => /^(?:functions|wasm-core)\//.test(resolved)))
      .filter(({ dependencyTypes }) => !dependencyTypes.includes('type-only'))
      .map(({ resolved }) => resolved);
    expect(taken.length).toBeGreaterThan(0);
    expect(packagesBehind(modules, taken)).toEqual([]);
  });

  it('knows a package behind a file, and that types load nothing', () => {
    expect(packagesBehind(modules, ['functions/http/app.ts'])).toContain('functions/http/app.ts → hono');
    expect(packagesBehind(modules, ['functions/jobs/services.ts'])).toEqual([]);
  });

  it('names a calculation type only where types are defined, tested or charted', () => {
    const named = [...modules.keys()]
      .filter((file) => OURS.test(file) && !MAY_NAME_TYPES.test(file))
      .flatMap((file) =>
        typeLiterals(readFileSync(join(ROOT, file), 'utf8'), CALCULATION_TYPES).map((type) => `${file}: ${type}`),
      );
    expect(named).toEqual([]);
  });

  it('counts a type as named only if it is the whole literal', () => {
    expect(typeLiterals("if (type === 'underground') {}", ['underground'])).toEqual(['underground']);
    expect(typeLiterals('const type = `underground`;', ['underground'])).toEqual(['underground']);
    expect(typeLiterals("dictionary('get_underground'); underground.inputs", ['underground'])).toEqual([]);
  });
});

/** Rules, each with files that break it by importing one of these. */
const BREACHED: readonly (readonly [rule: string, file: string, specifiers: readonly string[]])[] = [
  ['core-stands-alone', 'wasm-core/load.ts', ['#functions/core.ts', 'node:fs', 'react', '@aws-sdk/client-s3']],
  ['roots-meet-by-aliases', 'wasm-core/load.ts', ['../functions/core.ts']],
  ['web-imports-core-only', 'web/src/app/App.tsx', ['#functions/core.ts', '../../../functions/core.ts']],
  ['roots-meet-by-aliases', 'web/src/app/App.tsx', ['../../../wasm-core/load.ts']],
  ['web-runs-in-browsers', 'web/src/app/App.tsx', ['node:fs']],
  ['web-has-no-server-package', 'web/src/app/App.tsx', ['@hono/node-server']],
  ['root-files-stand-below', 'web/src/format.ts', ['./api/session.ts']],
  ['functions-import-core-only', 'functions/http/app.ts', ['#web/app/App.tsx', '#infra/app.ts']],
  ['roots-meet-by-aliases', 'functions/core.ts', ['../wasm-core/load.ts']],
  ['functions-have-no-screens', 'functions/http/app.ts', ['react']],
  ['root-files-stand-below', 'functions/log.ts', ['./http/app.ts']],
  ['http-imports-no-route', 'functions/http/app.ts', ['./routes/index.ts']],
  ['domain-imports-no-route', 'functions/jobs/sweep.ts', ['../http/app.ts']],
  ['no-arrow-back-up', 'functions/export/biff/sheet.ts', ['../report.ts']],
  ['no-arrow-back-up', 'wasm-core/assembly/trees/row.ts', ['../column.ts']],
  ['store-imports-no-adapter', 'functions/store/jobs.ts', ['../adapters/aws/s3_files.ts']],
  ['infra-imports-no-web', 'infra/app.ts', ['#web/app/App.tsx']],
  ['infra-has-no-application', 'infra/app.ts', ['hono']],
  ['roots-meet-by-aliases', 'infra/app.ts', ['../functions/http/app.ts']],
  ['imports-exist', 'infra/app.ts', ['./nowhere.ts']],
];

const BREACHES = BREACHED.flatMap(([rule, file, specifiers]) =>
  specifiers.map((specifier) => [file, specifier, rule] as const),
);

describe('the rules', () => {
  const folders: string[] = [];

  /** Lines of violations in a tree of files that import what they are given. */
  async function violations(imports: Readonly<Record<string, string>>): Promise<string[]> {
    const folder = mkdtempSync(join(tmpdir(), 'architecture-'));
    folders.push(folder);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), readFileSync(join(ROOT, 'package.json')));
    const empty = BREACHES.flatMap(([file, specifier]) => [
      [file, ''],
      ...(specifier.startsWith('.') && !specifier.includes('nowhere') ? [[join(dirname(file), specifier), '']] : []),
    ]);
    for (const [file = '', specifier] of [...empty, ...Object.entries(imports)]) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), specifier ? `import '${specifier}';\n` : '');
    }
    return violationsOf(await cruiseFolders(['wasm-core', 'functions', 'web', 'infra'], RULES, folder));
  }

  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  it.each(BREACHES)('refuse %s importing %s', async (file, specifier, rule) => {
    const lines = await violations({ [file]: specifier });
    expect(lines.filter((line) => line.startsWith(`${rule}: ${file} → `))).toHaveLength(1);
  });

  it('allow the arrows of the architecture', async () => {
    const lines = await violations({
      'wasm-core/load.ts': 'zod/mini',
      'web/src/app/App.tsx': '#core/load.ts',
      'functions/http/app.ts': '#core/load.ts',
      'functions/http/routes/index.ts': '../app.ts',
      'functions/core.ts': 'node:fs',
      'infra/app.ts': '#functions/core.ts',
    });
    expect(lines).toEqual([]);
  });

  it('refuse a cycle of files', async () => {
    const lines = await violations({ 'infra/one.ts': './other.ts', 'infra/other.ts': './one.ts' });
    expect(lines).toEqual(['no-cycle-of-files: infra/one.ts → infra/other.ts']);
  });

  it('refuse two folders that import each other by different files', async () => {
    const lines = await violations({
      'functions/auth/one.ts': '../store/one.ts',
      'functions/store/one.ts': '',
      'functions/store/other.ts': '../auth/other.ts',
      'functions/auth/other.ts': '',
    });
    expect(lines).toContain('no-cycle-of-folders: functions/auth → functions/store');
  });
});
