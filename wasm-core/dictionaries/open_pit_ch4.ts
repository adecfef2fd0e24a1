import { tier1ActualRow, tier1Dictionary, tier1Row } from './tier_1.ts';

const MINING = 'уравнение 4.1.7';
const PIT = { equation: MINING, uncertainty: 'surface_factor_tier_1' } as const;
const HANDLING = { equation: 'уравнение 4.1.8', uncertainty: 'surface_post_mining_tier_1' } as const;

/** CH4 of open-pit mining and of handling its coal, by thickness of the overburden. */
export const OPEN_PIT_CH4 = tier1Dictionary('get_open_mining_ch4', '2026-11-22', 'Открытая добыча: CH₄', [
  tier1Row(2, 'Открытая добыча: средняя мощность вскрыши, 25–50 м', PIT, 'средний, 25–50 м', 1.2),
  tier1Row(1, 'Открытая добыча: мощность вскрыши менее 25 м', PIT, 'низкий, менее 25 м', 0.3),
  tier1Row(3, 'Открытая добыча: мощность вскрыши более 50 м', PIT, 'высокий, более 50 м', 2),
  tier1Row(4, 'Обращение с углём открытой добычи: вскрыша менее 25 м', HANDLING, 'низкий, менее 25 м', 0),
  tier1Row(5, 'Обращение с углём открытой добычи: вскрыша 25–50 м', HANDLING, 'средний, 25–50 м', 0.1),
  tier1Row(6, 'Обращение с углём открытой добычи: вскрыша более 50 м', HANDLING, 'высокий, более 50 м', 0.2),
  tier1ActualRow(7, MINING, 'Коэффициент выбросов CH₄ разреза по его измерениям.'),
]);
