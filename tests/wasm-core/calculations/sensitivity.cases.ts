import type { Cell, TableCase } from './table_cases.ts';

const NORTH = 'Шахта «Северная»';
const SOUTH = 'Шахта «Южная»';

/** Central differences and the unit of rounding leave so much. */
const tolerance = 1e-12;

/** E = V·(m + e)·0.67·25/1000, and L·ln of the ratios, by a calculator of 50 digits. */
const source = 'IPCC 2006, vol. 2, ch. 4, eq. 4.1.3, 4.1.4; B. W. Ang, Energy Policy 33 (2005) 867–871';

const zeros = `${source}; zeros: Ang, Liu, Energy Policy 35 (2007) 238–246`;

const RESULTS = [
  'res_co2',
  'res_co2_transport',
  'res_co2_all',
  'sn_volume',
  'sn_methan',
  'change_all',
  'change_volume',
  'change_methane',
];

/**
 * A case of one object, unless `rest` states otherwise. A row: object, year, coal [t], methane [m³/t], then its results in the
 * order of `RESULTS`.
 */
function decomposition(
  title: string,
  rows: readonly (readonly Cell[])[],
  total: number,
  rest: Partial<TableCase> = {},
): TableCase {
  return {
    title,
    rows: rows.map((row) => row.slice(0, -RESULTS.length)),
    results: Object.fromEntries(RESULTS.map((name, index) => [name, rows.map((row) => row[4 + index] ?? null)])),
    tolerance,
    summary: { objects: 1, total },
    source,
    ...rest,
  };
}

// biome-ignore format: a row of a table is a line
export const tableCases: readonly TableCase[] = [
  decomposition(
    'the worked table of four years',
    [
      [NORTH, 2021, 1_000_000, 12, 201_000, 41_875, 242_875, 1, 12 / 14.5, null, null, null],
      [NORTH, 2022, 1_100_000, 13, 239_525, 46_062.5, 285_587.5, 1, 13 / 15.5, 42_712.5, 25_128.993807542203, 17_583.506192457797],
      [NORTH, 2023, 1_250_000, 12.5, 261_718.75, 52_343.75, 314_062.5, 1, 12.5 / 15, 28_475, 38_298.81463849335, -9_823.814638493352],
      [NORTH, 2024, 1_200_000, 14, 281_400, 50_250, 331_650, 1, 14 / 16.5, 17_587.5, -13_176.376215907678, 30_763.876215907676],
    ],
    1_174_175,
    {
      inputs: { ef: '2.500000' },
      shown: {
        res_co2: ['201000.00', '239525.00', '261718.75', '281400.00'],
        res_co2_transport: ['41875.00', '46062.50', '52343.75', '50250.00'],
        res_co2_all: ['242875.00', '285587.50', '314062.50', '331650.00'],
        sn_volume: ['1.0000', '1.0000', '1.0000', '1.0000'],
        sn_methan: ['0.8276', '0.8387', '0.8333', '0.8485'],
      },
    },
  ),
  decomposition(
    'the default factor of handling; one year has nothing to change from',
    [[NORTH, 2024, 200_000, 10, 33_500, 8_375, 41_875, 1, 0.8, null, null, null]],
    41_875,
  ),
  decomposition(
    'a year without coal: no elasticity, all of the change is the coal',
    [
      [NORTH, 2021, 0, 12, 0, 0, 0, null, null, null, null, null],
      [NORTH, 2022, 100_000, 17.5, 29_312.5, 4_187.5, 33_500, 1, 0.875, 33_500, 33_500, 0],
      [NORTH, 2023, 0, 9, 0, 0, 0, null, null, -33_500, -33_500, 0],
      [NORTH, 2024, 0, 11, 0, 0, 0, null, null, 0, 0, 0],
    ],
    33_500,
    { source: zeros },
  ),
  decomposition(
    'no methane at all and then some: all of the change is the methane; from nothing to both, halves',
    [
      [NORTH, 2021, 100_000, 0, 0, 0, 0, null, null, null, null, null],
      [NORTH, 2022, 200_000, 10, 33_500, 0, 33_500, 1, 1, 33_500, 0, 33_500],
      [NORTH, 2023, 0, 0, 0, 0, 0, null, null, -33_500, -16_750, -16_750],
      [NORTH, 2024, 200_000, 10, 33_500, 0, 33_500, 1, 1, 33_500, 16_750, 16_750],
    ],
    67_000,
    { inputs: { ef: 0 }, source: zeros },
  ),
  decomposition(
    'what stands still has no part in the change, to the last digit',
    [
      [NORTH, 2021, 100_000, 17.5, 29_312.5, 4_187.5, 33_500, 1, 0.875, null, null, null],
      [NORTH, 2022, 300_000, 17.5, 87_937.5, 12_562.5, 100_500, 1, 0.875, 67_000, 67_000, 0],
      [NORTH, 2023, 300_000, 7.5, 37_687.5, 12_562.5, 50_250, 1, 0.75, -50_250, 0, -50_250],
      [NORTH, 2024, 300_000, 7.5, 37_687.5, 12_562.5, 50_250, 1, 0.75, 0, 0, 0],
    ],
    234_500,
  ),
  decomposition(
    'two objects do not change into each other; a missing year breaks the chain and is said',
    [
      [NORTH, 2021, 100_000, 7.5, 12_562.5, 4_187.5, 16_750, 1, 0.75, null, null, null],
      [NORTH, 2022, 100_000, 17.5, 29_312.5, 4_187.5, 33_500, 1, 0.875, 16_750, 0, 16_750],
      [SOUTH, 2023, 100_000, 7.5, 12_562.5, 4_187.5, 16_750, 1, 0.75, null, null, null],
      [SOUTH, 2025, 200_000, 7.5, 25_125, 8_375, 33_500, 1, 0.75, null, null, null],
    ],
    100_500,
    {
      summary: { objects: 2, total: 100_500 },
      warnings: [/^«Шахта «Южная»»: годы идут не подряд \(разрывов: 1\)/],
    },
  ),
];
