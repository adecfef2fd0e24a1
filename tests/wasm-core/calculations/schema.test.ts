import { describe, expect, it } from 'vitest';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { CALCULATIONS, definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { parseInputs, parseSettings } from '#core/calculations/schema.ts';
import { loadServerCore } from '#functions/core.ts';
import { CASES } from './all_cases.ts';

const core = await loadServerCore();

function parse(definition: CalculationDefinition, raw: unknown) {
  return parseInputs(definition, raw, (name) => core.constant(name));
}

function faultsOf(definition: CalculationDefinition, raw: unknown) {
  const parsed = parse(definition, raw);
  return parsed.ok ? [] : parsed.errors;
}

const { open_mining_co2, underground, underground_emission_ch4 } = CALCULATIONS;
const fuel = { volume: 1000, ef: '3.149000' };
const mixture = { volume: 1, p_co2: 1.8393, p_ch4: 0.668, ef_co2: 10.6, ef_ch4: 76 };

describe('parseInputs refuses, with field, value and next step,', () => {
  it('every missing input, by its label', () => {
    expect(faultsOf(open_mining_co2, {})).toEqual([
      { field: 'volume', message: 'Укажите: Масса израсходованного топлива.' },
      { field: 'ef', message: 'Укажите: Коэффициент выбросов CO₂.' },
    ]);
  });

  it.each([
    ['null', null, undefined, 'Укажите: Масса израсходованного топлива.'],
    ['an empty text', '', '', 'Укажите число.'],
    ['an object', { value: 5 }, undefined, 'Это не число. Запишите его цифрами, например 1234,5.'],
    ['an array', [5], undefined, 'Это не число. Запишите его цифрами, например 1234,5.'],
    ['true', true, 'true', 'Это не число. Запишите его цифрами, например 1234,5.'],
    ['words', 'тысяча', 'тысяча', 'Это не число. Запишите его цифрами, например 1234,5.'],
    ['NaN', Number.NaN, 'NaN', 'Это не число. Запишите его цифрами, например 1234,5.'],
    ['infinity', JSON.parse('1e309'), 'Infinity', 'Число слишком велико. Проверьте порядок и единицу измерения.'],
    ['a negative number', -1, '-1', 'Допустимо от 0 до 100 000 000 т. Проверьте значение и единицу.'],
    ['more than the bound', 100_000_001, '100000001', 'Допустимо от 0 до 100 000 000 т. Проверьте значение и единицу.'],
    ['text beyond the bound', '1e9', '1e9', 'Допустимо от 0 до 100 000 000 т. Проверьте значение и единицу.'],
    [
      'two separators',
      '1.234,5',
      '1.234,5',
      'В числе больше одного разделителя. Оставьте одну запятую или точку — перед дробной частью.',
    ],
  ])('%s', (_, volume, value, message) => {
    const spaced = faultsOf(open_mining_co2, { ...fuel, volume }).map((fault) => ({
      ...fault,
      message: fault.message.replaceAll('\u00a0', ' '),
    }));
    expect(spaced).toEqual([{ field: 'volume', ...(value !== undefined && { value }), message }]);
  });

  it.each([null, undefined, [], 'text', 5, true])('%o instead of an object', (raw) => {
    expect(faultsOf(open_mining_co2, raw)).toEqual([
      expect.objectContaining({ message: 'Нужен объект с полями расчёта.' }),
    ]);
  });

  it.each([0.123_456_7, '3,1490001'])('a coefficient with more than six decimals: %s', (ef) => {
    expect(faultsOf(open_mining_co2, { ...fuel, ef })).toEqual([
      {
        field: 'ef',
        value: String(ef),
        message: 'У коэффициента не больше 6 знаков после запятой. Округлите его.',
      },
    ]);
  });

  it('a different value of a coefficient fixed by the method', () => {
    expect(faultsOf(underground_emission_ch4, { volume: 1, ef: 10, koef_transform: 0.668 })).toEqual([
      { field: 'koef_transform', value: '0.668', message: 'Коэффициент закреплён методикой: 0,67 кг/м³.' },
    ]);
  });

  it('a mixture of more than 100 %', () => {
    expect(faultsOf(underground, { ...mixture, ef_co2: 24.000_001 })).toEqual([
      {
        field: 'ef_ch4',
        value: '76',
        message: 'CO₂ и CH₄ вместе не могут составлять больше 100 % смеси. Проверьте оба содержания.',
      },
    ]);
  });

  it('a very long value, echoed truncated', () => {
    const [fault] = faultsOf(open_mining_co2, { ...fuel, volume: 'x'.repeat(10_000) });
    expect(fault?.value).toHaveLength(51);
  });

  it('all faults in one response', () => {
    const fields = faultsOf(underground, { ...mixture, volume: -1, p_co2: 'x', ef_ch4: null }).map(
      ({ field }) => field,
    );
    expect(fields).toEqual(['volume', 'p_co2', 'ef_ch4']);
  });
});

describe('parseInputs accepts', () => {
  it('a mixture of exactly 100 %', () => {
    expect(parse(underground, { ...mixture, ef_co2: 24 }).ok).toBe(true);
  });

  it('any split of 100 % with six decimals, despite binary rounding', () => {
    for (let millionths = 0; millionths <= 100_000_000; millionths += 99_991) {
      const raw = { ...mixture, ef_co2: millionths / 1e6, ef_ch4: (100_000_000 - millionths) / 1e6 };
      if (!parse(underground, raw).ok) expect.fail(`${raw.ef_co2} + ${raw.ef_ch4}`);
    }
  });

  it('numbers as text and as JSON numbers', () => {
    expect(parse(open_mining_co2, { volume: '1 000,0', ef: 3.149 })).toStrictEqual(parse(open_mining_co2, fuel));
  });

  it('a fixed coefficient that is left out or has its own value', () => {
    const given = parse(underground_emission_ch4, { volume: 1, ef: 10, koef_transform: '0.670000' });
    expect(parse(underground_emission_ch4, { volume: 1, ef: 10 })).toStrictEqual(given);
    expect(given).toStrictEqual({ ok: true, inputs: { volume: 1, ef: 10, koef_transform: 0.67 } });
  });

  it('values equal to a bound', () => {
    expect(parse(open_mining_co2, { volume: 0, ef: 0 }).ok).toBe(true);
    expect(parse(open_mining_co2, { volume: 1e8, ef: 10 }).ok).toBe(true);
  });

  it('−0 as 0', () => {
    expect(parse(open_mining_co2, { volume: -0, ef: '-0' })).toStrictEqual({ ok: true, inputs: { volume: 0, ef: 0 } });
  });
});

describe.each(FIELDS_TYPES)('%s', (type) => {
  const definition = definitionOf(type);
  const { inputs } = CASES[type]?.[0] ?? { inputs: {} };

  it('ignores forged results, fields of a stored calculation and names of Object.prototype', () => {
    const forged = JSON.stringify({
      ...inputs,
      ...Object.fromEntries(Object.keys(definition.results).map((name) => [name, 1e99])),
      id: 'other',
      core_sha256: 'forged',
      constructor: { prototype: { volume: 1 } },
      toString: 5,
      hasOwnProperty: 'x',
    });
    const withPrototype = forged.replace('{', '{"__proto__":{"volume":7,"polluted":true},');
    expect(parse(definition, JSON.parse(withPrototype))).toStrictEqual(parse(definition, inputs));
    expect({}).not.toHaveProperty('polluted');
  });

  it('does not read an input from __proto__ of a request', () => {
    const parsed = parse(definition, JSON.parse(`{"__proto__":${JSON.stringify(inputs)}}`));
    expect(parsed.ok).toBe(false);
  });
});

describe('parseSettings', () => {
  const { regres_methane, filling_blanks } = CALCULATIONS;

  it('reads choices by key and trimmed texts, and ignores other fields', () => {
    expect(parseSettings(regres_methane, { method: 'xgboost', result: 5 })).toEqual({
      ok: true,
      settings: { method: 'xgboost' },
    });
    const names = { name_element: ' Шахта ', name_value: 'Добыча угля, тыс. т' };
    expect(parseSettings(filling_blanks, names)).toEqual({ ok: true, settings: { ...names, name_element: 'Шахта' } });
  });

  it.each([undefined, null, 5, '', 'XGBoost', 'toString', '__proto__', ['xgboost'], {}])(
    'refuses the method %o',
    (method) => {
      expect(parseSettings(regres_methane, { method })).toMatchObject({
        ok: false,
        errors: [{ field: 'method', message: 'Укажите: Метод — xgboost (XGBoost) или lightgbm (LightGBM).' }],
      });
    },
  );

  it('reads a blank or missing text as «find the column automatically»', () => {
    for (const blank of [{}, { name_value: '' }, { name_value: ' \u00a0', name_element: null }]) {
      const parsed = parseSettings(filling_blanks, blank);
      expect(parsed).toEqual({ ok: true, settings: { name_element: '', name_value: '' } });
    }
  });

  it('reports every fault by field and keeps the valid settings', () => {
    for (const name_value of ['я'.repeat(201), 'a\u202eb', 'a\r\nb', 7, {}, []]) {
      const parsed = parseSettings(filling_blanks, { name_element: 'Шахта', name_value });
      expect(parsed).toMatchObject({
        ok: false,
        settings: { name_element: 'Шахта' },
        errors: [{ field: 'name_value' }],
      });
    }
    for (const raw of [null, undefined, 5, 'text', []]) expect(parseSettings(regres_methane, raw).ok).toBe(false);
  });
});
