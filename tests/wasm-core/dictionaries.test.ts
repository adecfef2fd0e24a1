import { describe, expect, it } from 'vitest';
import type { CalculationDefinition, DictionaryUse, NumberInput } from '#core/calculations/definition.ts';
import { CALCULATIONS, FIELDS_TYPES } from '#core/calculations/index.ts';
import { parseInputs } from '#core/calculations/schema.ts';
import type { CoefficientName, DictionaryEntry } from '#core/contract/dictionary.ts';
import { COEFFICIENT_NAMES } from '#core/contract/dictionary_schema.ts';
import { DICTIONARIES, DICTIONARY_NAMES, type DictionaryName } from '#core/dictionaries/index.ts';
import { citationText, NORMS, type NormId } from '#core/norms.ts';
import { loadServerCore } from '#functions/core.ts';

const core = await loadServerCore();

/** What a coefficient can physically be, by name and unit. A number without an entry here fails. */
const PLAUSIBLE: Readonly<Record<string, readonly [number, number]>> = {
  'ef, м³/т': [0, 25],
  'ef_co2, т/тыс. м³': [1, 2],
  'ef_ch4, т/тыс. м³': [0.001, 0.1],
  'ef, т CO₂/т': [2.5, 3.3],
  'ef, т CO₂/т CH₄': [2.7, 2.8],
  'ef, т CO₂/ТДж': [50, 110],
  'cf, доля': [0.0005, 0.05],
  'k, ТДж/тыс. т': [8, 50],
  'k, ТДж/млн м³': [30, 40],
  'of, доля': [0.9, 1],
  'share, доля': [0.05, 0.5],
  'koef_transform, кг/м³': [0.66, 0.72],
  'p_ch4, кг/м³': [0.66, 0.72],
  'p_co2, кг/м³': [1.8, 2],
  'ef_ch4, % об.': [50, 100],
  'ef_co2, % об.': [0, 15],
  'p, кг/л': [0.4, 0.9],
};

const every = DICTIONARY_NAMES.flatMap((dictionary) =>
  DICTIONARIES[dictionary].results.map((row) => ({ dictionary, row, at: `${dictionary}: ${row.id} ${row.name}` })),
);

const uses = FIELDS_TYPES.flatMap((type) => {
  const definition: CalculationDefinition = CALCULATIONS[type];
  return (definition.dictionaries ?? []).map((use) => ({ type, definition, use, at: `${type} → ${use.name}` }));
});

const GJ_PER_TONNE_OF_COAL_EQUIVALENT = 29.3076;

const documents = (Object.keys(NORMS) as NormId[]).map((norm) => citationText({ norm, clause: '' }));

function numbersOf(row: DictionaryEntry): [CoefficientName, string][] {
  return COEFFICIENT_NAMES.flatMap((name) => {
    const text = row[name];
    return text === undefined ? [] : [[name, text]];
  });
}

function rowOf(dictionary: DictionaryName, id: number): DictionaryEntry {
  const found = DICTIONARIES[dictionary].results.find((row) => row.id === id);
  if (!found) throw new Error(`${dictionary} has no row ${id}`);
  return found;
}

function numberOf(dictionary: DictionaryName, id: number, name: CoefficientName): number {
  return Number(rowOf(dictionary, id)[name]);
}

function rowsOf({ name }: DictionaryUse): readonly DictionaryEntry[] {
  return DICTIONARIES[name as DictionaryName].results;
}

describe('a dictionary on the wire', () => {
  it.each(DICTIONARY_NAMES)('%s is one complete page with the day of its version', (name) => {
    const { count, next, previous, results, version } = DICTIONARIES[name];
    expect({ count, next, previous }).toEqual({ count: results.length, next: null, previous: null });
    expect(version).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(JSON.parse(JSON.stringify(DICTIONARIES[name]))).toEqual(DICTIONARIES[name]);
  });

  it.each(DICTIONARY_NAMES)('%s gives every row a distinct id and name', (name) => {
    const { results } = DICTIONARIES[name];
    expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
    expect(new Set(results.map((row) => row.name)).size).toBe(results.length);
  });
});

