import { caseTable } from './cases.ts';

export const cases = caseTable(`
volume ef koef_transform = res_ch4 res_ch4_to_co2

a million tonnes under 25–50 m of overburden
  1_000_000  '1.200000'  '0.670000'  =  804_000  20_100_000  shown  804.00  20100.00
  IPCC 2006, vol. 2, ch. 4, eq. 4.1.7; GWP 25, распоряжение 2979-р

five million tonnes under more than 50 m
  5_000_000  '2.000000'  '0.670000'  =  6_700_000  167_500_000  shown  6700.00  167500.00
  IPCC 2006, vol. 2, ch. 4, eq. 4.1.7; GWP 25, распоряжение 2979-р

handling of coal from under less than 25 m: zero is a factor, not a gap
  1_000_000  '0.000000'  '0.670000'  =  0  0  shown  0.00  0.00
  IPCC 2006, vol. 2, ch. 4, eq. 4.1.8

an actual value with six decimals
  250_000  '3.141593'  '0.670000'  =  526216.8275  13155420.6875  shown  526.22  13155.42
  250 000 · 3.141593 · 0.67

no coal
  0  '1.200000'  '0.670000'  =  0  0  shown  0.00  0.00
  nothing in, nothing out

written as in a spreadsheet
  '1\u202f234\u202f567,8'  '0,3'  '0,67'  =  248148.12780000005  6203703.195000001  shown  248.15  6203.70
  1 234 567.8 · 0.3 · 0.67; decimal comma and narrow no-break space

every upper bound
  1_000_000_000  200  2  =  400_000_000_000  10_000_000_000_000  shown  400000000.00  -
  bounds of the definition
`);
