import { type Addition, registryLine } from './addition.ts';

const TYPE = 'ventilation_ch4';

const FORMULA = `
/**
 * CH4 of ventilation air: CH4 = V·W·ρ/100, CO2-eq = CH4·GWP [t].
 * volume V, thousand m³; ef W, % by volume; koef_transform ρ, kg/m³. Приказ Минприроды России от 27.05.2022 № 371, formula 3.1.
 */
export function ${TYPE}(volume: f64, ef: f64, koef_transform: f64): void {
  const res_ch4 = (volume * ef * koef_transform) / 100;
  write(0, res_ch4);
  write(1, res_ch4 * GWP_CH4);
}
`;

const DEFINITION = `import type { CalculationDefinition } from './definition.ts';

export const ${TYPE} = {
  title: 'Исходящая струя шахты: выбросы CH₄',
  source: { norm: 'order_371', clause: 'прил. 2, категория 3, формула 3.1' },
  inputs: {
    volume: { kind: 'number', label: 'Объём струи', symbol: 'V', unit: 'тыс. м³', min: 0, max: 1e9 },
    ef: { kind: 'number', label: 'Содержание CH₄', symbol: 'W', unit: '% об.', min: 0, max: 100, coefficient: true },
    koef_transform: {
      kind: 'number', label: 'Плотность CH₄', symbol: 'ρ', unit: 'кг/м³', min: 0.1, max: 2, coefficient: true, fixed: 'CH4_DENSITY',
    },
  },
  results: {
    res_ch4: {
      kind: 'number', label: 'Выбросы CH₄', symbol: 'M(CH₄)', unit: 'т', decimals: 2, formula: 'volume * ef * koef_transform / 100',
    },
    res_ch4_to_co2: {
      kind: 'number', label: 'Выбросы в пересчёте на CO₂', symbol: 'M(CO₂-экв.)', unit: 'т CO₂-экв.', decimals: 2, formula: 'res_ch4 * GWP_CH4',
    },
  },
  editable: true,
} as const satisfies CalculationDefinition;
`;

const CASES = `import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a million m³ with 0.5 % of methane',
    inputs: { volume: 1000, ef: '0.500000' },
    results: { res_ch4: 3.35, res_ch4_to_co2: 83.75 },
    shown: { res_ch4: '3.35', res_ch4_to_co2: '83.75' },
    source: 'Приказ 371, formula 3.1: 1000 · 0.5 · 0.67 / 100',
  },
];
`;

/** A calculation type with typed fields and a closed formula. */
export const CLOSED_FORM_TYPE = {
  name: TYPE,
  edits: {
    'wasm-core/assembly/emissions.ts': (text) => text + FORMULA,
    [`wasm-core/calculations/${TYPE}.ts`]: () => DEFINITION,
    'wasm-core/calculations/index.ts': registryLine(TYPE),
    [`tests/wasm-core/calculations/${TYPE}.cases.ts`]: () => CASES,
  },
  suites: [
    'tests/wasm-core/calculations/registry.test.ts',
    'tests/wasm-core/calculations/definition.test.ts',
    'tests/wasm-core/calculations/cases.test.ts',
    'tests/wasm-core/calculations/formula.test.ts',
    'tests/wasm-core/calculations/schema.test.ts',
    'tests/wasm-core/calculations/trace.test.ts',
    'tests/functions/http/openapi.test.ts',
    'tests/functions/http/routes/calculations.test.ts',
    'tests/functions/export/every_type.test.ts',
  ],
} as const satisfies Addition;
