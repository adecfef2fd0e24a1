import { readFileSync } from 'node:fs';
import { CORE_FOLDER } from '../places.ts';

/** A table calculation of the demonstration company: form fields and a file. */
export interface DemoTable {
  readonly fields: Readonly<Record<string, string>> & { readonly name: string };
  readonly file: { readonly name: string; readonly text: string };
}

const DAYS = new URL('models/demonstration/days.csv', CORE_FOLDER);
const FIRST_YEAR = 2015;

/**
 * Output of five mines, thousand tonnes a year from 2015 on; null for a missing year. Invented, of
 * typical size.
 */
const OUTPUT: readonly (readonly [mine: string, thousandTonnes: readonly (number | null)[]])[] = [
  ['Шахта «Северная»', [2140, 2215, null, 2380, 2410, null, null, 2655, 2590, 2720, 2350]],
  ['Шахта «Берёзовская»', [null, 1320, 1365, 1410, null, 1275, 1390, 1450, 1505, 1480, null]],
  ['Шахта «Южная»', [980, 1015, 1040, null, null, null, 1180, 1165, 1210, 1255, 1240]],
  ['Разрез «Степной»', [4300, 4450, 4520, 4610, 4480, 4150, 4700, null, 4890, null, null]],
  ['Разрез «Ключевой»', [null, null, 610, 655, 690, 640, 720, 765, 790, 815, 840]],
];

/** Coal transported by rail, thousand tonnes, for some mines: the surrogate for missing output. */
const RAIL: Readonly<Record<string, readonly (number | null)[]>> = {
  'Шахта «Южная»': [910, 945, 962, 1004, 1046, 1031, 1102, 1085, 1127, 1166, 1150],
};

/** Output, t, and relative methane abundance, m³/t, of three mines from 2018 on. */
const ABUNDANCE: readonly (readonly [mine: string, years: readonly (readonly [tonnes: number, methane: number])[]])[] =
  [
    [
      'Шахта «Северная»',
      [
        ...([
          [2_380_000, 11.8],
          [2_410_000, 12.1],
          [2_290_000, 12.6],
          [2_520_000, 12.9],
        ] as const),
        ...([
          [2_655_000, 13.4],
          [2_590_000, 14.1],
          [2_720_000, 14.3],
          [2_350_000, 14.6],
        ] as const),
      ],
    ],
    [
      'Шахта «Берёзовская»',
      [
        ...([
          [1_410_000, 18.2],
          [1_355_000, 18.9],
          [1_275_000, 17.6],
          [1_390_000, 17.1],
        ] as const),
        ...([
          [1_450_000, 16.8],
          [1_505_000, 15.9],
          [1_480_000, 15.4],
          [1_530_000, 15.2],
        ] as const),
      ],
    ],
    [
      'Шахта «Южная»',
      [
        ...([
          [1_085_000, 7.4],
          [1_110_000, 7.9],
          [1_040_000, 8.3],
          [1_180_000, 8.1],
        ] as const),
        ...([
          [1_165_000, 8.8],
          [1_210_000, 9.2],
          [1_255_000, 9.6],
          [1_240_000, 9.8],
        ] as const),
      ],
    ],
  ];

/** Table calculations by type, newest first. */
export const DEMO_TABLES: Readonly<Record<string, () => readonly DemoTable[]>> = {
  regres_methane: () => {
    const file = { name: 'Лава 14-6, январь–апрель 2024.csv', text: days() };
    const less = { name: 'Лава 14-6, воздуха на 20 % меньше.csv', text: days(0.8) };
    return [
      { fields: { name: 'Лава 14-6, воздуха на 20 % меньше', method: 'xgboost' }, file: less },
      { fields: { name: 'Лава 14-6, XGBoost', method: 'xgboost' }, file },
      { fields: { name: 'Лава 14-6, LightGBM', method: 'lightgbm' }, file },
    ];
  },
  filling_blanks: () => {
    const rows = OUTPUT.flatMap(([mine, years]) =>
      years.map((value, index) => [mine, FIRST_YEAR + index, value, RAIL[mine]?.[index] ?? null]),
    );
    const header = ['Шахта', 'Год', 'Добыча угля, тыс. т', 'Замещающий показатель'];
    const names = { name_element: 'Шахта', name_value: 'Добыча угля, тыс. т' };
    const file = { name: 'Добыча 2015–2025.csv', text: csv([header, ...rows]) };
    return [{ fields: { name: 'Добыча шахт и разрезов, 2015–2025', ...names }, file }];
  },
  sensitivity: () => {
    const rows = ABUNDANCE.flatMap(([mine, years]) =>
      years.map(([tonnes, methane], index) => [mine, 2018 + index, tonnes, methane]),
    );
    const header = ['Шахта', 'Год', 'Добыча угля, т', 'Относительная метанообильность, м³/т'];
    const file = { name: 'Метанообильность 2018–2025.csv', text: csv([header, ...rows]) };
    return [{ fields: { name: 'Три шахты, 2018–2025' }, file }];
  },
};

/** Columns of the longwall's air flow. */
const AIR = ['x1', 'x2'];

/**
 * Days of the demonstration mine with the columns of a forecast; `air`: factor of the longwall's
 * air flow.
 */
function days(air = 1): string {
  const [header = [], ...lines] = readFileSync(DAYS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const taken = header.map((name) => name === 'date' || /^x\d+$/.test(name));
  const given = (cell: string, place: number) =>
    AIR.includes(header[place] ?? '') && cell !== '' ? String(Math.round(Number(cell) * air)) : cell.replace('.', ',');
  const rows = lines.map((cells) => cells.map(given));
  return csv([header, ...rows].map((cells) => cells.filter((_, place) => taken[place])));
}

/** A csv as a Russian spreadsheet saves it. */
function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) =>
    typeof value === 'number' ? String(value).replace('.', ',') : (value ?? '');
  return rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');
}
