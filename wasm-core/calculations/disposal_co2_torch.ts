import type { CalculationDefinition } from './definition.ts';

export const disposal_co2_torch = {
  title: 'Сжигание метана в факеле: выбросы CO₂',
  kind: 'fields',
  source: { norm: 'ipcc_2006', place: 'уравнение 4.1.5' },
  inputs: {
    volume: {
      kind: 'number',
      label: 'Объём метана, поданного в факел',
      symbol: 'V',
      unit: 'тыс. м³',
      min: 0,
      max: 1e7,
      hint: 'Объём чистого метана: объём смеси, умноженный на долю CH₄ в ней.',
    },
    ef: {
      kind: 'number',
      label: 'Стехиометрический массовый коэффициент CH₄ → CO₂',
      symbol: 'EF',
      unit: 'т CO₂/т CH₄',
      min: 0,
      max: 5,
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
    res_co2: {
      kind: 'number',
      label: 'Выбросы CO₂',
      symbol: 'M(CO₂)',
      unit: 'т',
      decimals: 2,
      formula: 'FLARE_EFFICIENCY * volume * koef_transform * ef',
    },
  },
  dictionaries: [
    {
      name: 'get_disposal_co2_torch',
      label: 'Коэффициенты факела',
      presets: ['ef', 'koef_transform'],
    },
  ],
  editable: true,
} as const satisfies CalculationDefinition;
