import { caseTable } from './cases.ts';

export const cases = caseTable(`
volume koef_transform = res_ch4 res_ch4_to_co2

a million m³ of pure methane
  1000  '0.670000'  =  13.4  335  shown  13.40  335.00
  IPCC 2006, vol. 2, ch. 4, eq. 4.1.5: 0.02 · 1000 · 0.67; GWP 25, распоряжение 2979-р

no methane
  0  '0.670000'  =  0  0  shown  0.00  0.00
  nothing in, nothing out

written as in a spreadsheet
  '1\u00a0234,5'  '0,67'  =  16.5423  413.5575  shown  16.54  413.56
  0.02 · 1234.5 · 0.67; decimal comma and no-break space of a Russian spreadsheet

every upper bound
  10_000_000  2  =  400_000  10_000_000  shown  400000.00  -
  bounds of the definition

the lightest methane that is accepted
  10_000_000  0.1  =  20_000  500_000  shown  20000.00  500000.00
  bounds of the definition
`);
