import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a thousand tonnes of diesel',
    inputs: { volume: 1000, ef: '3.149000' },
    results: { res_co2: 3149 },
    shown: { res_co2: '3149.00' },
    source: 'Приказ 371, table 18.1',
  },
  {
    title: 'a thousand tonnes of petrol',
    inputs: { volume: 1000, ef: '3.026000' },
    results: { res_co2: 3026 },
    shown: { res_co2: '3026.00' },
    source: 'Приказ 371, table 18.1',
  },
  {
    title: '1000 l of summer diesel',
    inputs: { volume: 0.86, ef: '3.149000' },
    results: { res_co2: 2.7081399999999998 },
    shown: { res_co2: '2.708' },
    source: 'Приказ 371, formula 18.2: 0.860 t · 3.149',
  },
  {
    title: '1000 l of АИ-92',
    inputs: { volume: 0.735, ef: '3.026000' },
    results: { res_co2: 2.22411 },
    shown: { res_co2: '2.224' },
    source: 'Приказ 371, formula 18.2: 0.735 t · 3.026',
  },
  {
    title: 'no fuel',
    inputs: { volume: 0, ef: '3.149000' },
    results: { res_co2: 0 },
    shown: { res_co2: '0.00' },
    source: 'nothing in, nothing out',
  },
  {
    title: 'written as in a spreadsheet',
    inputs: { volume: '1\u00a0234,5', ef: '3,149' },
    results: { res_co2: 3887.4405 },
    shown: { res_co2: '3887.44' },
    source: '1234.5 · 3.149; decimal comma and no-break space of a Russian spreadsheet',
  },
  {
    title: 'every upper bound',
    inputs: { volume: 100_000_000, ef: 10 },
    results: { res_co2: 1_000_000_000 },
    shown: { res_co2: '1000000000.00' },
    source: 'bounds of the definition',
  },
];
