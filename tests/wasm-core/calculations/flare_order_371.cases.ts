import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a thousand m³ of drainage gas at 20 °C, burnt with soot',
    inputs: {
      volume: 1,
      p_co2: '1.839300',
      p_ch4: '0.668000',
      ef_co2: '10.600000',
      ef_ch4: '76.000000',
      cf: '0.035000',
    },
    results: { res_co2: 1.54390842, res_ch4: 0.0177688, res_ch4_to_co2: 0.44422000000000006, sum_co2: 1.98812842 },
    source:
      'Приказ 371, formulas 2.2, 2.4: (10.6 + 76 · 0.965) · 1.8393/100 = 1.543908; 76 · 0.035 · 0.668/100 = 0.0177688',
  },
  {
    title: 'a million m³ of drainage gas in a flare without soot',
    inputs: {
      volume: 1000,
      p_co2: '1.839300',
      p_ch4: '0.668000',
      ef_co2: '10.600000',
      ef_ch4: '76.000000',
      cf: '0.000600',
    },
    results: { res_co2: 1591.9950791999997, res_ch4: 0.304608, res_ch4_to_co2: 7.6152, sum_co2: 1599.6102791999997 },
    source: 'Приказ 371, formulas 2.2, 2.4, table 2.2',
  },
  {
    title: 'no gas',
    inputs: {
      volume: 0,
      p_co2: '1.839300',
      p_ch4: '0.668000',
      ef_co2: '10.600000',
      ef_ch4: '76.000000',
      cf: '0.035000',
    },
    results: { res_co2: 0, res_ch4: 0, res_ch4_to_co2: 0, sum_co2: 0 },
    source: 'nothing in, nothing out',
  },
  {
    title: 'a flare that is out: all methane stays',
    inputs: {
      volume: 10,
      p_co2: '1.839300',
      p_ch4: '0.668000',
      ef_co2: '10.600000',
      ef_ch4: '76.000000',
      cf: '1.000000',
    },
    results: {
      res_co2: 1.9496580000000001,
      res_ch4: 5.0768,
      res_ch4_to_co2: 126.92000000000002,
      sum_co2: 128.86965800000002,
    },
    source: 'CF = 1 gives formula 3.1 of the same mixture',
  },
  {
    title: 'methane alone, all of it burnt, every upper bound',
    inputs: {
      volume: 10000000,
      p_co2: '3.000000',
      p_ch4: '1.200000',
      ef_co2: '0.000000',
      ef_ch4: '100.000000',
      cf: '0.000000',
    },
    results: { res_co2: 30000000, res_ch4: 0, res_ch4_to_co2: 0, sum_co2: 30000000 },
    source: 'bounds of the definition',
  },
  {
    title: 'CO₂ and CH₄ are the whole mixture',
    inputs: {
      volume: 1,
      p_co2: '1.000000',
      p_ch4: '0.300000',
      ef_co2: '40.000000',
      ef_ch4: '60.000000',
      cf: '0.020000',
    },
    results: { res_co2: 0.988, res_ch4: 0.0036, res_ch4_to_co2: 0.09, sum_co2: 1.078 },
    source: 'border of the sum limit; lower bounds of the densities',
  },
  {
    title: 'written as in a spreadsheet',
    inputs: { volume: '1\u00a0234,5', p_co2: '1,8738', p_ch4: '0,6797', ef_co2: '0,35', ef_ch4: '40', cf: '0,005' },
    results: {
      res_co2: 928.7522491499999,
      res_ch4: 1.6781792999999998,
      res_ch4_to_co2: 41.9544825,
      sum_co2: 970.7067316499999,
    },
    source: 'decimal comma and no-break space of a Russian spreadsheet',
  },
];
