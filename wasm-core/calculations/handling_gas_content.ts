import type { CalculationDefinition } from './definition.ts';
import {
  coalMined,
  coefficient,
  methane,
  methaneDensity,
  methaneOfCoal,
  methaneOfFactor,
  methanePerTonne,
} from './fields.ts';

export const handling_gas_content = {
  title: 'Обращение с углём по газоносности пласта: выбросы CH₄',
  source: { norm: 'ipcc_2006', clause: 'раздел 4.1.3.2, доля газоносности пласта' },
  inputs: {
    volume: coalMined,
    gas_content: {
      ...methanePerTonne,
      label: 'Газоносность пласта',
      symbol: 'q',
      hint: 'Газоносность угля до добычи, по замерам.',
    },
    share: coefficient('Доля газоносности, выделяющаяся после добычи', 's', 'доля', 0, 1),
    koef_transform: { ...methaneDensity, fixed: 'CH4_DENSITY' },
  },
  results: {
    res_ch4: { ...methaneOfCoal.res_ch4, ...methane('volume * gas_content * share * koef_transform'), unit: 'кг' },
    res_ch4_to_co2: methaneOfCoal.res_ch4_to_co2,
  },
  dictionaries: [{ name: 'get_enrichment', label: 'Пласт', presets: ['share'] }],
  parts: {
    post_mining: { ...methaneOfFactor, methane: ['volume', 'gas_content', 'share', 'koef_transform'] },
  },
  total: 'res_ch4_to_co2',
  editable: true,
} as const satisfies CalculationDefinition;
