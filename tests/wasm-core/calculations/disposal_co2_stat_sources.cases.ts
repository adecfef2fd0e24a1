import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a thousand tonnes of Kuznetsk coal',
    inputs: { volume: 1, ef: '91.900000', of: '1.000000', k: '25.400000' },
    results: { res_co2: 2334.26 },
    shown: { res_co2: '2334.26' },
    source: 'Приказ 371, table 1.1, row 27; formulas 1.1, 1.2б',
  },
  {
    title: 'a million m³ of natural gas',
    inputs: { volume: 1, ef: '54.400000', of: '1.000000', k: '33.080000' },
    results: { res_co2: 1799.552 },
    shown: { res_co2: '1799.55' },
    source: 'Приказ 371, table 1.1, row 67: 33.08 · 54.4',
  },
  {
    title: 'a million m³ of mine methane',
    inputs: { volume: 1, ef: '55.100000', of: '1.000000', k: '33.400000' },
    results: { res_co2: 1840.34 },
    shown: { res_co2: '1840.34' },
    source: 'Приказ 371, formula 1.3: 1839.3 t within 0.1 %',
  },
  {
    title: '12 500 t of diesel',
    inputs: { volume: 12.5, ef: '74.100000', of: '1.000000', k: '42.500000' },
    results: { res_co2: 39365.625 },
    shown: { res_co2: '39365.63' },
    source: 'Приказ 371, table 1.1, row 10',
  },
  {
    title: 'nothing oxidised',
    inputs: { volume: 1000, ef: '91.900000', of: '0.000000', k: '25.400000' },
    results: { res_co2: 0 },
    shown: { res_co2: '0.00' },
    source: 'nothing in, nothing out',
  },
  {
    title: 'no fuel',
    inputs: { volume: 0, ef: '91.900000', of: '1.000000', k: '25.400000' },
    results: { res_co2: 0 },
    shown: { res_co2: '0.00' },
    source: 'nothing in, nothing out',
  },
  {
    title: 'a measured oxidation factor, written as in a spreadsheet',
    inputs: { volume: '1\u00a0234,5', ef: '91,9', of: '0,96', k: '25,4' },
    results: { res_co2: 2766378.2112000003 },
    shown: { res_co2: '2766378.21' },
    source: '1234.5 · 25.4 · 91.9 · 0.96; decimal comma and no-break space of a Russian spreadsheet',
  },
  {
    title: 'every upper bound',
    inputs: { volume: 1_000_000, ef: 300, of: 1, k: 150 },
    results: { res_co2: 45_000_000_000 },
    shown: { res_co2: '45000000000.00' },
    source: 'bounds of the definition',
  },
];
