import { caseTable } from './cases.ts';

export const cases = caseTable(`
volume p_co2 p_ch4 ef_co2 ef_ch4 = res_co2 res_ch4 res_ch4_to_co2 sum_co2

a million m³ of degassing gas at 20 °C
  1000  '1.839300'  '0.668000'  '10.600000'  '76.000000'  =  194.96579999999997  507.68  12_692  12886.9658  shown  194.97  507.68  12692.00  12886.97
  Приказ 371, formula 3.1, tables 1.2, 3.1; GWP 25, распоряжение 2979-р

a year of ventilation air: 15 000 m³/min with 0.3 % of methane
  7_884_000  '1.839300'  '0.668000'  '0.000000'  '0.300000'  =  0  15799.536  394988.4  394988.4  shown  0.00  15799.54  394988.40  394988.40
  Приказ 371, formula 3.1; 15 000 · 525 600 m³; GWP 25, распоряжение 2979-р

natural gas at 0 °C
  1000  '1.976800'  '0.717000'  '0.040000'  '98.400000'  =  0.79072  705.528  17638.2  17638.99072  shown  0.79  705.53  17638.20  17638.99
  Приказ 371, formula 3.1, tables 1.2, 3.1

no gas
  0  '1.839300'  '0.668000'  '10.600000'  '76.000000'  =  0  0  0  0  shown  0.00  0.00  0.00  0.00
  nothing in, nothing out

CO₂ and CH₄ are the whole mixture: exactly 100 %
  1  1  0.3  40  60  =  0.4  0.18  4.5  4.9  shown  0.40  0.18  4.50  4.90
  border of the sum limit; lower bounds of the densities

methane alone, every upper bound
  1_000_000_000  3  1.2  0  100  =  0  1_200_000_000  30_000_000_000  30_000_000_000  shown  -  1200000000.00  -  -
  bounds of the definition

CO₂ alone, every upper bound
  1_000_000_000  3  1.2  100  0  =  3_000_000_000  0  0  3_000_000_000  shown  3000000000.00  -  -  -
  bounds of the definition

written as in a spreadsheet
  '1\u00a0234,5'  '1,8738'  '0,6797'  '0,35'  '0,75'  =  8.09622135  6.293172374999999  157.32930937499998  165.425530725  shown  8.10  6.29  157.33  165.43
  1234.5 · 0.35 · 1.8738 / 100 and 1234.5 · 0.75 · 0.6797 / 100; decimal comma and no-break space of a Russian spreadsheet
`);
