import { dictionary } from './dictionary.ts';
import { normRow } from './rows.ts';

/** Density of methane, which converts the volume of unburnt methane to its mass. */
export const FLARE_CH4 = dictionary('get_torch_ch4', '2026-11-21', {
  label: 'Сжигание на факеле: CH₄',
  fields: { koef_transform: 'кг/м³' },
  rows: [
    normRow(
      1,
      'Факел: коэффициент перевода объёма CH₄ в массу',
      { norm: 'ipcc_2006', table: 'уравнение 4.1.5', row: 'коэффициент перевода объёма CH₄ в массу' },
      { koef_transform: 0.67 },
    ),
  ],
});
