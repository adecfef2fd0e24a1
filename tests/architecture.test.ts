import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CALCULATION_TYPES } from '#core/calculations/index.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Alias of `package.json` → folder that it stands for. */
const ALIASES: Readonly<Record<string, string>> = {
  '#core/': 'wasm-core/',
  '#functions/': 'functions/',
  '#web/': 'web/src/',
  '#infra/': 'infra/',
};

/** The roots, the roots that each may import, and the packages that it must do without. */
const ROOTS: Readonly<Record<string, { readonly may: readonly string[]; readonly never: RegExp }>> = {
  // The core runs in browser, Lambda and tests alike, so it knows none of them. zod reads what both sides receive; the
  // readers of files take zip, XML and CSV apart with libraries that need no host.
  'wasm-core': { may: ['wasm-core'], never: /^(?!(?:zod\/mini|fflate|saxes|papaparse)$)/ },
  web: { may: ['wasm-core', 'web'], never: /^(?:node:|aws-|@aws-sdk\/|constructs|dynalite|@hono\/node-server)/ },
  functions: { may: ['wasm-core', 'functions'], never: /^(?:react|jotai|@mantine\/|@tabler\/|aws-cdk|constructs)/ },
  infra: { may: ['wasm-core', 'functions', 'infra'], never: /^(?:react|jotai|hono|@mantine\/)/ },
  tests: { may: ['wasm-core', 'web', 'functions', 'infra', 'tests'], never: /^$/ },
};

/** Files that Node runs beside their root: the configuration of the web build. */
const BUILD_FILES: readonly string[] = ['web/vite.config.ts'];

const SKIPPED = new Set(['node_modules', 'build', 'assembly', 'cdk.out', 'coverage']);

/** Code files under `folder`, as paths from the repository with slashes. */
function codeFiles(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : codeFiles(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

/** What a text imports: static and dynamic imports, re-exports, types. */
function importsOf(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]/gm);
  const calls = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g);
  return [...statements, ...calls].map(([, specifier = '']) => specifier);
}

/** Path of an import of ours from the repository; undefined: a package or a built-in module. */
function target(file: string, specifier: string): string | undefined {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('.')) return posix.join(dirname(file), path);
  const alias = Object.keys(ALIASES).find((prefix) => path.startsWith(prefix));
  return alias && `${ALIASES[alias]}${path.slice(alias.length)}`;
}

const rootOf = (path: string): string => path.split('/')[0] ?? '';

/** What `text` loads when it runs: its imports but for those of types alone. */
function loadsOf(text: string): string[] {
  return importsOf(text.replaceAll(/^(?:import|export) type [^;]*;/gm, ''));
}

/** Files of ours that `file` loads itself. */
function loadedBy(file: string): string[] {
  return loadsOf(sources.get(file) ?? '').flatMap((specifier) => target(file, specifier) ?? []);
}

/** Packages that are loaded with `files` and all that those load, as `file → package`. */
function packagesOf(files: readonly string[]): string[] {
  const reached = new Set(files);
  for (const file of reached) for (const next of loadedBy(file)) reached.add(next);
  return [...reached].flatMap((file) =>
    loadsOf(sources.get(file) ?? '')
      .filter((specifier) => target(file, specifier) === undefined && !specifier.startsWith('node:'))
      .map((specifier) => `${file} → ${specifier}`),
  );
}

/** Why `file` must not import `specifier`, or undefined. */
function refusal(file: string, specifier: string): string | undefined {
  const root = rootOf(file);
  const rules = ROOTS[root];
  if (!rules) return `${file} lies in no root`;
  const path = target(file, specifier);
  if (path === undefined) {
    return rules.never.test(specifier) && !BUILD_FILES.includes(file) ? `${file} imports ${specifier}` : undefined;
  }
  if (specifier.startsWith('.') && rootOf(path) !== root && root !== 'tests') {
    return `${file} leaves its root by ${specifier}: use an alias`;
  }
  return rules.may.includes(rootOf(path)) ? undefined : `${file} imports ${specifier}: ${root} may not`;
}

/** The first import cycle of `graph`, as the files on the way; undefined: none. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  function visit(file: string, way: readonly string[]): string[] | undefined {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...way, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  }
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/** Names of calculation types that stand in `text` as a whole string literal. */
function typeLiterals(text: string, types: readonly string[]): string[] {
  return types.filter((type) => new RegExp(`(['"\`])${type}\\1`).test(text));
}

/** Where a type may be named: the core, tests, and the series of the charts, which compare particular types. */
function mayNameTypes(file: string): boolean {
  // Demonstration data are calculations of a made-up company, so they have types; nothing depends on them.
  return /^(?:wasm-core|tests|web\/src\/graphs)\//.test(file) || /^functions\/local\/demo/.test(file);
}

const files = Object.keys(ROOTS).flatMap(codeFiles);
const sources = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));

