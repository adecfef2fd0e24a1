import type { CalculationDefinition } from './definition.ts';
import { coalAndFactor, methaneOfCoal, methaneOfFactor } from './fields.ts';

export const open_mining_ch4 = {
  title: 'Открытая добыча угля: выбросы CH₄',
  source: { norm: 'ipcc_2006', clause: 'уравнения 4.1.7, 4.1.8' },
  inputs: coalAndFactor,
  results: methaneOfCoal,
  dictionaries: [
    { name: 'get_open_mining_ch4', label: 'Мощность вскрыши', presets: ['ef', 'koef_transform'], custom: ['ef'] },
  ],
  parts: {
    open_pit: { ...methaneOfFactor, uncertainty: { ef: 'surface_factor_tier_2' } },
    open_pit_post_mining: { ...methaneOfFactor, uncertainty: { ef: 'surface_post_mining_tier_2' } },
  },
  total: 'res_ch4_to_co2',
  editable: true,
} as const satisfies CalculationDefinition;
