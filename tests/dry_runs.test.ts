import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Addition } from './support/dry_run/addition.ts';
import { CHARTED_TYPE } from './support/dry_run/charted_type.ts';
import { CLOSED_FORM_TYPE } from './support/dry_run/closed_form_type.ts';
import { DICTIONARY_FILE } from './support/dry_run/dictionary.ts';
import { EXPORT_FORMAT } from './support/dry_run/export_format.ts';
import { TABLE_TYPE } from './support/dry_run/table_type.ts';
import { type Outcome, TreeCopy } from './support/dry_run/tree_copy.ts';

/** How many files each addition touches: the promise of the architecture. The additions are made on a copy of the code. */
const ADDITIONS: readonly (readonly [title: string, files: number, addition: Addition])[] = [
  ['a closed-form calculation type', 4, CLOSED_FORM_TYPE],
  ['a calculation type that takes a table', 4, TABLE_TYPE],
  ['a calculation type that takes a table and has a chart kind of its own', 5, CHARTED_TYPE],
  ['a dictionary', 2, DICTIONARY_FILE],
  ['an export format', 2, EXPORT_FORMAT],
];

let copy: TreeCopy;
/** What the tests of all additions say: they run at once. */
let outcome: Outcome;
const originals = new Map<string, string | undefined>();

beforeAll(async () => {
  copy = new TreeCopy();
  const additions = ADDITIONS.map(([, , addition]) => addition);
  for (const addition of additions) {
    for (const path of Object.keys(addition.edits)) {
      if (!originals.has(path)) originals.set(path, copy.read(path));
    }
    copy.apply(addition);
  }
  const names = additions.map(({ name }) => name);
  outcome = await copy.test(names.join('|'), [...new Set(additions.flatMap(({ suites }) => suites))]);
}, 180_000);
afterAll(() => copy.remove());

describe('additions', { timeout: 180_000 }, () => {
  it.each(ADDITIONS)('%s touches %i files and passes the tests of its kind', (_, files, { name, edits, suites }) => {
    expect(Object.keys(edits)).toHaveLength(files);
    expect(outcome.failures(name)).toEqual([]);
    expect(outcome.passed(name)).toEqual(expect.arrayContaining([...suites]));
  });

  it('are described by the API, which answers earlier requests as before', async () => {
    const suites = ['tests/functions/http/golden_answers.test.ts', 'tests/functions/http/openapi.test.ts'];
    const described = await copy.test('', suites);
    expect(described.failures()).toEqual([]);
    expect(described.passed()).toEqual(suites);
  });

  it('fit the types of everything that reads the registries', async () => {
    expect(await copy.typeErrors()).toEqual([]);
  });
});

describe('a type that lacks one of its four files', { timeout: 60_000 }, () => {
  const { name } = CLOSED_FORM_TYPE;

  it.each([
    ['case table', `tests/wasm-core/calculations/${name}.cases.ts`, 'write '],
    ['registry line', 'wasm-core/calculations/index.ts', 'name it in CALCULATIONS of '],
    ['definition', `wasm-core/calculations/${name}.ts`, 'write '],
    ['formula', 'wasm-core/assembly/emissions.ts', `export function ${name} from `],
  ])('is reported with the missing file: the %s', async (part, path, step) => {
    const added = copy.read(path);
    // Of the registry the line of this type alone: the other additions stay.
    const without = part === 'registry line' ? added?.replace(`  ${name},\n`, '') : originals.get(path);
    copy.write(path, without);
    try {
      const told = await copy.test(name, ['tests/wasm-core/calculations/registry.test.ts']);
      const failures = told.failures();
      expect(failures).toEqual([expect.stringContaining(`${name} has no ${part}: ${step}${path}.`)]);
      expect(failures.join('').match(/ has no /g)).toHaveLength(1);
    } finally {
      copy.write(path, added);
    }
  });
});
