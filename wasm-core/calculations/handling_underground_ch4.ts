import type { CalculationDefinition } from './definition.ts';
import { coalAndFactor, methaneOfCoal, methaneOfFactor } from './fields.ts';

export const handling_underground_ch4 = {
  title: 'Обращение с углём подземной добычи: выбросы CH₄',
  source: { norm: 'ipcc_2006', clause: 'уравнение 4.1.4' },
  inputs: { ...coalAndFactor, ef: { ...coalAndFactor.ef, uncertainty: 'underground_post_mining_tier_2' } },
  results: methaneOfCoal,
  dictionaries: [
    { name: 'get_handling_underground_ch4', label: 'Глубина разработки', presets: ['ef', 'koef_transform'] },
  ],
  parts: {
    post_mining: methaneOfFactor,
  },
  total: 'res_ch4_to_co2',
  editable: true,
} as const satisfies CalculationDefinition;
