import { ACTUAL_VALUE, dictionary } from './dictionary.ts';
import { METHANE_KG_PER_M3, TIER_1_FIELDS, tier1Row } from './tier_1.ts';

const EQUATION = 'уравнение 4.1.3';

/**
 * CH4 of underground mining by depth; in the custom row the user types the mine's relative methane
 * abundance.
 */
export const UNDERGROUND_MINING_CH4 = dictionary('get_underground_emission_ch4', '2026-11-22', {
  label: 'Подземная добыча: CH₄',
  fields: TIER_1_FIELDS,
  rows: [
    tier1Row(2, 'Подземная добыча: средняя глубина разработки, 200–400 м', EQUATION, 'средний, 200–400 м', 18),
    tier1Row(1, 'Подземная добыча: глубина разработки менее 200 м', EQUATION, 'низкий, менее 200 м', 10),
    tier1Row(3, 'Подземная добыча: глубина разработки более 400 м', EQUATION, 'высокий, более 400 м', 25),
    {
      id: 4,
      name: ACTUAL_VALUE,
      numbers: { koef_transform: METHANE_KG_PER_M3 },
      source: { norm: 'ipcc_2006', table: EQUATION, row: 'коэффициент перевода объёма CH₄ в массу' },
      mark: 'norm',
      custom: true,
      note: 'Относительная метанообильность шахты по её измерениям.',
    },
  ],
});
