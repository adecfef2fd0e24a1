import { dictionary } from './dictionary.ts';

/** Density of methane, which converts the volume of unburnt methane to its mass. */
export const FLARE_CH4 = dictionary('get_torch_ch4', '2026-11-21', {
  label: 'Сжигание на факеле: CH₄',
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
});
