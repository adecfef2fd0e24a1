import type { CalculationDefinition } from './definition.ts';
import { methane, methaneAsCarbonDioxide, methaneDensity, methaneToFlare } from './fields.ts';

export const torch_ch4 = {
  title: 'Сжигание метана в факеле: несгоревший CH₄',
  source: { norm: 'ipcc_2006', clause: 'уравнение 4.1.5' },
  inputs: { volume: methaneToFlare, koef_transform: methaneDensity },
  results: { res_ch4: methane('FLARE_UNBURNT * volume * koef_transform'), res_ch4_to_co2: methaneAsCarbonDioxide },
  dictionaries: [{ name: 'get_torch_ch4', label: 'Коэффициент факела', presets: ['koef_transform'] }],
  parts: { flare_unburnt: { methane: ['FLARE_UNBURNT', 'volume', 'koef_transform'], density: 'koef_transform' } },
  total: 'res_ch4_to_co2',
  editable: true,
} as const satisfies CalculationDefinition;
