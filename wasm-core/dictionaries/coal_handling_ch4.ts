import { tier1Dictionary, tier1Row } from './tier_1.ts';

const TIER_1 = { equation: 'уравнение 4.1.4', uncertainty: 'underground_post_mining_tier_1' } as const;

/** CH4 of handling coal after underground mining, by depth. */
export const COAL_HANDLING_CH4 = tier1Dictionary(
  'get_handling_underground_ch4',
  '2026-11-22',
  'Обращение с углём подземной добычи: CH₄',
  [
    tier1Row(2, 'Обращение с углём: средняя глубина шахты, 200–400 м', TIER_1, 'средний, 200–400 м', 2.5),
    tier1Row(1, 'Обращение с углём: шахта глубиной менее 200 м', TIER_1, 'низкий, менее 200 м', 0.9),
    tier1Row(3, 'Обращение с углём: шахта глубиной более 400 м', TIER_1, 'высокий, более 400 м', 4),
  ],
);
