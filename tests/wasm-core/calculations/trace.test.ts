import { describe, expect, it } from 'vitest';
import { compute } from '#core/calculations/compute.ts';
import { numberResults } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { findProvenance } from '#core/calculations/provenance.ts';
import { parseInputs } from '#core/calculations/schema.ts';
import { type Trace, type TraceCoefficient, type TraceStep, trace } from '#core/calculations/trace.ts';
import { DICTIONARIES, type DictionaryName } from '#core/dictionaries/index.ts';
import { loadServerCore } from '#functions/core.ts';
import { CASES } from './all_cases.ts';
import { computeRows } from './compute_rows.ts';

const core = await loadServerCore();

function traced(type: CalculationType, raw: Readonly<Record<string, number | string>>, actual: string[] = []): Trace {
  const definition = definitionOf(type);
  const parsed = parseInputs(definition, raw, (name) => core.constant(name));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const { inputs } = parsed;
  const rows = findProvenance(definition, inputs, (name) => DICTIONARIES[name as DictionaryName], actual);
  return trace(core, definition, inputs, compute(core, type, definition, inputs), rows);
}

/** A step as a line on paper. */
function line({ symbol, parts, value, unit }: TraceStep): string {
  const symbols = parts.map((part) => (part.kind === 'sign' ? part.text : part.symbol)).join(' ');
  const numbers = parts.map((part) => (part.kind === 'sign' ? part.text : `${part.value} ${part.unit}`)).join(' ');
  return `${symbol} = ${symbols} = ${numbers} = ${value} ${unit}`;
}

const marked = ({ symbol, value, mark }: TraceCoefficient) => `${symbol} ${value} ${mark}`;

