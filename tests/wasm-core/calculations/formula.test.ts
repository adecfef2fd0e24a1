import { describe, expect, it } from 'vitest';
import { compute } from '#core/calculations/compute.ts';
import { computeTable } from '#core/calculations/compute_table.ts';
import { type CalculationDefinition, numberInputs, numberResults } from '#core/calculations/definition.ts';
import { definitionOf, FIELDS_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import { readRowsFile } from '#core/calculations/rows_file.ts';
import { formulaTokens } from '#core/calculations/trace.ts';
import { CONSTANTS, type ConstantName } from '#core/constants.ts';
import { loadServerCore } from '#functions/core.ts';
import { randomFrom } from './random.ts';
import { type Cell, tableData } from './table_cases.ts';

const core = await loadServerCore();

const constants = Object.fromEntries(Object.keys(CONSTANTS).map((name) => [name, core.constant(name as ConstantName)]));

const closedForm = FIELDS_TYPES.filter((type) =>
  numberResults(definitionOf(type)).some(([, { formula }]) => formula !== undefined),
);

/** Value of a shown formula: left to right, · and / before + and −, in f64, as a reader with a calculator would go. */
function evaluate(formula: string, values: Readonly<Record<string, number>>): number {
  const tokens = formulaTokens(formula);
  let at = 0;

  function sum(): number {
    let left = product();
    while (tokens[at] === '+' || tokens[at] === '-') {
      const sign = tokens[at++];
      const right = product();
      left = sign === '+' ? left + right : left - right;
    }
    return left;
  }

  function product(): number {
    let left = factor();
    while (tokens[at] === '*' || tokens[at] === '/') {
      const sign = tokens[at++];
      const right = factor();
      left = sign === '*' ? left * right : left / right;
    }
    return left;
  }

  function factor(): number {
    const token = tokens[at++] ?? '';
    if (token === '-') return -factor();
    if (token === '(') {
      const value = sum();
      if (tokens[at++] !== ')') throw new Error(`A bracket stays open in ${formula}`);
      return value;
    }
    const value = /^\d/.test(token) ? Number(token) : values[token];
    if (value === undefined) throw new Error(`${token} has no value in ${formula}`);
    return value;
  }

  const value = sum();
  if (at !== tokens.length) throw new Error(`${tokens[at]} is left over in ${formula}`);
  return value;
}

/** Every formula of `definition`, each result at hand for those after it. */
function shown(definition: CalculationDefinition, inputs: Readonly<Record<string, number>>): Record<string, number> {
  const results: Record<string, number> = {};
  for (const [name, { formula }] of numberResults(definition)) {
    results[name] = evaluate(formula ?? '', { ...constants, ...inputs, ...results });
  }
  return results;
}

function randomInputs(definition: CalculationDefinition, random: () => number): Record<string, number> {
  return Object.fromEntries(
    numberInputs(definition).map(([name, { min, max, fixed }]) => [
      name,
      // Powers of the random share reach the small numbers of a range that ends at 10⁹.
      fixed ? core.constant(fixed) : min + (max - min) * random() ** (1 + Math.floor(random() * 8)),
    ]),
  );
}

describe('the formula evaluator of this test', () => {
  it.each([
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['12 / 3 / 2', 2],
    ['7 - 2 - 1', 4],
    ['volume * 0.5 - -1', 6],
  ])('%s = %d', (formula, value) => {
    expect(evaluate(formula, { volume: 10 })).toBe(value);
  });

  it('refuses an invalid formula', () => {
    expect(() => evaluate('2 * unknown', {})).toThrow('unknown has no value');
    expect(() => evaluate('(2 + 3', {})).toThrow('A bracket stays open');
    expect(() => evaluate('2 3', {})).toThrow('3 is left over');
  });
});

describe.each(closedForm)('%s', (type) => {
  const definition = definitionOf(type);

  it('computes exactly the formula that it shows, bit for bit', () => {
    const random = randomFrom(type);
    for (let point = 0; point < 10_000; point++) {
      const inputs = randomInputs(definition, random);
      const results = compute(core, type, definition, inputs);
      const expected = shown(definition, inputs);
      if (!Object.entries(expected).every(([name, value]) => Object.is(value, results[name]))) {
        expect.fail(
          `${JSON.stringify(inputs)}: shown ${JSON.stringify(expected)}, computed ${JSON.stringify(results)}`,
        );
      }
    }
  });
});

const withFormulas = TABLE_TYPES.filter((type) =>
  numberResults(definitionOf(type)).some(([, { formula }]) => formula !== undefined),
);

describe.each(withFormulas)('rows of %s', (type) => {
  const definition = definitionOf(type);
  const formulas = numberResults(definition).filter(([, { formula }]) => formula !== undefined);

  it('are computed exactly by the shown formulas, bit for bit', async () => {
    const random = randomFrom(type);
    const inputs = randomInputs(definition, random);
    const rows = Array.from({ length: 10_000 }, (_, index) => randomRow(definition, index, random));
    const { bytes } = await computeTable(definition, tableData(definition, rows), { core, inputs });
    const { data } = readRowsFile(bytes);
    for (let row = 0; row < rows.length; row++) {
      const values = Object.fromEntries(
        Object.entries(data).map(([name, column]) => [name, column[row] ?? Number.NaN]),
      );
      for (const [name, { formula = '' }] of formulas) {
        const expected = evaluate(formula, { ...constants, ...inputs, ...values });
        if (!Object.is(expected, values[name])) {
          expect.fail(`${JSON.stringify(rows[row])}: ${name} shown ${expected}, computed ${values[name]}`);
        }
      }
    }
  });
});

/** A row of an object of its own. */
function randomRow({ table }: CalculationDefinition, index: number, random: () => number): Cell[] {
  return Object.values(table?.columns ?? {}).map(({ kind, min = 0, max = 1 }) => {
    if (kind === 'text') return String(index);
    return kind === 'year' ? 2000 : min + (max - min) * random() ** (1 + Math.floor(random() * 8));
  });
}
