import { ACTUAL_VALUE, type Numbers, type Row } from './row.ts';

/** 0.67·10⁻⁶ Gg/m³: density of CH4 at 20 °C and 1 atm, kg/m³. Equal to CH4_DENSITY of the core, which a test holds. */
const KOEF_TRANSFORM = 0.67;

const UNITS = { ef: 'м³/т', koef_transform: 'кг/м³' } as const;

const TIER_1 = 'коэффициенты уровня 1';

function tier1(id: number, name: string, equation: string, row: string, ef: number): Row {
  return {
    id,
    name,
    numbers: { ef, koef_transform: KOEF_TRANSFORM },
    units: UNITS,
    source: { norm: 'ipcc_2006', table: `${equation}, ${TIER_1}`, row },
    mark: 'norm',
  };
}

function actual(id: number, equation: string, numbers: Numbers, note: string): Row {
  return {
    id,
    name: ACTUAL_VALUE,
    numbers,
    units: UNITS,
    source: { norm: 'ipcc_2006', table: equation, row: 'коэффициент перевода объёма CH₄ в массу' },
    mark: 'norm',
    custom: true,
    note,
  };
}

const EQ_UNDERGROUND = 'уравнение 4.1.3';

/** CH4 of underground mining by depth; instead of them the mine's own relative methane abundance. */
export const underground_emission_ch4: readonly Row[] = [
  tier1(1, 'Подземная добыча: глубина разработки менее 200 м', EQ_UNDERGROUND, 'низкий, менее 200 м', 10),
  tier1(2, 'Подземная добыча: глубина разработки 200–400 м', EQ_UNDERGROUND, 'средний, 200–400 м', 18),
  tier1(3, 'Подземная добыча: глубина разработки более 400 м', EQ_UNDERGROUND, 'высокий, более 400 м', 25),
  actual(
    4,
    EQ_UNDERGROUND,
    { koef_transform: KOEF_TRANSFORM },
    'Относительная метанообильность шахты по её измерениям.',
  ),
];

const EQ_HANDLING = 'уравнение 4.1.4';

/** CH4 of handling coal after underground mining, by depth. */
export const handling_underground_ch4: readonly Row[] = [
  tier1(1, 'Обращение с углём: шахта глубиной менее 200 м', EQ_HANDLING, 'низкий, менее 200 м', 0.9),
  tier1(2, 'Обращение с углём: шахта глубиной 200–400 м', EQ_HANDLING, 'средний, 200–400 м', 2.5),
  tier1(3, 'Обращение с углём: шахта глубиной более 400 м', EQ_HANDLING, 'высокий, более 400 м', 4),
];

const EQ_OPEN = 'уравнение 4.1.7';
const EQ_OPEN_HANDLING = 'уравнение 4.1.8';

/** CH4 of open-pit mining and of handling its coal, by thickness of the overburden. */
export const open_mining_ch4: readonly Row[] = [
  tier1(1, 'Открытая добыча: мощность вскрыши менее 25 м', EQ_OPEN, 'низкий, менее 25 м', 0.3),
  tier1(2, 'Открытая добыча: мощность вскрыши 25–50 м', EQ_OPEN, 'средний, 25–50 м', 1.2),
  tier1(3, 'Открытая добыча: мощность вскрыши более 50 м', EQ_OPEN, 'высокий, более 50 м', 2),
  tier1(4, 'Обращение с углём открытой добычи: вскрыша менее 25 м', EQ_OPEN_HANDLING, 'низкий, менее 25 м', 0),
  tier1(5, 'Обращение с углём открытой добычи: вскрыша 25–50 м', EQ_OPEN_HANDLING, 'средний, 25–50 м', 0.1),
  tier1(6, 'Обращение с углём открытой добычи: вскрыша более 50 м', EQ_OPEN_HANDLING, 'высокий, более 50 м', 0.2),
  // As specified: the custom entry keeps the conversion coefficient of the method.
  actual(7, EQ_OPEN, { koef_transform: KOEF_TRANSFORM }, 'Коэффициент выбросов CH₄ разреза по его измерениям.'),
];

/** Share of the in-situ gas content that coal sets free after mining: EF of handling = share × gas content. */
export const enrichment: readonly Row[] = [
  handlingShare(1, 'Пласт без предварительной дегазации', 'пласт не дегазирован', 0.3),
  handlingShare(2, 'Пласт с предварительной дегазацией', 'пласт дегазирован', 0.1),
];

function handlingShare(id: number, seam: string, row: string, share: number): Row {
  return {
    id,
    name: `${seam}: доля газоносности, выделяющаяся при обращении с углём (обогащение, складирование, перевозка)`,
    numbers: { share },
    units: { share: 'доля' },
    source: { norm: 'ipcc_2006', table: `${EQ_HANDLING}, доля газоносности`, row },
    mark: 'norm',
    note: 'Коэффициент выбросов при обращении = доля × газоносность пласта, м³/т. Отдельной нормы для обогатительных фабрик нет.',
  };
}
