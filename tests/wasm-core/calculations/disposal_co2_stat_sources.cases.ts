import { caseTable } from './cases.ts';

export const cases = caseTable(`
volume ef of k = res_co2

a thousand tonnes of Kuznetsk coal
  1  '91.900000'  '1.000000'  '25.400000'  =  2334.26  shown  2334.26
  Приказ 371, table 1.1, row 27; formulas 1.1, 1.2б

a million m³ of natural gas
  1  '54.400000'  '1.000000'  '33.080000'  =  1799.552  shown  1799.55
  Приказ 371, table 1.1, row 67: 33.08 · 54.4

a million m³ of mine methane
  1  '55.100000'  '1.000000'  '33.400000'  =  1840.34  shown  1840.34
  Приказ 371, formula 1.3: 1839.3 t within 0.1 %

12 500 t of diesel
  12.5  '74.100000'  '1.000000'  '42.500000'  =  39365.625  shown  39365.63
  Приказ 371, table 1.1, row 10

nothing oxidised
  1000  '91.900000'  '0.000000'  '25.400000'  =  0  shown  0.00
  nothing in, nothing out

no fuel
  0  '91.900000'  '1.000000'  '25.400000'  =  0  shown  0.00
  nothing in, nothing out

a measured oxidation factor, written as in a spreadsheet
  '1\u00a0234,5'  '91,9'  '0,96'  '25,4'  =  2766378.2112000003  shown  2766378.21
  1234.5 · 25.4 · 91.9 · 0.96; decimal comma and no-break space of a Russian spreadsheet

every upper bound
  1_000_000  300  1  150  =  45_000_000_000  shown  45000000000.00
  bounds of the definition
`);
