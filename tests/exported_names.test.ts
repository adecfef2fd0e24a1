import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const EXPORT =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) +(\w+)/gm;

/** Names that a host demands of several files: Lambda a `handler`, the list of export formats a `writer` of each. */
const DEMANDED = new Set(['handler', 'writer']);

/** Stands for another file in a release, and so has its names. */
const STAND_IN = 'functions/package/unbuilt.ts';

/** Names that the roots export, each with the files that define it. */
function exportedNames(): ReadonlyMap<string, ReadonlySet<string>> {
  const files = execFileSync('git', ['ls-files', 'wasm-core', 'functions', 'web/src', 'infra'], { cwd: ROOT })
    .toString()
    .split('\n')
    // AssemblyScript is a program of its own: its exports are the core's, called by name.
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('wasm-core/assembly/') && !file.endsWith('.d.ts'))
    .filter((file) => file !== STAND_IN);
  const names = new Map<string, Set<string>>();
  for (const file of files) {
    for (const [, name = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(EXPORT)) {
      names.set(name, (names.get(name) ?? new Set()).add(file));
    }
  }
  return names;
}

it('an exported name has one meaning in the whole tree', () => {
  const several = [...exportedNames()].filter(([name, files]) => files.size > 1 && !DEMANDED.has(name));
  expect(several.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([]);
});
