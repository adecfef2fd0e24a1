import { expect, it } from 'vitest';
import { missingTouches, readTouches } from './touches.ts';

// Imports no definition on purpose: what a type lacks must be said even when the registry itself cannot be imported.
const touches = await readTouches();

it('the registry includes all specified types', () => {
  expect(touches.length).toBeGreaterThanOrEqual(12);
  expect(touches.filter(({ takesTable }) => takesTable).length).toBeGreaterThanOrEqual(3);
});

it.each(touches)('$type has its formula, definition, registry line and case table', (type) => {
  const missing = missingTouches(type);
  // The sentence is the message: a comparison would cut it short.
  if (missing.length > 0) expect.fail(missing.join('\n'));
});

it('an incomplete type is reported in one sentence with the missing file', () => {
  const all = {
    type: 'new_type',
    takesTable: false,
    formula: true,
    definition: true,
    registryLine: true,
    caseTable: true,
  };
  expect(missingTouches(all)).toEqual([]);
  expect(missingTouches({ ...all, formula: false })).toEqual([
    'new_type has no formula: export function new_type from wasm-core/assembly/emissions.ts.',
  ]);
  expect(missingTouches({ ...all, takesTable: true, formula: false })).toEqual([
    'new_type has no formula: export function new_type from wasm-core/assembly/new_type.ts.',
  ]);
  expect(missingTouches({ ...all, definition: false })).toEqual([
    'new_type has no definition: write wasm-core/calculations/new_type.ts.',
  ]);
  expect(missingTouches({ ...all, registryLine: false })).toEqual([
    'new_type has no registry line: name it in CALCULATIONS of wasm-core/calculations/index.ts.',
  ]);
  expect(missingTouches({ ...all, caseTable: false })).toEqual([
    'new_type has no case table: write tests/wasm-core/calculations/new_type.cases.ts.',
  ]);
});
