import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a million m³ of degassing gas at 20 °C',
    inputs: { volume: 1000, p_co2: '1.839300', p_ch4: '0.668000', ef_co2: '10.600000', ef_ch4: '76.000000' },
    results: { res_co2: 194.96579999999997, res_ch4: 507.68, res_ch4_to_co2: 12_692, sum_co2: 12886.9658 },
    shown: { res_co2: '194.97', res_ch4: '507.68', res_ch4_to_co2: '12692.00', sum_co2: '12886.97' },
    source: 'Приказ 371, formula 3.1, tables 1.2, 3.1; GWP 25, распоряжение 2979-р',
  },
  {
    title: 'a year of ventilation air: 15 000 m³/min with 0.3 % of methane',
    inputs: { volume: 7_884_000, p_co2: '1.839300', p_ch4: '0.668000', ef_co2: '0.000000', ef_ch4: '0.300000' },
    results: { res_co2: 0, res_ch4: 15799.536, res_ch4_to_co2: 394988.4, sum_co2: 394988.4 },
    shown: { res_co2: '0.00', res_ch4: '15799.54', res_ch4_to_co2: '394988.40', sum_co2: '394988.40' },
    source: 'Приказ 371, formula 3.1; 15 000 · 525 600 m³; GWP 25, распоряжение 2979-р',
  },
  {
    title: 'natural gas at 0 °C',
    inputs: { volume: 1000, p_co2: '1.976800', p_ch4: '0.717000', ef_co2: '0.040000', ef_ch4: '98.400000' },
    results: { res_co2: 0.79072, res_ch4: 705.528, res_ch4_to_co2: 17638.2, sum_co2: 17638.99072 },
    shown: { res_co2: '0.79', res_ch4: '705.53', res_ch4_to_co2: '17638.20', sum_co2: '17638.99' },
    source: 'Приказ 371, formula 3.1, tables 1.2, 3.1',
  },
  {
    title: 'no gas',
    inputs: { volume: 0, p_co2: '1.839300', p_ch4: '0.668000', ef_co2: '10.600000', ef_ch4: '76.000000' },
    results: { res_co2: 0, res_ch4: 0, res_ch4_to_co2: 0, sum_co2: 0 },
    shown: { res_co2: '0.00', res_ch4: '0.00', res_ch4_to_co2: '0.00', sum_co2: '0.00' },
    source: 'nothing in, nothing out',
  },
  {
    title: 'CO₂ and CH₄ are the whole mixture: exactly 100 %',
    inputs: { volume: 1, p_co2: 1, p_ch4: 0.3, ef_co2: 40, ef_ch4: 60 },
    results: { res_co2: 0.4, res_ch4: 0.18, res_ch4_to_co2: 4.5, sum_co2: 4.9 },
    shown: { res_co2: '0.40', res_ch4: '0.18', res_ch4_to_co2: '4.50', sum_co2: '4.90' },
    source: 'border of the sum limit; lower bounds of the densities',
  },
  {
    title: 'methane alone, every upper bound',
    inputs: { volume: 1_000_000_000, p_co2: 3, p_ch4: 1.2, ef_co2: 0, ef_ch4: 100 },
    results: { res_co2: 0, res_ch4: 1_200_000_000, res_ch4_to_co2: 30_000_000_000, sum_co2: 30_000_000_000 },
    shown: { res_ch4: '1200000000.00' },
    source: 'bounds of the definition',
  },
  {
    title: 'CO₂ alone, every upper bound',
    inputs: { volume: 1_000_000_000, p_co2: 3, p_ch4: 1.2, ef_co2: 100, ef_ch4: 0 },
    results: { res_co2: 3_000_000_000, res_ch4: 0, res_ch4_to_co2: 0, sum_co2: 3_000_000_000 },
    shown: { res_co2: '3000000000.00' },
    source: 'bounds of the definition',
  },
  {
    title: 'written as in a spreadsheet',
    inputs: { volume: '1\u00a0234,5', p_co2: '1,8738', p_ch4: '0,6797', ef_co2: '0,35', ef_ch4: '0,75' },
    results: {
      res_co2: 8.09622135,
      res_ch4: 6.293172374999999,
      res_ch4_to_co2: 157.32930937499998,
      sum_co2: 165.425530725,
    },
    shown: { res_co2: '8.10', res_ch4: '6.29', res_ch4_to_co2: '157.33', sum_co2: '165.43' },
    source:
      '1234.5 · 0.35 · 1.8738 / 100 and 1234.5 · 0.75 · 0.6797 / 100; decimal comma and no-break space of a Russian spreadsheet',
  },
];
