import { caseTable } from './cases.ts';

export const cases = caseTable(`
volume p_co2 p_ch4 ef_co2 ef_ch4 cf = res_co2 res_ch4 res_ch4_to_co2 sum_co2

a thousand m³ of pure methane at 20 °C, none slips
  1  '1.839300'  '0.668000'  '0.000000'  '100.000000'  '0.000000'  =  1.8393000000000002  0  0  1.8393000000000002
  Приказ 371, formula 1.3: 100 · 1.8393/100 = 1.8393 t CO2 per thousand m³

a million m³ of drainage gas in an engine
  1000  '1.839300'  '0.668000'  '10.600000'  '76.000000'  '0.005000'  =  1585.84446  2.5384  63.46000000000001  1649.30446
  Приказ 371, formula 1.3, slip 0.5 %

no gas
  0  '1.839300'  '0.668000'  '10.600000'  '76.000000'  '0.005000'  =  0  0  0  0
  nothing in, nothing out

a device that is out
  10  '1.839300'  '0.668000'  '10.600000'  '76.000000'  '1.000000'  =  1.9496580000000001  5.0768  126.92000000000002  128.86965800000002
  all methane stays: formula 3.1 of the same mixture

every upper bound
  10_000_000  '3.000000'  '1.200000'  '0.000000'  '100.000000'  '1.000000'  =  0  12_000_000  300_000_000  300_000_000
  bounds of the definition
`);
