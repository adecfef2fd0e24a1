import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a thousand m³ of pure methane at 20 °C, none slips',
    inputs: {
      volume: 1,
      p_co2: '1.839300',
      p_ch4: '0.668000',
      ef_co2: '0.000000',
      ef_ch4: '100.000000',
      cf: '0.000000',
    },
    results: { res_co2: 1.8393000000000002, res_ch4: 0, res_ch4_to_co2: 0, sum_co2: 1.8393000000000002 },
    source: 'Приказ 371, formula 1.3: 100 · 1.8393/100 = 1.8393 t CO2 per thousand m³',
  },
  {
    title: 'a million m³ of drainage gas in an engine',
    inputs: {
      volume: 1000,
      p_co2: '1.839300',
      p_ch4: '0.668000',
      ef_co2: '10.600000',
      ef_ch4: '76.000000',
      cf: '0.005000',
    },
    results: { res_co2: 1585.84446, res_ch4: 2.5384, res_ch4_to_co2: 63.46000000000001, sum_co2: 1649.30446 },
    source: 'Приказ 371, formula 1.3, slip 0.5 %',
  },
  {
    title: 'no gas',
    inputs: {
      volume: 0,
      p_co2: '1.839300',
      p_ch4: '0.668000',
      ef_co2: '10.600000',
      ef_ch4: '76.000000',
      cf: '0.005000',
    },
    results: { res_co2: 0, res_ch4: 0, res_ch4_to_co2: 0, sum_co2: 0 },
    source: 'nothing in, nothing out',
  },
  {
    title: 'a device that is out',
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
    source: 'all methane stays: formula 3.1 of the same mixture',
  },
  {
    title: 'every upper bound',
    inputs: {
      volume: 10000000,
      p_co2: '3.000000',
      p_ch4: '1.200000',
      ef_co2: '0.000000',
      ef_ch4: '100.000000',
      cf: '1.000000',
    },
    results: { res_co2: 0, res_ch4: 12000000, res_ch4_to_co2: 300000000, sum_co2: 300000000 },
    source: 'bounds of the definition',
  },
];
