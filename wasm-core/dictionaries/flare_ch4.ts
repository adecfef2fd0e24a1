import type { DictionaryDefinition } from './dictionary.ts';

/** Density of methane, which converts the volume of unburnt methane to its mass. */
export const FLARE_CH4 = {
  name: 'get_torch_ch4',
  label: 'Сжигание на факеле: CH₄',
  version: '2026-11-21',
  fields: { koef_transform: 'кг/м³' },
  rows: [
    {
      id: 1,
      name: 'Факел: коэффициент перевода объёма CH₄ в массу',
      numbers: { koef_transform: 0.67 },
      source: { norm: 'ipcc_2006', table: 'уравнение 4.1.5', row: 'коэффициент перевода объёма CH₄ в массу' },
      mark: 'norm',
    },
  ],
} as const satisfies DictionaryDefinition;
