import { describe, expect, it } from 'vitest';
import { numberInputs, numberResults } from '#core/calculations/definition.ts';
import {
  CALCULATION_TYPES,
  definitionOf,
  FIELDS_TYPES,
  isCalculationType,
  TABLE_TYPES,
} from '#core/calculations/index.ts';
import { formulaTokens } from '#core/calculations/trace.ts';
import { CONSTANTS, type ConstantName } from '#core/constants.ts';
import { citationText, endText, isInForce, NORMS, type Norm, type NormId } from '#core/norms.ts';
import { loadServerCore } from '#functions/core.ts';
import { CASES, TABLE_CASES } from './all_cases.ts';
import { definitions, registryKeys } from './touches.ts';

const core = await loadServerCore();

describe('the registry', () => {
  it('lists every definition file under its own name', () => {
    expect(registryKeys()).toEqual(CALCULATION_TYPES);
    expect(definitions().sort()).toEqual([...CALCULATION_TYPES].sort());
  });

  it('has a case table of the right shape for every type', () => {
    expect(Object.keys(CASES).sort()).toEqual([...FIELDS_TYPES].sort());
    expect(Object.keys(TABLE_CASES).sort()).toEqual([...TABLE_TYPES].sort());
  });

  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty', '', 'Underground', 'underground/'])(
    'does not accept %o as a calculation type',
    (text) => {
      expect(isCalculationType(text)).toBe(false);
    },
  );

  it('puts every type in exactly one list: typed fields or tables', () => {
    expect([...FIELDS_TYPES, ...TABLE_TYPES].sort()).toEqual([...CALCULATION_TYPES].sort());
    expect(TABLE_TYPES.length).toBeGreaterThan(0);
  });
});

describe.each(CALCULATION_TYPES)('%s', (type) => {
  const definition = definitionOf(type);

  it('has a Russian title and a source with document and clause', () => {
    expect(definition.title).toMatch(/^[А-ЯЁ]/);
    expect(Object.keys(NORMS)).toContain(definition.source.norm);
    expect(definition.source.clause).toMatch(/\S/);
  });

  it('labels every input and result in Russian', () => {
    for (const [name, { label }] of [...Object.entries(definition.inputs), ...Object.entries(definition.results)]) {
      expect(label, name).toMatch(/[а-яё]/i);
    }
  });
});

describe.each(FIELDS_TYPES)('%s', (type) => {
  const definition = definitionOf(type);
  const names = new Set([...Object.keys(definition.inputs), ...Object.keys(definition.results)]);

  it.each(numberInputs(definition))(
    'gives the input %s a symbol, a unit and bounds',
    (_, { symbol, unit, min, max, fixed }) => {
      expect(symbol).toMatch(/\S/);
      expect(unit).toMatch(/\S/);
      expect(Number.isFinite(min) && Number.isFinite(max) && min >= 0 && min < max).toBe(true);
      if (fixed) {
        expect(core.constant(fixed)).toBeGreaterThanOrEqual(min);
        expect(core.constant(fixed)).toBeLessThanOrEqual(max);
      }
    },
  );

  it('gives every quantity a distinct symbol', () => {
    const symbols = [...numberInputs(definition), ...numberResults(definition)].map(([, { symbol }]) => symbol);
    expect(new Set(symbols).size).toBe(symbols.length);
  });

  it.each(numberResults(definition).filter(([, { formula }]) => formula !== undefined))(
    'shows the result %s with a unit and a formula over existing names',
    (name, { formula = '', unit, display, decimals, symbol }) => {
      expect(symbol).toMatch(/\S/);
      expect(unit).toMatch(/\S/);
      expect(Number.isInteger(decimals) && decimals >= 0).toBe(true);
      if (display) expect([display.unit !== unit, display.divisor > 0]).toEqual([true, true]);
      const earlier = Object.keys(definition.results).slice(0, Object.keys(definition.results).indexOf(name));
      const known = [...Object.keys(definition.inputs), ...earlier, ...Object.keys(CONSTANTS)];
      for (const token of formulaTokens(formula).filter((text) => /^[A-Za-z_]/.test(text))) {
        expect(known, `${token} in the formula of ${name}`).toContain(token);
      }
      expect(formulaTokens(formula).join(''), 'every sign of the formula is read').toBe(formula.replaceAll(' ', ''));
    },
  );

  it('explains every number by a formula or, for a decision table, in words', () => {
    const unexplained = numberResults(definition).filter(([, { formula }]) => formula === undefined);
    // The rule of the decision table is an ordinal: no unit, no formula, its words stand in `reason`.
    expect(unexplained.map(([name]) => name)).toEqual(definition.present ? ['rule'] : []);
  });

  it('writes number results first, in the order of the core', () => {
    if (definition.present) return;
    expect(Object.values(definition.results).every(({ kind }) => kind === 'number')).toBe(true);
  });

  it('limits only sums of existing inputs', () => {
    for (const { inputs, message } of definition.limits ?? []) {
      for (const name of inputs) expect(names).toContain(name);
      expect(message).toMatch(/[а-яё]/i);
    }
  });
});

