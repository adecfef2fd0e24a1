import { describe, expect, it, test } from 'vitest';
import { compute } from '#core/calculations/compute.ts';
import { numberInputs } from '#core/calculations/definition.ts';
import { definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { DEFAULT_UNCERTAINTIES } from '#core/contract/default_uncertainties.ts';
import { projectInventory } from '#core/inventory/project_inventory.ts';
import { readFormula, writeFormula } from '#core/uncertainty/formula.ts';
import { type InputUncertainty, type PlannableCalculation, planOf } from '#core/uncertainty/plan_of.ts';
import { readPlan } from '#core/uncertainty/read_plan.ts';
import { totalOf } from '#core/uncertainty/total_of.ts';
import { unassignedInput } from '../../support/inventory_year.ts';
import { randomFrom } from '../calculations/random.ts';
import { assess, constantNames, core, drawn, refusalOf } from './run_plan.ts';

const WITH_TOTAL = FIELDS_TYPES.filter((type) => totalOf(definitionOf(type)) !== undefined);

/** A calculation of `type` with random inputs, and its results by the core. */
function randomCalculation(type: (typeof WITH_TOTAL)[number], id: string, random: () => number) {
  const definition = definitionOf(type);
  const inputs = Object.fromEntries(
    numberInputs(definition).map(([name, { min, max, fixed }]) => [
      name,
      fixed ? core.constant(fixed) : min + (max - min) * random() ** 3,
    ]),
  );
  const results = compute(core, type, definition, inputs);
  return { plannable: { id, definition, inputs } satisfies PlannableCalculation, results };
}

test('every type with a total and a formula can be planned', () => {
  expect(WITH_TOTAL.length).toBeGreaterThanOrEqual(8);
});

test('draws without uncertainty equal the shown total bit for bit', async () => {
  const random = randomFrom('plan_of');
  const all = WITH_TOTAL.flatMap((type) =>
    Array.from({ length: 30 }, (_, index) => ({ type, ...randomCalculation(type, `${type}/${index}`, random) })),
  ).sort((first, second) => (first.plannable.id < second.plannable.id ? -1 : 1));
  const plan = planOf(
    core,
    '1',
    all.map(({ plannable }) => plannable),
  );
  const fixed = Object.entries(plan.inputs).map(([id, { value }]) => [id, { value, law: 'fixed' }] as const);
  // Types are summed in the order of the totals: one type at a time holds the order of both to the same.
  for (const type of WITH_TOTAL) {
    const own = all.filter((calculation) => calculation.type === type);
    const { full } = await projectInventory(
      core,
      unassignedInput(
        own.map(({ type: kind, plannable: { id, inputs }, results }) => ({ id, type: kind, inputs, results })),
      ),
    );
    const part = planOf(
      core,
      '1',
      own.map(({ plannable }) => plannable),
    );
    const [first] = await drawn({ ...part, inputs: Object.fromEntries(fixed.filter(([id]) => id in part.inputs)) }, 1);
    expect(Object.is(first, full.co2e_t), `${type}: ${first} and ${full.co2e_t}`).toBe(true);
  }
});

describe('a plan of stored calculations', () => {
  const open = {
    id: 'c1',
    definition: definitionOf('open_mining_ch4'),
    inputs: { volume: 1e6, ef: 1.2, koef_transform: 0.67 },
    uncertainty: {
      volume: { law: { law: 'symmetric', percent: 2 } },
      ef: { law: { law: 'factor', factor: 3 }, group: 'dictionary/get_open_mining_ch4/2/ef' },
    },
  } satisfies PlannableCalculation;

  it('names quantities by dictionary row, calculation or constant, with the bounds of the input', () => {
    const plan = planOf(core, '7', [open]);
    expect(plan.inputs).toEqual({
      'calculation/c1/volume': { value: 1e6, law: 'symmetric', percent: 2, min: 0, max: 1e9 },
      'dictionary/get_open_mining_ch4/2/ef': { value: 1.2, law: 'factor', factor: 3, min: 0, max: 200 },
      'calculation/c1/koef_transform': { value: 0.67, law: 'fixed' },
      'constant/GWP_CH4': { value: 25, law: 'fixed' },
    });
    expect(plan.calculations).toEqual([
      {
        id: 'c1',
        formula: 'volume * ef * koef_transform * GWP_CH4',
        inputs: {
          volume: 'calculation/c1/volume',
          ef: 'dictionary/get_open_mining_ch4/2/ef',
          koef_transform: 'calculation/c1/koef_transform',
          GWP_CH4: 'constant/GWP_CH4',
        },
        divisor: 1000,
      },
    ]);
  });

  it('is a plan file that the command accepts', async () => {
    const plan = planOf(core, '7', [open]);
    expect(readPlan(JSON.parse(JSON.stringify(plan)), constantNames)).toEqual(plan);
    expect(await refusalOf(plan)).toBe('');
  });

  it('shares one draw of a dictionary row among calculations, so that equal ones move together', async () => {
    const first = { ...open, uncertainty: { ef: open.uncertainty.ef } };
    const plan = planOf(core, '7', [first, { ...first, id: 'c2' }]);
    const { moments } = await assess({ ...plan, n: 1024 });
    const alone = await assess({ ...plan, n: 1024, calculations: plan.calculations.slice(0, 1) });
    expect(moments.sd / alone.moments.sd).toBeCloseTo(2, 12);
  });

  it('does not draw the global warming potential: every draw is 25 times its methane', async () => {
    const plan = { ...planOf(core, '7', [open]), n: 2000 };
    const methane = plan.calculations.map((calculation) => ({
      ...calculation,
      formula: 'volume * ef * koef_transform',
    }));
    const [co2, ch4] = [await drawn(plan), await drawn({ ...plan, calculations: methane })];
    expect(co2.every((total, draw) => Math.abs(total / ((ch4[draw] ?? 0) * 25) - 1) < 1e-15)).toBe(true);
    expect((await assess(plan)).moments.shares).not.toHaveProperty('constant/GWP_CH4');
  });

  it('draws two editions of a dictionary row apart', () => {
    const other = { ...open, id: 'c2', inputs: { ...open.inputs, ef: 1.3 } };
    const { inputs } = planOf(core, '7', [open, other]);
    expect(inputs['dictionary/get_open_mining_ch4/2/ef']?.value).toBe(1.2);
    expect(inputs['dictionary/get_open_mining_ch4/2/ef@1.3']?.value).toBe(1.3);
  });

  const shared = (id: string, ef: number, law: InputUncertainty['law']) =>
    ({
      ...open,
      id,
      inputs: { ...open.inputs, ef },
      uncertainty: { ef: { law, group: 'group/прибор' } },
    }) satisfies PlannableCalculation;

  it('moves different values with one shared error together', async () => {
    const plan = planOf(core, '7', [
      shared('c1', 1.2, { law: 'symmetric', percent: 10 }),
      shared('c2', 2.4, { law: 'symmetric', percent: 10 }),
    ]);
    const split: Record<string, Float64Array> = {};
    for (const one of plan.calculations) split[one.id] = await drawn({ ...plan, calculations: [one] }, 1000);
    expect(split.c2?.every((total, draw) => Math.abs(total / (2 * (split.c1?.[draw] ?? 0)) - 1) < 1e-12)).toBe(true);
  });

  it('refuses two laws of one shared error', () => {
    const laws = [shared('c1', 1, { law: 'symmetric', percent: 10 }), shared('c2', 1, { law: 'factor', factor: 2 })];
    expect(() => planOf(core, '7', laws)).toThrow('задают ей разные значения');
  });
});

test('the burnt and unburnt shares of a flare come from one draw of its efficiency', async () => {
  const flare = (id: string, type: 'disposal_co2_torch' | 'torch_ch4', inputs: Readonly<Record<string, number>>) =>
    ({ id, definition: definitionOf(type), inputs }) satisfies PlannableCalculation;
  const plan = planOf(core, '3', [
    flare('burnt', 'disposal_co2_torch', { volume: 100, ef: 25, koef_transform: 1 }),
    flare('unburnt', 'torch_ch4', { volume: 100, koef_transform: 1 }),
  ]);
  expect(plan.inputs['constant/FLARE_EFFICIENCY']).toEqual({
    value: 0.98,
    ...DEFAULT_UNCERTAINTIES.flare_efficiency.law,
  });
  // With 25 t of CO2 a tonne, as GWP, the two parts add up to all the methane in every draw.
  const totals = await drawn(plan, 2000);
  expect(totals.every((total) => Math.abs(total - 2500) < 1e-9)).toBe(true);
});

test.each(['a + b * c', '(a + b) * c', 'a - (b - c)', 'a / (b / c)', 'a / b / c', '-(a + b) * -c', 'a - -1.5e-7'])(
  'the formula %s survives formatting and parsing',
  (text) => {
    expect(writeFormula(readFormula(text))).toBe(text);
    expect(readFormula(writeFormula(readFormula(text)))).toEqual(readFormula(text));
  },
);

test('every default uncertainty has a source and a mark, and GWP has none', () => {
  const all = Object.entries(DEFAULT_UNCERTAINTIES);
  expect(all.every(([, { source, mark, label }]) => source !== '' && label !== '' && mark.length > 0)).toBe(true);
  expect(all.filter(([name]) => /gwp/i.test(name))).toEqual([]);
});
