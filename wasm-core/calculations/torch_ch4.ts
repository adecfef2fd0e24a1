import type { CalculationDefinition } from './definition.ts';

export const torch_ch4 = {
  title: 'Сжигание метана в факеле: несгоревший CH₄',
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
      unit: 'т',
      decimals: 2,
      formula: 'FLARE_UNBURNT * volume * koef_transform',
    },
    res_ch4_to_co2: {
      kind: 'number',
      label: 'Выбросы CH₄ в пересчёте на CO₂',
      symbol: 'M(CO₂-экв.)',
      unit: 'т CO₂-экв.',
      decimals: 2,
      formula: 'res_ch4 * GWP_CH4',
    },
  },
  dictionaries: [
    {
      name: 'get_torch_ch4',
      label: 'Коэффициент факела',
      presets: ['koef_transform'],
    },
  ],
  editable: true,
} as const satisfies CalculationDefinition;
