import { tier1ActualRow, tier1Dictionary, tier1Row } from './tier_1.ts';

const EQUATION = 'уравнение 4.1.3';
const TIER_1 = { equation: EQUATION, uncertainty: 'underground_factor_tier_1' } as const;

/**
 * CH4 of underground mining by depth; in the custom row the user types the mine's relative methane
 * abundance.
 */
export const UNDERGROUND_MINING_CH4 = tier1Dictionary(
  'get_underground_emission_ch4',
  '2026-11-22',
  'Подземная добыча: CH₄',
  [
    tier1Row(2, 'Подземная добыча: средняя глубина разработки, 200–400 м', TIER_1, 'средний, 200–400 м', 18),
    tier1Row(1, 'Подземная добыча: глубина разработки менее 200 м', TIER_1, 'низкий, менее 200 м', 10),
    tier1Row(3, 'Подземная добыча: глубина разработки более 400 м', TIER_1, 'высокий, более 400 м', 25),
    tier1ActualRow(4, EQUATION, 'Относительная метанообильность шахты по её измерениям.'),
  ],
);
