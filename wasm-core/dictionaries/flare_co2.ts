import { dictionary } from './dictionary.ts';
import { normRow } from './rows.ts';

/** CO2 of methane burnt in a flare; the method prints 44/16 as 2.75. */
export const FLARE_CO2 = dictionary('get_disposal_co2_torch', '2026-11-21', {
  label: 'Сжигание на факеле: CO₂',
  fields: { ef: 'т CO₂/т CH₄', koef_transform: 'кг/м³' },
  rows: [
    normRow(
      1,
      'Факел: стехиометрический массовый коэффициент CH₄ → CO₂',
      {
        norm: 'ipcc_2006',
        table: 'уравнение 4.1.5',
        row: 'стехиометрическое отношение; коэффициент перевода объёма CH₄ в массу',
      },
      { ef: 2.75, koef_transform: 0.67 },
    ),
  ],
});
