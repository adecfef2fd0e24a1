import { caseTable } from './cases.ts';

export const cases = caseTable(`
volume gas_content share koef_transform = res_ch4 res_ch4_to_co2

a million tonnes of a seam that was not drained
  1_000_000  '12.000000'  '0.300000'  '0.670000'  =  2_412_000  60_300_000
  IPCC 2006, vol. 2, ch. 4, 4.1.3.2: 12 m³/t · 0.3 · 0.67 = 2.412 kg/t

a million tonnes of a drained seam
  1_000_000  '12.000000'  '0.100000'  '0.670000'  =  804_000  20_100_000
  IPCC 2006, vol. 2, ch. 4, 4.1.3.2: a tenth of the gas content

no coal
  0  '12.000000'  '0.300000'  '0.670000'  =  0  0
  nothing in, nothing out

a seam without gas
  500  '0.000000'  '0.300000'  '0.670000'  =  0  0
  nothing in, nothing out

every upper bound
  1_000_000_000  '200.000000'  '1.000000'  '0.670000'  =  134000000000.00002  3350000000000.0005
  bounds of the definition
`);
