import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a million m³ of pure methane',
    inputs: { volume: 1000, ef: '2.750000', koef_transform: '0.670000' },
    results: { res_co2: 1805.65 },
    shown: { res_co2: '1805.65' },
    source: 'IPCC 2006, vol. 2, ch. 4, eq. 4.1.5: 0.98 · 1000 · 0.67 · 2.75',
  },
  {
    title: 'no methane',
    inputs: { volume: 0, ef: '2.750000', koef_transform: '0.670000' },
    results: { res_co2: 0 },
    shown: { res_co2: '0.00' },
    source: 'nothing in, nothing out',
  },
  {
    title: 'written as in a spreadsheet',
    inputs: { volume: '1\u2009234,5', ef: '2,75', koef_transform: '0,67' },
    results: { res_co2: 2229.0749250000003 },
    shown: { res_co2: '2229.07' },
    source: '0.98 · 1234.5 · 0.67 · 2.75; decimal comma and thin space',
  },
  {
    title: 'every upper bound',
    inputs: { volume: 10_000_000, ef: 5, koef_transform: 2 },
    results: { res_co2: 98_000_000 },
    shown: { res_co2: '98000000.00' },
    source: 'bounds of the definition',
  },
  {
    title: 'every lower bound but the volume',
    inputs: { volume: 10_000_000, ef: 0, koef_transform: 0.1 },
    results: { res_co2: 0 },
    shown: { res_co2: '0.00' },
    source: 'bounds of the definition',
  },
];
