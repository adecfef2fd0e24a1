import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a million m³ of drainage gas',
    inputs: { volume: 1000, ef_co2: '1.629400', ef_ch4: '0.017800' },
    results: { res_co2: 1629.3999999999999, res_ch4: 17.8, res_ch4_to_co2: 445, sum_co2: 2074.3999999999996 },
    source: 'Приказ 371, formula 2.1, table 2.1: 1629.4 t CO2 and 17.8 t CH4, 2074.4 t CO2-eq',
  },
  {
    title: 'a thousand m³ of drainage gas',
    inputs: { volume: 1, ef_co2: '1.629400', ef_ch4: '0.017800' },
    results: { res_co2: 1.6294, res_ch4: 0.0178, res_ch4_to_co2: 0.445, sum_co2: 2.0744 },
    source: 'Приказ 371, formula 2.1, table 2.1',
  },
  {
    title: 'no gas',
    inputs: { volume: 0, ef_co2: '1.629400', ef_ch4: '0.017800' },
    results: { res_co2: 0, res_ch4: 0, res_ch4_to_co2: 0, sum_co2: 0 },
    source: 'nothing in, nothing out',
  },
  {
    title: 'every upper bound',
    inputs: { volume: 10000000, ef_co2: '10.000000', ef_ch4: '1.000000' },
    results: { res_co2: 100000000, res_ch4: 10000000, res_ch4_to_co2: 250000000, sum_co2: 350000000 },
    source: 'bounds of the definition',
  },
  {
    title: 'written as in a spreadsheet',
    inputs: { volume: '1 234,5', ef_co2: '1,6294', ef_ch4: '0,0178' },
    results: { res_co2: 2011.4942999999998, res_ch4: 21.9741, res_ch4_to_co2: 549.3525, sum_co2: 2560.8468 },
    source: 'decimal comma of a Russian spreadsheet',
  },
];