describe('the code', () => {
  it('is found, in every root that exists', () => {
    for (const root of ['wasm-core', 'web', 'functions']) expect(codeFiles(root).length, root).toBeGreaterThan(0);
  });

  it('imports along the arrows of the architecture only', () => {
    const refusals = [...sources].flatMap(([file, text]) =>
      importsOf(text).flatMap((specifier) => refusal(file, specifier) ?? []),
    );
    expect(refusals).toEqual([]);
  });

  it('imports files that exist, so that no arrow is overlooked', () => {
    const missing = [...sources].flatMap(([file, text]) =>
      importsOf(text)
        .filter((specifier) => !existsSync(join(ROOT, target(file, specifier) ?? '')))
        .map((specifier) => `${file}: ${specifier}`),
    );
    expect(missing).toEqual([]);
  });

  it('gives the infrastructure data alone: what infra/ takes from other roots loads no package', () => {
    const start = [...sources].filter(([file]) => rootOf(file) === 'infra').flatMap(([file]) => loadedBy(file));
    const outside = start.filter((file) => rootOf(file) !== 'infra');
    expect(outside.length).toBeGreaterThan(0);
    expect(packagesOf(outside)).toEqual([]);
  });

  it('has no cycle of imports', () => {
    const graph = new Map(
      [...sources].map(([file, text]) => [file, importsOf(text).flatMap((specifier) => target(file, specifier) ?? [])]),
    );
    expect(findCycle(graph)).toBeUndefined();
  });

  it('names a calculation type only where types are defined, tested or charted', () => {
    const named = [...sources]
      .filter(([file]) => !mayNameTypes(file))
      .flatMap(([file, text]) => typeLiterals(text, CALCULATION_TYPES).map((type) => `${file} names ${type}`));
    expect(named).toEqual([]);
  });
});

describe('the rules of this test', () => {
  it.each([
    ['wasm-core/load.ts', '#functions/core.ts'],
    ['wasm-core/load.ts', 'node:fs'],
    ['wasm-core/load.ts', 'react'],
    ['wasm-core/load.ts', '@aws-sdk/client-s3'],
    ['wasm-core/load.ts', '../functions/core.ts'],
    ['web/src/App.tsx', '#functions/core.ts'],
    ['web/src/App.tsx', '../../functions/core.ts'],
    ['web/src/App.tsx', '../../wasm-core/load.ts'],
    ['web/src/App.tsx', 'node:fs'],
    ['functions/http/app.ts', '#web/App.tsx'],
    ['functions/http/app.ts', '#infra/app.ts'],
    ['functions/core.ts', '../wasm-core/load.ts'],
    ['functions/http/app.ts', 'react'],
    ['infra/app.ts', '#web/App.tsx'],
    ['infra/app.ts', '../functions/http/app.ts'],
    ['common/text.ts', './other.ts'],
  ])('refuse %s importing %s', (file, specifier) => {
    expect(refusal(file, specifier)).toMatch(/\S/);
  });

  it.each([
    ['wasm-core/calculations/schema.ts', '../contract/decimal.ts'],
    ['wasm-core/contract/text.ts', 'zod/mini'],
    ['web/src/core.ts', '#core/build/core.wasm?url'],
    ['web/vite.config.ts', 'node:url'],
    ['functions/http/app.ts', '#core/load.ts'],
    ['functions/cli/start.ts', 'node:http'],
    ['infra/app.ts', 'aws-cdk-lib'],
    ['infra/events.ts', '#functions/jobs/times.ts'],
    ['tests/architecture.test.ts', '#web/App.tsx'],
    ['tests/functions/http/routes/calculations.test.ts', '../../wasm-core/calculations/all_cases.ts'],
  ])('allow %s importing %s', (file, specifier) => {
    expect(refusal(file, specifier)).toBeUndefined();
  });

  it('read every form of import', () => {
    const text = [
      "import a from './a.ts';",
      "import type { B } from './b.ts';",
      "import {\n  c,\n  d,\n} from './c.ts';",
      "import './d.css';",
      "export * from './e.ts';",
      "export { f } from './f.ts';",
      // Split, or this file would seem to import it.
      `const g = await ${'import'}('./g.ts');`,
      "export const h = './not_an_import.ts';",
    ].join('\n');
    const found = ['./a.ts', './b.ts', './c.ts', './d.css', './e.ts', './f.ts', './g.ts'];
    expect(importsOf(text)).toEqual(found);
  });

  it('know a package behind a file, and that types load nothing', () => {
    expect(packagesOf(['functions/store/database.ts'])).toContain(
      'functions/store/database.ts → @aws-sdk/lib-dynamodb',
    );
    expect(packagesOf(['functions/store/layout.ts'])).toEqual([]);
  });

  it('find a cycle, and only a cycle', () => {
    expect(
      findCycle(
        new Map([
          ['a', ['b', 'c']],
          ['b', ['c']],
          ['c', []],
        ]),
      ),
    ).toBeUndefined();
    expect(
      findCycle(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b']);
    expect(findCycle(new Map([['a', ['a']]]))).toEqual(['a', 'a']);
  });

  it('take a type for named when it is the whole literal', () => {
    expect(typeLiterals("if (type === 'underground') {}", ['underground'])).toEqual(['underground']);
    expect(typeLiterals('const type = "underground";', ['underground'])).toEqual(['underground']);
    expect(typeLiterals('const type = `underground`;', ['underground'])).toEqual(['underground']);
    expect(typeLiterals("dictionary('get_underground'); underground.inputs", ['underground'])).toEqual([]);
  });
});
