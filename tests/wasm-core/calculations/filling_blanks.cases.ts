import type { Cell, TableCase } from './table_cases.ts';

const NORTH = 'Шахта «Северная»';
const SOUTH = 'Разрез «Южный»';

/** Rows of one object: years from `from` on with their values, and surrogate values where there are any. */
function series(
  from: number,
  values: readonly (number | null)[],
  surrogate: readonly (number | null)[] = [],
  name = NORTH,
) {
  return values.map((value, index): Cell[] => [name, from + index, value, surrogate[index] ?? null]);
}

const settings = { name_element: 'Шахта', name_value: 'Добыча угля, тыс. т' };
const splicing = 'IPCC 2006, vol. 1, ch. 5, section 5.3';

export const tableCases: readonly TableCase[] = [
  {
    title: 'the worked example: two gaps inside, one at the end',
    settings,
    rows: series(2019, [100, null, 120, null, null, 150, null]),
    results: {
      value: [100, 110, 120, 130, 140, 150, 160],
      method: ['known', 'interpolation', 'known', 'interpolation', 'interpolation', 'known', 'trend'],
    },
    summary: { objects: 1, filled: 4, left: 0 },
    source: `${splicing}: 100 + 20·1/2; 120 + 30·1/3, 120 + 30·2/3; the trend has slope 10`,
  },
  {
    title: 'a trend of a series with negative values goes below 0',
    rows: series(2020, [4, 1, -2, null]),
    results: { value: [4, 1, -2, -5], method: ['known', 'known', 'known', 'trend'] },
    summary: { objects: 1, filled: 1, left: 0 },
    source: `${splicing}: slope −3; the floor of 0 holds only where all known values are 0 or more`,
  },
  {
    title: 'no gap at all',
    rows: series(2020, [5.5, 0, 7]),
    results: { value: [5.5, 0, 7], method: ['known', 'known', 'known'] },
    summary: { objects: 1, filled: 0, left: 0 },
    source: 'known values stay',
  },
  {
    title: 'gaps before the first known year',
    rows: series(2019, [null, 12, 14, 16, 18]),
    results: { value: [10, 12, 14, 16, 18], method: ['trend', 'known', 'known', 'known', 'known'] },
    summary: { objects: 1, filled: 1, left: 0 },
    source: `${splicing}: the trend has slope 2`,
  },
  {
    title: 'the trend goes through all known points, not through the last two',
    rows: series(2020, [10, 20, 18, null]),
    results: { value: [10, 20, 18, 24], method: ['known', 'known', 'known', 'trend'] },
    summary: { objects: 1, filled: 1, left: 0 },
    source: `${splicing}: mean 16 in 2021, slope (18 − 10)/2 = 4: 16 + 2·4`,
  },
  {
    title: 'a falling trend ends at 0, not below',
    rows: series(2020, [30, 20, 10, null, null]),
    results: { value: [30, 20, 10, 0, 0], method: ['known', 'known', 'known', 'trend', 'trend'] },
    summary: { objects: 1, filled: 2, left: 0 },
    warnings: [/«Шахта «Северная»»: тренд продлён дальше половины .* \(лет: 2\)/, /ниже нуля.*\(1\) записан 0/],
    source: `${splicing}; there is no negative mining: 2023 is 0 by the trend, 2024 would be −10`,
  },
  {
    title: 'exactly half of the known span is no warning, a year more is',
    rows: [
      ...series(2018, [10, null, null, null, 10, null, null]),
      ...series(2018, [10, null, null, null, 10, null, null, null], [], SOUTH),
    ],
    results: {
      value: Array(15).fill(10),
      method: [
        ...['known', ...Array(3).fill('interpolation'), 'known', 'trend', 'trend'],
        ...['known', ...Array(3).fill('interpolation'), 'known', 'trend', 'trend', 'trend'],
      ],
    },
    summary: { objects: 2, filled: 11, left: 0 },
    warnings: [/^«Разрез «Южный»».*\(лет: 3\)/],
    source: 'a known span of 4 years: 2 years are half of it',
  },
  {
    title: 'surrogate data come before interpolation and trend',
    rows: series(2019, [100, null, 120, null, null], [50, 60, 80, 100, null]),
    results: { value: [100, 120, 120, 150, 140], method: ['known', 'surrogate', 'known', 'surrogate', 'trend'] },
    summary: { objects: 1, filled: 3, left: 0 },
    warnings: [/\(лет: 2\)/],
    source: `${splicing}: 2020, equally near to 2019 and 2021, by the earlier: 100·60/50; 2022: 120·100/80; 2023 has no surrogate: slope 10`,
  },
  {
    title: 'a surrogate of 0 or none in a known year leads to the next nearest',
    rows: series(2019, [40, 80, null, 100], [10, 0, 20, null]),
    results: { value: [40, 80, 80, 100], method: ['known', 'known', 'surrogate', 'known'] },
    summary: { objects: 1, filled: 1, left: 0 },
    source: `${splicing}: 2020 has surrogate 0, 2022 none, so 2019: 40·20/10`,
  },
  {
    title: 'a surrogate without any known year that has one is not used',
    rows: series(2019, [10, null, 30], [null, 5, 0]),
    results: { value: [10, 20, 30], method: ['known', 'interpolation', 'known'] },
    summary: { objects: 1, filled: 1, left: 0 },
    source: `${splicing}: nothing to relate the surrogate to`,
  },
  {
    title: 'an object with one known year is a problem, the other is filled',
    rows: [...series(2020, [null, 7, null]), ...series(2020, [1, null, 3], [], SOUTH)],
    results: { value: [null, 7, null, 1, 2, 3], method: ['none', 'known', 'none', 'known', 'interpolation', 'known'] },
    summary: { objects: 2, filled: 1, left: 2 },
    problems: [/«Шахта «Северная»»: известных значений 1, .* не меньше двух/],
    source: 'fewer than two known points give no line',
  },
  {
    title: 'no known year: not even surrogate data help',
    rows: series(2020, [null, null], [1, 2]),
    results: { value: [null, null], method: ['none', 'none'] },
    summary: { objects: 1, filled: 0, left: 2 },
    problems: [/известных значений 0/],
    source: 'fewer than two known points',
  },
  {
    title: 'one row that is known is no problem',
    rows: series(2020, [7]),
    results: { value: [7], method: ['known'] },
    summary: { objects: 1, filled: 0, left: 0 },
    source: 'nothing to fill',
  },
  {
    title: 'known values may be negative; what lies between them too',
    rows: series(2020, [-4, null, -2]),
    results: { value: [-4, -3, -2], method: ['known', 'interpolation', 'known'] },
    summary: { objects: 1, filled: 1, left: 0 },
    source: 'only the trend ends at 0',
  },
  {
    title: 'a series that stands still stays, whatever its digits',
    rows: series(2020, [0.1, 0.1, 0.1, null]),
    results: { value: [0.1, 0.1, 0.1, 0.1], method: ['known', 'known', 'known', 'trend'] },
    summary: { objects: 1, filled: 1, left: 0 },
    source: 'slope 0',
  },
];
