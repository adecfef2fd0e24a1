import { describe, expect, test } from 'vitest';
import { explainRow, loadRowModel, predictRows, type RowModel } from '#core/models/row_model.ts';
import { compiledModule } from '../../support/compiled_module.ts';
import { fixture } from './fixtures.ts';

const module = await compiledModule('core');
const REFERENCE = { id: 'id', name: 'Лава 12', sha256: '0' };

interface Expected {
  readonly rows: readonly (readonly (number | null)[])[];
  readonly contributions: readonly number[];
}

function load(path: string, columns?: readonly string[]): Promise<RowModel> {
  return loadRowModel({ module }, REFERENCE, fixture(path), columns);
}

const letters = (count: number) => Array.from({ length: count }, (_, place) => String.fromCharCode(97 + place));

async function explained(name: string, extension: string) {
  const { rows, contributions } = JSON.parse(
    new TextDecoder().decode(fixture(`contributions/${name}.expected.json`)),
  ) as Expected;
  const [row = []] = rows;
  const model = await load(`contributions/${name}.${extension}`, letters(row.length));
  const values = Object.fromEntries(letters(row.length).map((column, place) => [column, row[place] ?? null]));
  return { model, row, theirs: contributions.slice(0, row.length + 1), explanation: explainRow(model, values) };
}

describe('the explanation of a prediction', () => {
  test.each([
    ['xgb_plain', 'json', 1e-6],
    ['lgb_plain', 'txt', 1e-12],
  ])(
    '%s: lists the library’s contributions in descending order, which add up to the prediction with the mean',
    async (name, kind, digits) => {
      const { row, theirs, explanation } = await explained(name, kind);
      const { parts, mean, result, raw, resultIsRaw } = explanation;
      const sizes = parts.map(({ contribution }) => Math.abs(contribution));
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      const scale = Math.max(...theirs.map(Math.abs));
      for (const [place, column] of letters(row.length).entries()) {
        const part = parts.find((one) => one.column === column);
        expect(part?.value).toBe(row[place] ?? null);
        expect(Math.abs((part?.contribution ?? Number.NaN) - (theirs[place] ?? 0)) / scale).toBeLessThan(digits);
      }
      expect(Math.abs(mean - (theirs.at(-1) ?? 0)) / scale).toBeLessThan(digits);
      expect([resultIsRaw, result]).toEqual([true, raw]);
      const sum = parts.reduce((total, { contribution }) => total + contribution, mean);
      expect(Math.abs(sum - result) / scale).toBeLessThan(1e-6);
    },
  );

  test('flags an objective that transforms the raw score, so that the parts do not add up to the prediction', async () => {
    const { explanation } = await explained('xgb_gamma', 'json');
    expect(explanation.resultIsRaw).toBe(false);
    expect(explanation.result).toBeCloseTo(Math.exp(explanation.raw), 5);
    const sum = explanation.parts.reduce((total, { contribution }) => total + contribution, explanation.mean);
    expect(sum).toBeCloseTo(explanation.raw, 4);
  });

  test('flags an averaged forest, whose prediction is a fraction of its score', async () => {
    const { explanation } = await explained('lgb_forest', 'txt');
    expect(explanation.resultIsRaw).toBe(false);
    expect(Math.abs(explanation.raw)).toBeGreaterThan(Math.abs(explanation.result));
  });

  test('treats a missing column as blank', async () => {
    const { model, explanation } = await explained('lgb_plain', 'txt');
    const [first = ''] = model.columns;
    const sparse = explainRow(model, { [first]: 1 });
    expect(sparse.parts.filter(({ value }) => value !== null)).toHaveLength(1);
    const row = new Float64Array(model.columns.length).fill(Number.NaN).fill(1, 0, 1);
    expect(sparse.result).toBe(predictRows(model, row)[0]);
    expect(sparse.result).not.toBe(explanation.result);
  });

  test('refuses a row without any value', async () => {
    const { model } = await explained('lgb_plain', 'txt');
    expect(() => explainRow(model, {})).toThrow('В строке нет ни одного значения');
  });

  test('is refused in Russian if the model does not support it', async () => {
    const model = await load('models/lgb_linear60.txt', letters(7));
    expect(() => explainRow(model, { [model.columns[0] ?? '']: 1 })).toThrow(
      /Вклады признаков не рассчитываются.*линейными/,
    );
  });
});

describe('a model for rows', () => {
  test('keeps its reference and its method', async () => {
    const model = await load('models/lgb_small100.txt', letters(7));
    expect(model).toMatchObject({ ...REFERENCE, method: 'lightgbm', columns: letters(7) });
  });

  test.each([
    [
      'several answers a row',
      () => load('contributions/xgb_two_outputs.json', letters(5)),
      /2 чисел на строку, а нужно одно/,
    ],
    ['too few columns', () => load('models/lgb_small100.txt', letters(6)), /признаков 7, а столбцов для них указано 6/],
  ])('is refused with %s', async (_, run, message) => {
    await expect(run()).rejects.toThrow(message);
  });
});
