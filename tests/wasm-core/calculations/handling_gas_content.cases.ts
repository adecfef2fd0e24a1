import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a million tonnes of a seam that was not drained',
    inputs: { volume: 1000000, gas_content: '12.000000', share: '0.300000', koef_transform: '0.670000' },
    results: { res_ch4: 2412000, res_ch4_to_co2: 60300000 },
    source: 'IPCC 2006, vol. 2, ch. 4, 4.1.3.2: 12 m³/t · 0.3 · 0.67 = 2.412 kg/t',
  },
  {
    title: 'a million tonnes of a drained seam',
    inputs: { volume: 1000000, gas_content: '12.000000', share: '0.100000', koef_transform: '0.670000' },
    results: { res_ch4: 804000, res_ch4_to_co2: 20100000 },
    source: 'IPCC 2006, vol. 2, ch. 4, 4.1.3.2: a tenth of the gas content',
  },
  {
    title: 'no coal',
    inputs: { volume: 0, gas_content: '12.000000', share: '0.300000', koef_transform: '0.670000' },
    results: { res_ch4: 0, res_ch4_to_co2: 0 },
    source: 'nothing in, nothing out',
  },
  {
    title: 'a seam without gas',
    inputs: { volume: 500, gas_content: '0.000000', share: '0.300000', koef_transform: '0.670000' },
    results: { res_ch4: 0, res_ch4_to_co2: 0 },
    source: 'nothing in, nothing out',
  },
  {
    title: 'every upper bound',
    inputs: { volume: 1000000000, gas_content: '200.000000', share: '1.000000', koef_transform: '0.670000' },
    results: { res_ch4: 134000000000.00002, res_ch4_to_co2: 3350000000000.0005 },
    source: 'bounds of the definition',
  },
];
