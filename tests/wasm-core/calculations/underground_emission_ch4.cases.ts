import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a million tonnes from a depth of 200–400 m',
    inputs: { volume: 1_000_000, ef: '18.000000', koef_transform: '0.670000' },
    results: { res_ch4: 12_060_000, res_ch4_to_co2: 301_500_000 },
    shown: { res_ch4: '12060.00', res_ch4_to_co2: '301500.00' },
    source: 'IPCC 2006, vol. 2, ch. 4, eq. 4.1.3; GWP 25, распоряжение 2979-р',
  },
  {
    title: 'the same, the fixed coefficient left to the method',
    inputs: { volume: 1_000_000, ef: '18.000000' },
    results: { res_ch4: 12_060_000, res_ch4_to_co2: 301_500_000 },
    shown: { res_ch4: '12060.00', res_ch4_to_co2: '301500.00' },
    source: 'IPCC 2006, vol. 2, ch. 4, eq. 4.1.3; GWP 25, распоряжение 2979-р',
  },
  {
    title: '5 Mt · 1.6 at 13.4 m³/t: 107.2 mln m³',
    inputs: { volume: 8_000_000, ef: '13.400000', koef_transform: '0.670000' },
    results: { res_ch4: 71_824_000, res_ch4_to_co2: 1_795_600_000 },
    shown: { res_ch4: '71824.00', res_ch4_to_co2: '1795600.00' },
    source: 'GEM, worked example of estimating coal-mine methane',
  },
  {
    title: 'a deep mine',
    inputs: { volume: 1_000_000, ef: '25.000000', koef_transform: '0.670000' },
    results: { res_ch4: 16750000.000000002, res_ch4_to_co2: 418750000.00000006 },
    shown: { res_ch4: '16750.00', res_ch4_to_co2: '418750.00' },
    source: 'IPCC 2006, vol. 2, ch. 4, eq. 4.1.3; GWP 25, распоряжение 2979-р',
  },
  {
    title: 'no coal',
    inputs: { volume: 0, ef: '18.000000', koef_transform: '0.670000' },
    results: { res_ch4: 0, res_ch4_to_co2: 0 },
    shown: { res_ch4: '0.00', res_ch4_to_co2: '0.00' },
    source: 'nothing in, nothing out',
  },
  {
    title: 'a seam without methane',
    inputs: { volume: 1_000_000_000, ef: 0, koef_transform: 0.67 },
    results: { res_ch4: 0, res_ch4_to_co2: 0 },
    shown: { res_ch4: '0.00', res_ch4_to_co2: '0.00' },
    source: 'bounds of the definition',
  },
  {
    title: 'written as in a spreadsheet',
    inputs: { volume: '1\u00a0234\u00a0567,8', ef: '10', koef_transform: '0,67' },
    results: { res_ch4: 8271604.260000001, res_ch4_to_co2: 206790106.50000003 },
    shown: { res_ch4: '8271.60', res_ch4_to_co2: '206790.11' },
    source: '1 234 567.8 · 10 · 0.67; decimal comma and no-break space of a Russian spreadsheet',
  },
  {
    title: 'every upper bound',
    inputs: { volume: 1_000_000_000, ef: 1000, koef_transform: 0.67 },
    results: { res_ch4: 670_000_000_000, res_ch4_to_co2: 16_750_000_000_000 },
    shown: { res_ch4: '670000000.00' },
    source: 'bounds of the definition',
  },
];