describe('the trace for a verifier', () => {
  it('explains a million tonnes mined at 200–400 m', () => {
    const { method, steps, coefficients, core_sha256 } = traced('underground_emission_ch4', { volume: 1e6, ef: 18 });
    expect(method).toMatch(/^МГЭИК\. .+, уравнение 4\.1\.3$/);
    expect(steps.map(line)).toEqual([
      'M(CH₄) = V · EF · ρ = 1000000 т · 18 м³/т · 0.67 кг/м³ = 12060000 кг',
      'M(CO₂-экв.) = M(CH₄) · ПГП = 12060000 кг · 25 т CO₂-экв./т CH₄ = 301500000 кг CO₂-экв.',
    ]);
    expect(coefficients.map(marked)).toEqual(['EF 18 norm', 'ρ 0.67 norm', 'ПГП 25 norm']);
    expect(coefficients[0]?.source).toMatch(
      /^МГЭИК\. .+, уравнение 4\.1\.3, коэффициенты уровня 1, средний, 200–400 м$/,
    );
    expect(coefficients[2]?.source).toMatch(/^Распоряжение Правительства РФ .+ № 2979-р от 22\.10\.2021, /);
    expect(core_sha256).toBe(core.sha256);
  });

  it('explains degassing gas at 20 °C, with every step after the steps that it uses', () => {
    const raw = { volume: 1000, p_co2: '1.839300', p_ch4: '0.668000', ef_co2: '10.600000', ef_ch4: '76.000000' };
    expect(traced('underground', raw).steps.map(line)).toEqual([
      'M(CO₂) = V · W(CO₂) · ρ(CO₂) / 100 = 1000 тыс. м³ · 10.6 % об. · 1.8393 кг/м³ / 100 = 194.96579999999997 т',
      'M(CH₄) = V · W(CH₄) · ρ(CH₄) / 100 = 1000 тыс. м³ · 76 % об. · 0.668 кг/м³ / 100 = 507.68 т',
      'M(CO₂-экв.) = M(CH₄) · ПГП = 507.68 т · 25 т CO₂-экв./т CH₄ = 12692 т CO₂-экв.',
      'ΣM = M(CO₂) + M(CO₂-экв.) = 194.96579999999997 т + 12692 т CO₂-экв. = 12886.9658 т CO₂-экв.',
    ]);
  });

  it('explains a flare with the burnt share in the formula and among the coefficients', () => {
    const { steps, coefficients } = traced('torch_ch4', { volume: 1000, koef_transform: '0.670000' });
    expect(steps.map(line)[0]).toBe('M(CH₄) = (1 − η) · V · ρ = 0.02 доля · 1000 тыс. м³ · 0.67 кг/м³ = 13.4 т');
    expect(coefficients.map(({ symbol }) => symbol)).toEqual(['ρ', 'ПГП', '(1 − η)']);
  });

  it('explains one year of a mine with the numbers of its row and the cited factor of the table', async () => {
    const definition = definitionOf('sensitivity');
    const { column } = await computeRows('sensitivity', [['Шахта', 2022, 1_100_000, 13]], { ef: 2.5 });
    const results = Object.fromEntries(
      numberResults(definition).map(([name]) => [name, column(name)[0] ?? Number.NaN]),
    );
    const row = { ef: 2.5, volume: 1_100_000, methane: 13 };
    const rows = findProvenance(definition, row, (name) => DICTIONARIES[name as DictionaryName], []);
    const { method, steps, coefficients } = trace(core, definition, row, results, rows);
    expect(method).toMatch(/^МГЭИК\. .+, уравнения 4\.1\.3, 4\.1\.4; .+ предложение разработчика, не норматив$/);
    expect(steps.map(line)).toEqual([
      'E₁ = V · m · ρ · ПГП / 1000 = 1100000 т · 13 м³/т · 0.67 кг/м³ · 25 т CO₂-экв./т CH₄ / 1000 = 239525 т CO₂-экв.',
      'E₂ = V · e · ρ · ПГП / 1000 = 1100000 т · 2.5 м³/т · 0.67 кг/м³ · 25 т CO₂-экв./т CH₄ / 1000 = 46062.5 т CO₂-экв.',
      'E = E₁ + E₂ = 239525 т CO₂-экв. + 46062.5 т CO₂-экв. = 285587.5 т CO₂-экв.',
    ]);
    expect(coefficients.map(marked)).toEqual(['e 2.5 norm', 'ПГП 25 norm', 'ρ 0.67 norm']);
  });

  it('explains gas burnt in a boiler with the units of the chosen fuel only', () => {
    const gas = traced('disposal_co2_stat_sources', { volume: 1, ef: 54.4, of: 1, k: 33.08 });
    expect(gas.steps.map(line)).toEqual([
      'M(CO₂) = FC · k · EF · OF = 1 млн м³ · 33.08 ТДж/млн м³ · 54.4 т CO₂/ТДж · 1 доля = 1799.552 т',
    ]);
    const coal = traced('disposal_co2_stat_sources', { volume: 1, ef: 91.9, of: 1, k: 25.4 });
    expect(coal.steps.map(line)[0]).toContain('1 тыс. т · 25.4 ТДж/тыс. т');
  });

  it('marks a derived coefficient as derived', () => {
    const { coefficients } = traced('disposal_co2_stat_sources', { volume: 1, ef: 55.1, of: 1, k: 33.4 });
    expect(coefficients.map(({ mark }) => mark)).toEqual(['derived', 'derived', 'derived']);
  });

  it('shows an actual value without a source', () => {
    const raw = { volume: 1e6, ef: 18 };
    const { coefficients } = traced('underground_emission_ch4', raw, ['get_underground_emission_ch4']);
    expect(coefficients[0]).not.toHaveProperty('source');
    expect(coefficients[0]).not.toHaveProperty('mark');
    // The conversion stays fixed by the method, whoever typed the other number.
    expect(coefficients[1]).toMatchObject({ value: 0.67, mark: 'norm', source: expect.stringMatching(/МГЭИК/) });
  });

  it('explains a recommended technology by its method, without arithmetic', () => {
    const { method, steps, coefficients } = traced('recycle_technology', { metan: 40, a_metan: 12 });
    expect(method).toMatch(/^Предложение разработчика/);
    expect({ steps, coefficients }).toEqual({ steps: [], coefficients: [] });
  });
});

describe.each(FIELDS_TYPES)('%s', (type) => {
  it.each(CASES[type] ?? [])('$title: every step gives the stored number', ({ inputs, results }) => {
    const { steps } = traced(type, inputs);
    const explained = numberResults(definitionOf(type)).filter(([, { formula }]) => formula !== undefined);
    expect(steps.map(({ name, value }) => [name, value])).toStrictEqual(
      explained.map(([name]) => [name, results[name]]),
    );
  });
});