describe.each(every)('$at', ({ row }) => {
  it('cites its source', () => {
    expect(documents).toContain(row.source.document);
    expect(row.source.table).not.toBe('');
    expect(row.source.row).not.toBe('');
    expect(['norm', 'derived', 'proposed']).toContain(row.mark);
  });

  it('explains why it is not a norm', () => {
    if (row.mark !== 'norm') expect(row.note).toMatch(/\S/);
  });

  it('has a unit for every number and writes it with six decimals', () => {
    for (const [name, text] of numbersOf(row)) {
      expect(text).toMatch(/^\d+\.\d{6}$/);
      expect(row.units[name], `unit of ${name}`).toMatch(/\S/);
    }
  });

  it('has physically plausible numbers', () => {
    for (const [name, text] of numbersOf(row)) {
      const [low, high] = PLAUSIBLE[`${name}, ${row.units[name]}`] ?? [Number.NaN, Number.NaN];
      expect(Number(text), name).toBeGreaterThanOrEqual(low);
      expect(Number(text), name).toBeLessThanOrEqual(high);
    }
  });

  it('uses the methane density of the core', () => {
    if (row.koef_transform !== undefined) expect(Number(row.koef_transform)).toBe(core.constant('CH4_DENSITY'));
  });
});

describe.each(uses)('$at', ({ definition, use }) => {
  const chosen = rowsOf(use).filter(({ custom }) => !custom);

  it('names an existing dictionary and existing inputs', () => {
    expect(DICTIONARY_NAMES).toContain(use.name);
    for (const preset of use.presets) expect(definition.inputs).toHaveProperty(preset);
    for (const typed of use.custom ?? []) expect(use.presets).toContain(typed);
  });

  it('presets exactly the coefficients of its rows', () => {
    for (const row of chosen)
      expect(
        numbersOf(row)
          .map(([name]) => name)
          .sort(),
      ).toEqual([...use.presets].sort());
  });

  it('has rows that differ in their presets', () => {
    const tuples = chosen.map((row) => use.presets.map((preset) => row[preset as CoefficientName]).join(' '));
    expect(new Set(tuples).size).toBe(tuples.length);
  });

  it('presets values that form and server accept', () => {
    for (const row of chosen) {
      const raw = Object.fromEntries(use.presets.map((preset) => [preset, row[preset as CoefficientName]]));
      const parsed = parseInputs(definition, raw, (name) => core.constant(name));
      const refused = parsed.ok ? [] : parsed.errors.filter(({ field }) => use.presets.includes(field ?? ''));
      expect(refused, row.name).toEqual([]);
    }
  });

  it('has the unit of the input or a narrower one', () => {
    for (const row of rowsOf(use)) {
      for (const [name, unit] of Object.entries(row.units)) {
        const input = definition.inputs[name] as NumberInput;
        expect([input.unit, ...(row.units.volume ? [unit] : [])], `${row.name}: ${name}`).toContain(unit);
      }
    }
  });

  it('offers «Фактическое значение» with only the fixed numbers when the definition does', () => {
    const actual = rowsOf(use).filter(({ custom }) => custom);
    expect(actual).toHaveLength(use.custom ? 1 : 0);
    for (const row of actual) {
      const given = numbersOf(row).map(([name]) => name);
      expect(row.name).toBe('Фактическое значение');
      expect(given).toEqual(use.presets.filter((preset) => !use.custom?.includes(preset)));
      for (const typed of use.custom ?? []) expect(row.units[typed as CoefficientName], typed).toMatch(/\S/);
    }
  });
});

