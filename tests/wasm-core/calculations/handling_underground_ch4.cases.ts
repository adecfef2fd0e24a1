import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a million tonnes from a depth of 200–400 m',
    inputs: { volume: 1_000_000, ef: '2.500000', koef_transform: '0.670000' },
    results: { res_ch4: 1_675_000, res_ch4_to_co2: 41_875_000 },
    shown: { res_ch4: '1675.00', res_ch4_to_co2: '41875.00' },
    source: 'IPCC 2006, vol. 2, ch. 4, eq. 4.1.4; GWP 25, распоряжение 2979-р',
  },
  {
    title: 'no coal',
    inputs: { volume: 0, ef: '2.500000', koef_transform: '0.670000' },
    results: { res_ch4: 0, res_ch4_to_co2: 0 },
    shown: { res_ch4: '0.00', res_ch4_to_co2: '0.00' },
    source: 'nothing in, nothing out',
  },
  {
    title: 'a shallow mine, written as in a spreadsheet',
    inputs: { volume: '1\u00a0234\u00a0567,8', ef: '0,9', koef_transform: '0,67' },
    results: { res_ch4: 744444.3834, res_ch4_to_co2: 18611109.585 },
    shown: { res_ch4: '744.44', res_ch4_to_co2: '18611.11' },
    source: '1 234 567.8 · 0.9 · 0.67; decimal comma and no-break space of a Russian spreadsheet',
  },
  {
    title: 'a deep mine',
    inputs: { volume: 333.333, ef: '4.000000', koef_transform: '0.670000' },
    results: { res_ch4: 893.3324400000001, res_ch4_to_co2: 22333.311 },
    shown: { res_ch4: '0.89', res_ch4_to_co2: '22.33' },
    source: '333.333 · 4 · 0.67; IPCC 2006, vol. 2, ch. 4, eq. 4.1.4',
  },
  {
    title: 'every upper bound',
    inputs: { volume: 1_000_000_000, ef: 200, koef_transform: 2 },
    results: { res_ch4: 400_000_000_000, res_ch4_to_co2: 10_000_000_000_000 },
    shown: { res_ch4: '400000000.00' },
    source: 'bounds of the definition',
  },
  {
    title: 'the smallest coefficient that the wire holds',
    inputs: { volume: 1, ef: '0.000001', koef_transform: '0.100000' },
    results: { res_ch4: 1e-7, res_ch4_to_co2: 0.0000024999999999999998 },
    shown: { res_ch4: '0.00' },
    source: '10⁻⁶ · 0.1 kg',
  },
  {
    title: 'a coefficient of zero',
    inputs: { volume: 1_000_000_000, ef: 0, koef_transform: 0.1 },
    results: { res_ch4: 0, res_ch4_to_co2: 0 },
    shown: { res_ch4: '0.00' },
    source: 'bounds of the definition',
  },
];