describe.each(TABLE_TYPES)('%s', (type) => {
  const definition = definitionOf(type);
  const { columns = {}, summary = {}, modelInput, series, example = [] } = definition.table ?? {};
  const earlier = (name: string) =>
    Object.keys(definition.results).slice(0, Object.keys(definition.results).indexOf(name));

  it('labels every column and metric in Russian', () => {
    for (const [name, { label }] of [...Object.entries(columns), ...Object.entries(summary)]) {
      expect(label, name).toMatch(/[а-яё]/i);
    }
  });

  it('gives every quantity a distinct name and symbol', () => {
    const quantities = [...Object.values(columns), ...numberInputs(definition).map(([, input]) => input)];
    const results = [...numberResults(definition).map(([, result]) => result), ...Object.values(summary)];
    const symbols = [...quantities, ...results].flatMap(({ symbol }) => symbol ?? []);
    expect(new Set(symbols).size, symbols.join(' ')).toBe(symbols.length);
    const names = [columns, definition.inputs, definition.results].flatMap(Object.keys);
    expect(new Set(names).size, names.join(' ')).toBe(names.length);
  });

  it.each(numberResults(definition))(
    'explains the result %s by a formula over existing names or in words',
    (name, result) => {
      if (result.formula === undefined) return expect(result.note).toMatch(/[а-яё]{3}/i);
      const known = [columns, definition.inputs, CONSTANTS].flatMap(Object.keys).concat(earlier(name));
      for (const token of formulaTokens(result.formula).filter((text) => /^[A-Za-z_]/.test(text))) {
        expect(known, `${token} in the formula of ${name}`).toContain(token);
      }
      expect(formulaTokens(result.formula).join('')).toBe(result.formula.replaceAll(' ', ''));
      expect(result.unit).toMatch(/\S/);
    },
  );

  it('cites a document for every limit', () => {
    for (const [, { limit }] of numberResults(definition)) {
      if (limit) expect(citationText(limit.source)).toMatch(/№ .+ от \d\d\.\d\d\.\d{4}, .+/);
    }
  });

  it('refers only to existing columns and inputs, and its template fills every column', () => {
    const used = series ? [series.object, series.year, series.wide ?? series.year] : [];
    for (const name of used) expect(Object.keys(columns)).toContain(name);
    if (modelInput) expect(definition.inputs[modelInput]?.kind).toBe('choice');
    for (const row of example) expect(row.length).toBe(Object.keys(columns).length);
  });
});

describe('constants', () => {
  it.each(Object.entries(CONSTANTS))(
    '%s has a label, a symbol, a unit and a source',
    (name, { label, symbol, unit, source }) => {
      expect(core.constant(name as ConstantName)).toBeGreaterThan(0);
      for (const text of [label, symbol, unit, source.clause]) expect(text).toMatch(/\S/);
    },
  );

  it('have the normative values', () => {
    expect(core.constant('GWP_CH4')).toBe(25);
    expect(core.constant('CH4_DENSITY')).toBe(0.67);
    expect(core.constant('FLARE_EFFICIENCY')).toBe(0.98);
    expect(core.constant('FLARE_UNBURNT')).toBe(0.02);
  });
});

describe('norms', () => {
  it.each(Object.keys(NORMS) as NormId[])('%s has a title and a valid date', (norm) => {
    expect(NORMS[norm].title).toMatch(/[а-яё]/i);
    expect(new Date(`${NORMS[norm].date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(NORMS[norm].date);
  });

  it.each(Object.keys(NORMS) as NormId[])('%s says when it is in force, or why it does not', (norm) => {
    const { valid_from, valid_to, undated }: Norm = NORMS[norm];
    const days = [valid_from, valid_to].flatMap((day) => day ?? []);
    expect(days.length > 0, 'either a day or a reason').toBe(undated === undefined);
    for (const day of days) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
    if (undated !== undefined) expect(undated).toMatch(/^[А-Я].*\.$/);
  });

  it.each([
    ['rules_507', '2026-06-30', undefined],
    ['rules_507', '2026-07-01', 'утрачивает силу 01.01.2027'],
    ['rules_507', '2027-01-01', 'утратил силу 01.01.2027'],
    ['order_371', '2026-11-22', undefined],
    ['order_371', '2028-09-01', 'утрачивает силу 01.03.2029'],
    ['ipcc_2006', '2026-11-22', undefined],
  ] as const)('%s read on %s: its end is told six months before it', (norm, today, told) => {
    expect(endText(NORMS[norm], today)).toBe(told);
  });

  it.each([
    ['2023-03-01', '2023-12-31', true],
    ['2023-02-28', '2023-12-31', false],
    ['2028-01-01', '2029-02-28', true],
    ['2028-01-01', '2029-03-01', false],
  ])('order 371 from %s to %s is in force: %s', (start, end, isIn) => {
    expect(isInForce(NORMS.order_371, start, end)).toBe(isIn);
  });

  it('are cited with number, date and clause; a book without a date', () => {
    expect(citationText({ norm: 'order_371', clause: 'прил. 2, таблица 1.2' })).toMatch(
      /^Приказ Минприроды России «.+», № 371 от 27\.05\.2022, прил\. 2, таблица 1\.2$/,
    );
    expect(citationText({ norm: 'ipcc_2006', clause: 'уравнение 4.1.3' })).toMatch(
      /, том 2, глава 4, уравнение 4\.1\.3$/,
    );
    expect(citationText({ norm: 'product', clause: '' })).toBe(
      'Предложение разработчика (инженерная оценка, не норматив)',
    );
  });
});
