import { caseTable } from './cases.ts';

export const cases = caseTable(`
volume ef koef_transform = res_ch4 res_ch4_to_co2

a million tonnes from a depth of 200–400 m
  1_000_000  '2.500000'  '0.670000'  =  1_675_000  41_875_000  shown  1675.00  41875.00
  IPCC 2006, vol. 2, ch. 4, eq. 4.1.4; GWP 25, распоряжение 2979-р

no coal
  0  '2.500000'  '0.670000'  =  0  0  shown  0.00  0.00
  nothing in, nothing out

a shallow mine, written as in a spreadsheet
  '1\u00a0234\u00a0567,8'  '0,9'  '0,67'  =  744444.3834  18611109.585  shown  744.44  18611.11
  1 234 567.8 · 0.9 · 0.67; decimal comma and no-break space of a Russian spreadsheet

a deep mine
  333.333  '4.000000'  '0.670000'  =  893.3324400000001  22333.311  shown  0.89  22.33
  333.333 · 4 · 0.67; IPCC 2006, vol. 2, ch. 4, eq. 4.1.4

every upper bound
  1_000_000_000  200  2  =  400_000_000_000  10_000_000_000_000  shown  400000000.00  -
  bounds of the definition

the smallest coefficient that the wire holds
  1  '0.000001'  '0.100000'  =  1e-7  0.0000024999999999999998  shown  0.00  -
  10⁻⁶ · 0.1 kg

a coefficient of zero
  1_000_000_000  0  0.1  =  0  0  shown  0.00  -
  bounds of the definition
`);
