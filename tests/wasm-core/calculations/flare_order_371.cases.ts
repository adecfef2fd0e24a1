import { caseTable } from './cases.ts';

export const cases = caseTable(`
volume p_co2 p_ch4 ef_co2 ef_ch4 cf = res_co2 res_ch4 res_ch4_to_co2 sum_co2

a thousand m³ of drainage gas at 20 °C, burnt with soot
  1  '1.839300'  '0.668000'  '10.600000'  '76.000000'  '0.035000'  =  1.54390842  0.0177688  0.44422000000000006  1.98812842
  Приказ 371, formulas 2.2, 2.4: (10.6 + 76 · 0.965) · 1.8393/100 = 1.543908; 76 · 0.035 · 0.668/100 = 0.0177688

a million m³ of drainage gas in a flare without soot
  1000  '1.839300'  '0.668000'  '10.600000'  '76.000000'  '0.000600'  =  1591.9950791999997  0.304608  7.6152  1599.6102791999997
  Приказ 371, formulas 2.2, 2.4, table 2.2

no gas
  0  '1.839300'  '0.668000'  '10.600000'  '76.000000'  '0.035000'  =  0  0  0  0
  nothing in, nothing out

a flare that is out: all methane stays
  10  '1.839300'  '0.668000'  '10.600000'  '76.000000'  '1.000000'  =  1.9496580000000001  5.0768  126.92000000000002  128.86965800000002
  CF = 1 gives formula 3.1 of the same mixture

methane alone, all of it burnt, every upper bound
  10_000_000  '3.000000'  '1.200000'  '0.000000'  '100.000000'  '0.000000'  =  30_000_000  0  0  30_000_000
  bounds of the definition

CO₂ and CH₄ are the whole mixture
  1  '1.000000'  '0.300000'  '40.000000'  '60.000000'  '0.020000'  =  0.988  0.0036  0.09  1.078
  border of the sum limit; lower bounds of the densities

written as in a spreadsheet
  '1\u00a0234,5'  '1,8738'  '0,6797'  '0,35'  '40'  '0,005'  =  928.7522491499999  1.6781792999999998  41.9544825  970.7067316499999
  decimal comma and no-break space of a Russian spreadsheet
`);
