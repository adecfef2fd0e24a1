import { caseTable } from './cases.ts';

export const cases = caseTable(`
volume ef = res_co2

a thousand tonnes of diesel
  1000  '3.149000'  =  3149  shown  3149.00
  Приказ 371, table 18.1

a thousand tonnes of petrol
  1000  '3.026000'  =  3026  shown  3026.00
  Приказ 371, table 18.1

1000 l of summer diesel
  0.86  '3.149000'  =  2.7081399999999998  shown  2.708
  Приказ 371, formula 18.2: 0.860 t · 3.149

1000 l of АИ-92
  0.735  '3.026000'  =  2.22411  shown  2.224
  Приказ 371, formula 18.2: 0.735 t · 3.026

no fuel
  0  '3.149000'  =  0  shown  0.00
  nothing in, nothing out

written as in a spreadsheet
  '1\u00a0234,5'  '3,149'  =  3887.4405  shown  3887.44
  1234.5 · 3.149; decimal comma and no-break space of a Russian spreadsheet

every upper bound
  100_000_000  10  =  1_000_000_000  shown  1000000000.00
  bounds of the definition
`);
