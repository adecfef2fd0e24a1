import { describe, expect, it } from 'vitest';
import { compute } from '#core/calculations/compute.ts';
import { type CalculationDefinition, numberResults } from '#core/calculations/definition.ts';
import { definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { parseInputs } from '#core/calculations/schema.ts';
import { loadServerCore } from '#functions/core.ts';
import { CASES } from './all_cases.ts';
import type { Case } from './cases.ts';

const core = await loadServerCore();

function computed(type: string, definition: CalculationDefinition, { inputs }: Case) {
  const parsed = parseInputs(definition, inputs, (name) => core.constant(name));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return compute(core, type, definition, parsed.inputs);
}

describe.each(FIELDS_TYPES)('%s', (type) => {
  const definition = definitionOf(type);
  const cases = CASES[type] ?? [];

  it('gives every case a distinct title', () => {
    expect(cases.length).toBeGreaterThan(0);
    expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
    for (const { source } of cases) expect(source).toMatch(/\S/);
  });

  it.each(cases)('$title', (example) => {
    const results = computed(type, definition, example);
    // toStrictEqual compares numbers by Object.is: to the last bit, and −0 is not 0.
    expect(results).toStrictEqual(example.results);
    expect(Object.keys(results).sort()).toEqual(Object.keys(definition.results).sort());
  });

  it.each(cases.filter(({ shown }) => shown))('$title: shows the digits that the source prints', (example) => {
    const results = computed(type, definition, example);
    for (const [name, result] of numberResults(definition)) {
      const printed = example.shown?.[name];
      if (printed === undefined) continue;
      const decimals = printed.split('.')[1]?.length ?? 0;
      expect((Number(results[name]) / (result.display?.divisor ?? 1)).toFixed(decimals), name).toBe(printed);
    }
  });
});
