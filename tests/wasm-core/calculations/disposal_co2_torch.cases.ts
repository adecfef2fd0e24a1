import { caseTable } from './cases.ts';

export const cases = caseTable(`
volume ef koef_transform = res_co2

a million m³ of pure methane
  1000  '2.750000'  '0.670000'  =  1805.65  shown  1805.65
  IPCC 2006, vol. 2, ch. 4, eq. 4.1.5: 0.98 · 1000 · 0.67 · 2.75

no methane
  0  '2.750000'  '0.670000'  =  0  shown  0.00
  nothing in, nothing out

written as in a spreadsheet
  '1 234,5'  '2,75'  '0,67'  =  2229.0749250000003  shown  2229.07
  0.98 · 1234.5 · 0.67 · 2.75; decimal comma and thin space

every upper bound
  10_000_000  5  2  =  98_000_000  shown  98000000.00
  bounds of the definition

every lower bound but the volume
  10_000_000  0  0.1  =  0  shown  0.00
  bounds of the definition
`);
