import type { TableCase } from './table_cases.ts';

const NORTH = 'Шахта «Северная»';
const SOUTH = 'Шахта «Южная»';

/** Central differences and the unit of rounding leave so much. */
const tolerance = 1e-12;

/** E = V·(m + e)·0.67·25/1000, and L·ln of the ratios, by a calculator of 50 digits. */
const source = 'IPCC 2006, vol. 2, ch. 4, eq. 4.1.3, 4.1.4; B. W. Ang, Energy Policy 33 (2005) 867–871';

export const tableCases: readonly TableCase[] = [
  {
    title: 'the worked table of four years',
    inputs: { ef: '2.500000' },
    rows: [
      [NORTH, 2021, 1_000_000, 12],
      [NORTH, 2022, 1_100_000, 13],
      [NORTH, 2023, 1_250_000, 12.5],
      [NORTH, 2024, 1_200_000, 14],
    ],
    results: {
      res_co2: [201_000, 239_525, 261_718.75, 281_400],
      res_co2_transport: [41_875, 46_062.5, 52_343.75, 50_250],
      res_co2_all: [242_875, 285_587.5, 314_062.5, 331_650],
      sn_volume: [1, 1, 1, 1],
      sn_methan: [12 / 14.5, 13 / 15.5, 12.5 / 15, 14 / 16.5],
      change_all: [null, 42_712.5, 28_475, 17_587.5],
      change_volume: [null, 25_128.993807542203, 38_298.81463849335, -13_176.376215907678],
      change_methane: [null, 17_583.506192457797, -9_823.814638493352, 30_763.876215907676],
    },
    tolerance,
    shown: {
      res_co2: ['201000.00', '239525.00', '261718.75', '281400.00'],
      res_co2_transport: ['41875.00', '46062.50', '52343.75', '50250.00'],
      res_co2_all: ['242875.00', '285587.50', '314062.50', '331650.00'],
      sn_volume: ['1.0000', '1.0000', '1.0000', '1.0000'],
      sn_methan: ['0.8276', '0.8387', '0.8333', '0.8485'],
    },
    summary: { objects: 1, total: 1_174_175 },
    source,
  },
  {
    title: 'the default factor of handling; one year has nothing to change from',
    rows: [[NORTH, 2024, 200_000, 10]],
    results: {
      res_co2: [33_500],
      res_co2_transport: [8_375],
      res_co2_all: [41_875],
      sn_volume: [1],
      sn_methan: [0.8],
      change_all: [null],
      change_volume: [null],
      change_methane: [null],
    },
    tolerance,
    summary: { objects: 1, total: 41_875 },
    source,
  },
  {
    title: 'a year without coal: no elasticity, all of the change is the coal',
    rows: [
      [NORTH, 2021, 0, 12],
      [NORTH, 2022, 100_000, 17.5],
      [NORTH, 2023, 0, 9],
      [NORTH, 2024, 0, 11],
    ],
    results: {
      res_co2: [0, 29_312.5, 0, 0],
      res_co2_transport: [0, 4_187.5, 0, 0],
      res_co2_all: [0, 33_500, 0, 0],
      sn_volume: [null, 1, null, null],
      sn_methan: [null, 0.875, null, null],
      change_all: [null, 33_500, -33_500, 0],
      change_volume: [null, 33_500, -33_500, 0],
      change_methane: [null, 0, 0, 0],
    },
    tolerance,
    summary: { objects: 1, total: 33_500 },
    source: `${source}; zeros: Ang, Liu, Energy Policy 35 (2007) 238–246`,
  },
  {
    title: 'no methane at all and then some: all of the change is the methane; from nothing to both, halves',
    inputs: { ef: 0 },
    rows: [
      [NORTH, 2021, 100_000, 0],
      [NORTH, 2022, 200_000, 10],
      [NORTH, 2023, 0, 0],
      [NORTH, 2024, 200_000, 10],
    ],
    results: {
      res_co2: [0, 33_500, 0, 33_500],
      res_co2_transport: [0, 0, 0, 0],
      res_co2_all: [0, 33_500, 0, 33_500],
      sn_volume: [null, 1, null, 1],
      sn_methan: [null, 1, null, 1],
      change_all: [null, 33_500, -33_500, 33_500],
      change_volume: [null, 0, -16_750, 16_750],
      change_methane: [null, 33_500, -16_750, 16_750],
    },
    tolerance,
    summary: { objects: 1, total: 67_000 },
    source: `${source}; zeros: Ang, Liu, Energy Policy 35 (2007) 238–246`,
  },
  {
    title: 'what stands still has no part in the change, to the last digit',
    rows: [
      [NORTH, 2021, 100_000, 17.5],
      [NORTH, 2022, 300_000, 17.5],
      [NORTH, 2023, 300_000, 7.5],
      [NORTH, 2024, 300_000, 7.5],
    ],
    results: {
      res_co2: [29_312.5, 87_937.5, 37_687.5, 37_687.5],
      res_co2_transport: [4_187.5, 12_562.5, 12_562.5, 12_562.5],
      res_co2_all: [33_500, 100_500, 50_250, 50_250],
      sn_volume: [1, 1, 1, 1],
      sn_methan: [0.875, 0.875, 0.75, 0.75],
      change_all: [null, 67_000, -50_250, 0],
      change_volume: [null, 67_000, 0, 0],
      change_methane: [null, 0, -50_250, 0],
    },
    tolerance,
    summary: { objects: 1, total: 234_500 },
    source,
  },
  {
    title: 'two objects do not change into each other; a missing year breaks the chain and is said',
    rows: [
      [NORTH, 2021, 100_000, 7.5],
      [NORTH, 2022, 100_000, 17.5],
      [SOUTH, 2023, 100_000, 7.5],
      [SOUTH, 2025, 200_000, 7.5],
    ],
    results: {
      res_co2: [12_562.5, 29_312.5, 12_562.5, 25_125],
      res_co2_transport: [4_187.5, 4_187.5, 4_187.5, 8_375],
      res_co2_all: [16_750, 33_500, 16_750, 33_500],
      sn_volume: [1, 1, 1, 1],
      sn_methan: [0.75, 0.875, 0.75, 0.75],
      change_all: [null, 16_750, null, null],
      change_volume: [null, 0, null, null],
      change_methane: [null, 16_750, null, null],
    },
    tolerance,
    summary: { objects: 2, total: 100_500 },
    warnings: [/^«Шахта «Южная»»: годы идут не подряд \(разрывов: 1\)/],
    source,
  },
];
