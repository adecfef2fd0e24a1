import { caseTable } from './cases.ts';

export const cases = caseTable(`
volume ef_co2 ef_ch4 = res_co2 res_ch4 res_ch4_to_co2 sum_co2

a million m³ of drainage gas
  1000  '1.629400'  '0.017800'  =  1629.3999999999999  17.8  445  2074.3999999999996
  Приказ 371, formula 2.1, table 2.1: 1629.4 t CO2 and 17.8 t CH4, 2074.4 t CO2-eq

a thousand m³ of drainage gas
  1  '1.629400'  '0.017800'  =  1.6294  0.0178  0.445  2.0744
  Приказ 371, formula 2.1, table 2.1

no gas
  0  '1.629400'  '0.017800'  =  0  0  0  0
  nothing in, nothing out

every upper bound
  10_000_000  '10.000000'  '1.000000'  =  100_000_000  10_000_000  250_000_000  350_000_000
  bounds of the definition

written as in a spreadsheet
  '1 234,5'  '1,6294'  '0,0178'  =  2011.4942999999998  21.9741  549.3525  2560.8468
  decimal comma of a Russian spreadsheet
`);
