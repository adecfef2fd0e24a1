import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a million tonnes under 25–50 m of overburden',
    inputs: { volume: 1_000_000, ef: '1.200000', koef_transform: '0.670000' },
    results: { res_ch4: 804_000, res_ch4_to_co2: 20_100_000 },
    shown: { res_ch4: '804.00', res_ch4_to_co2: '20100.00' },
    source: 'IPCC 2006, vol. 2, ch. 4, eq. 4.1.7; GWP 25, распоряжение 2979-р',
  },
  {
    title: 'five million tonnes under more than 50 m',
    inputs: { volume: 5_000_000, ef: '2.000000', koef_transform: '0.670000' },
    results: { res_ch4: 6_700_000, res_ch4_to_co2: 167_500_000 },
    shown: { res_ch4: '6700.00', res_ch4_to_co2: '167500.00' },
    source: 'IPCC 2006, vol. 2, ch. 4, eq. 4.1.7; GWP 25, распоряжение 2979-р',
  },
  {
    title: 'handling of coal from under less than 25 m: zero is a factor, not a gap',
    inputs: { volume: 1_000_000, ef: '0.000000', koef_transform: '0.670000' },
    results: { res_ch4: 0, res_ch4_to_co2: 0 },
    shown: { res_ch4: '0.00', res_ch4_to_co2: '0.00' },
    source: 'IPCC 2006, vol. 2, ch. 4, eq. 4.1.8',
  },
  {
    title: 'an actual value with six decimals',
    inputs: { volume: 250_000, ef: '3.141593', koef_transform: '0.670000' },
    results: { res_ch4: 526216.8275, res_ch4_to_co2: 13155420.6875 },
    shown: { res_ch4: '526.22', res_ch4_to_co2: '13155.42' },
    source: '250 000 · 3.141593 · 0.67',
  },
  {
    title: 'no coal',
    inputs: { volume: 0, ef: '1.200000', koef_transform: '0.670000' },
    results: { res_ch4: 0, res_ch4_to_co2: 0 },
    shown: { res_ch4: '0.00', res_ch4_to_co2: '0.00' },
    source: 'nothing in, nothing out',
  },
  {
    title: 'written as in a spreadsheet',
    inputs: { volume: '1\u202f234\u202f567,8', ef: '0,3', koef_transform: '0,67' },
    results: { res_ch4: 248148.12780000005, res_ch4_to_co2: 6203703.195000001 },
    shown: { res_ch4: '248.15', res_ch4_to_co2: '6203.70' },
    source: '1 234 567.8 · 0.3 · 0.67; decimal comma and narrow no-break space',
  },
  {
    title: 'every upper bound',
    inputs: { volume: 1_000_000_000, ef: 200, koef_transform: 2 },
    results: { res_ch4: 400_000_000_000, res_ch4_to_co2: 10_000_000_000_000 },
    shown: { res_ch4: '400000000.00' },
    source: 'bounds of the definition',
  },
];
