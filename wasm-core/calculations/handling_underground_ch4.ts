import type { CalculationDefinition } from './definition.ts';

export const handling_underground_ch4 = {
  title: 'Обращение с углём подземной добычи: выбросы CH₄',
  kind: 'fields',
  source: { norm: 'ipcc_2006', place: 'уравнение 4.1.4' },
  inputs: {
    volume: {
      kind: 'number',
      label: 'Добыча угля',
      symbol: 'V',
      unit: 'т',
      min: 0,
      max: 1e9,
    },
    ef: {
      kind: 'number',
      label: 'Коэффициент выбросов CH₄',
      symbol: 'EF',
      unit: 'м³/т',
      min: 0,
      max: 200,
      coefficient: true,
    },
    koef_transform: {
      kind: 'number',
      label: 'Коэффициент перевода объёма метана в массу',
      symbol: 'ρ',
      unit: 'кг/м³',
      min: 0.1,
      max: 2,
      coefficient: true,
    },
  },
  results: {
    res_ch4: {
      kind: 'number',
      label: 'Выбросы CH₄',
      symbol: 'M(CH₄)',
      unit: 'кг',
      display: { unit: 'т', divisor: 1000 },
      decimals: 2,
      formula: 'volume * ef * koef_transform',
    },
    res_ch4_to_co2: {
      kind: 'number',
      label: 'Выбросы CH₄ в пересчёте на CO₂',
      symbol: 'M(CO₂-экв.)',
      unit: 'кг CO₂-экв.',
      display: { unit: 'т CO₂-экв.', divisor: 1000 },
      decimals: 2,
      formula: 'res_ch4 * GWP_CH4',
    },
  },
  dictionaries: [
    {
      name: 'get_handling_underground_ch4',
      label: 'Глубина разработки',
      presets: ['ef', 'koef_transform'],
    },
  ],
  editable: true,
} as const satisfies CalculationDefinition;
