import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a million m³ of pure methane',
    inputs: { volume: 1000, koef_transform: '0.670000' },
    results: { res_ch4: 13.4, res_ch4_to_co2: 335 },
    shown: { res_ch4: '13.40', res_ch4_to_co2: '335.00' },
    source: 'IPCC 2006, vol. 2, ch. 4, eq. 4.1.5: 0.02 · 1000 · 0.67; GWP 25, распоряжение 2979-р',
  },
  {
    title: 'no methane',
    inputs: { volume: 0, koef_transform: '0.670000' },
    results: { res_ch4: 0, res_ch4_to_co2: 0 },
    shown: { res_ch4: '0.00', res_ch4_to_co2: '0.00' },
    source: 'nothing in, nothing out',
  },
  {
    title: 'written as in a spreadsheet',
    inputs: { volume: '1\u00a0234,5', koef_transform: '0,67' },
    results: { res_ch4: 16.5423, res_ch4_to_co2: 413.5575 },
    shown: { res_ch4: '16.54', res_ch4_to_co2: '413.56' },
    source: '0.02 · 1234.5 · 0.67; decimal comma and no-break space of a Russian spreadsheet',
  },
  {
    title: 'every upper bound',
    inputs: { volume: 10_000_000, koef_transform: 2 },
    results: { res_ch4: 400_000, res_ch4_to_co2: 10_000_000 },
    shown: { res_ch4: '400000.00' },
    source: 'bounds of the definition',
  },
  {
    title: 'the lightest methane that is accepted',
    inputs: { volume: 10_000_000, koef_transform: 0.1 },
    results: { res_ch4: 20_000, res_ch4_to_co2: 500_000 },
    shown: { res_ch4: '20000.00', res_ch4_to_co2: '500000.00' },
    source: 'bounds of the definition',
  },
];
