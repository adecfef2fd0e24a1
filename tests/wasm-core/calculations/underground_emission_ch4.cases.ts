import { caseTable } from './cases.ts';

export const cases = caseTable(`
volume ef koef_transform = res_ch4 res_ch4_to_co2

a million tonnes from a depth of 200–400 m
  1_000_000  '18.000000'  '0.670000'  =  12_060_000  301_500_000  shown  12060.00  301500.00
  IPCC 2006, vol. 2, ch. 4, eq. 4.1.3; GWP 25, распоряжение 2979-р

the same, the fixed coefficient left to the method
  1_000_000  '18.000000'  -  =  12_060_000  301_500_000  shown  12060.00  301500.00
  IPCC 2006, vol. 2, ch. 4, eq. 4.1.3; GWP 25, распоряжение 2979-р

5 Mt · 1.6 at 13.4 m³/t: 107.2 mln m³
  8_000_000  '13.400000'  '0.670000'  =  71_824_000  1_795_600_000  shown  71824.00  1795600.00
  GEM, worked example of estimating coal-mine methane

a deep mine
  1_000_000  '25.000000'  '0.670000'  =  16750000.000000002  418750000.00000006  shown  16750.00  418750.00
  IPCC 2006, vol. 2, ch. 4, eq. 4.1.3; GWP 25, распоряжение 2979-р

no coal
  0  '18.000000'  '0.670000'  =  0  0  shown  0.00  0.00
  nothing in, nothing out

a seam without methane
  1_000_000_000  0  0.67  =  0  0  shown  0.00  0.00
  bounds of the definition

written as in a spreadsheet
  '1\u00a0234\u00a0567,8'  '10'  '0,67'  =  8271604.260000001  206790106.50000003  shown  8271.60  206790.11
  1 234 567.8 · 10 · 0.67; decimal comma and no-break space of a Russian spreadsheet

every upper bound
  1_000_000_000  1000  0.67  =  670_000_000_000  16_750_000_000_000  shown  670000000.00  -
  bounds of the definition
`);