describe('dictionary numbers recomputed from the sources', () => {
  it('diesel and petrol have the strings that clients compare', () => {
    expect(rowOf('get_open_mining_co2', 1).ef).toBe('3.149000');
    expect(rowOf('get_open_mining_co2', 2).ef).toBe('3.026000');
  });

  it('diesel of table 18.1 is its energy content times its emission factor in table 1.1', () => {
    const [k, ef] = (['k', 'ef'] as const).map((name) => numberOf('get_disposal_co2_stat_sources', 10, name));
    expect(((k ?? 0) * (ef ?? 0)) / 1000).toBeCloseTo(numberOf('get_open_mining_co2', 1, 'ef'), 3);
  });

  it('degassing gas gives the methane factor of table 2.1 with 3.5 % left unburnt', () => {
    const density = numberOf('get_underground', 3, 'p_ch4');
    expect(numberOf('get_underground_content', 1, 'ef_ch4') * 0.035 * density * 1e-2).toBeCloseTo(0.0178, 4);
    expect(numberOf('get_underground_content', 2, 'ef_ch4') * 0.0006 * density * 1e-2).toBeCloseTo(0.0004, 4);
  });

  it.each([
    [1, 273.15],
    [2, 288.15],
    [3, 293.15],
  ])('densities of row %i are those of an ideal gas at %d K, or up to a hundredth above', (id, kelvin) => {
    const idealKgPerM3 = (molarMass: number) => (101.325 * molarMass) / (8.314462618 * kelvin);
    for (const [name, molarMass] of [
      ['p_co2', 44.0095],
      ['p_ch4', 16.0425],
    ] as const) {
      const ratio = numberOf('get_underground', id, name) / idealKgPerM3(molarMass);
      expect(ratio, name).toBeGreaterThan(1);
      expect(ratio, name).toBeLessThan(1.01);
    }
  });

  it('the 15 °C densities follow from the 0 °C densities', () => {
    const warmed = (name: CoefficientName) => (numberOf('get_underground', 1, name) * 273.15) / 288.15;
    expect(Math.abs(warmed('p_co2') - numberOf('get_underground', 2, 'p_co2'))).toBeLessThan(0.0002);
    expect(Math.abs(warmed('p_ch4') - numberOf('get_underground', 2, 'p_ch4'))).toBeLessThan(0.0001);
  });

  it('20 °C is the first row, so the default does not overstate by 7 %', () => {
    expect(DICTIONARIES.get_underground.results[0]).toMatchObject({ id: 3, p_co2: '1.839300', p_ch4: '0.668000' });
  });

  // Row of table 1.1 → t CO2 per t (gas: per thousand m³), computed apart from the seed; t of coal equivalent per the same.
  it.each([
    [27, 2.334, 0.867],
    [26, 2.318, 0.876],
    [30, 2.232, 0.822],
    [31, 1.769, 0.649],
    [35, 2.722, 0.987],
    [36, 2.072, 0.751],
    [37, 2.068, 0.752],
    [41, 2.011, 0.727],
    [42, 1.481, 0.516],
    [43, 2.506, 0.906],
    [45, 1.909, 0.701],
    [54, 2.119, 0.768],
    [56, 2.625, 0.911],
    [57, 2.668, 0.962],
    [58, 2.128, 0.768],
    [59, 1.384, 0.467],
    [62, 3.103, 0.99],
    [67, 1.8, 1.129],
    [3, 2.042, 1.154],
    [14, 2.903, 1.57],
    [69, 2.594, 1.57],
    [10, 3.149, 1.45],
    [6, 3.028, 1.49],
    [11, 3.111, 1.37],
    [9, 3.099, 1.47],
  ])(
    'fuel %i emits %d t CO2 per tonne or thousand m³, and is worth %d t of coal equivalent',
    (id, tonnes, equivalent) => {
      const k = numberOf('get_disposal_co2_stat_sources', id, 'k');
      const ef = numberOf('get_disposal_co2_stat_sources', id, 'ef');
      expect(Math.abs((k * ef) / 1000 - tonnes)).toBeLessThanOrEqual(0.00051);
      expect(Math.abs(k / (equivalent * GJ_PER_TONNE_OF_COAL_EQUIVALENT) - 1)).toBeLessThan(0.006);
    },
  );

  it('mine methane burns to the CO2 of formula 1.3: 1.8393 t per thousand m³', () => {
    const row = rowOf('get_disposal_co2_stat_sources', 78);
    expect((Number(row.k) * Number(row.ef)) / 1000).toBeCloseTo(numberOf('get_underground', 3, 'p_co2'), 2);
    expect(row.mark).toBe('derived');
  });

  it('the default oxidation factor is 1, and gas is measured in million m³', () => {
    for (const row of DICTIONARIES.get_disposal_co2_stat_sources.results) {
      expect(row.of).toBe('1.000000');
      const isGas = /^(Газ горючий|Газ попутный|Шахтный метан)/.test(row.name);
      expect([row.units.volume, row.units.k]).toEqual(isGas ? ['млн м³', 'ТДж/млн м³'] : ['тыс. т', 'ТДж/тыс. т']);
    }
  });

  it('a flare turns 16 t of methane into 44 t of CO2', () => {
    expect(numberOf('get_disposal_co2_torch', 1, 'ef')).toBe(44 / 16);
  });

  it('1000 l of summer diesel weigh 0.860 t and emit 2.708 t of CO2', () => {
    const mass = core.fuelMass(1000, numberOf('get_coeff_co2_density', 6, 'p'));
    expect(mass).toBe(0.86);
    expect(mass * numberOf('get_open_mining_co2', 1, 'ef')).toBeCloseTo(2.708, 3);
  });

  it('emission factors grow with the depth of the mine and the thickness of the overburden', () => {
    for (const [name, ids] of [
      ['get_underground_emission_ch4', [1, 2, 3]],
      ['get_handling_underground_ch4', [1, 2, 3]],
      ['get_open_mining_ch4', [1, 2, 3]],
      ['get_open_mining_ch4', [4, 5, 6]],
      ['get_methane_abundance', [1, 2, 3]],
    ] as const) {
      const factors = ids.map((id) => numberOf(name, id, 'ef'));
      expect(factors).toEqual([...factors].sort((a, b) => a - b));
    }
  });
});
