import type { CalculationDefinition } from './definition.ts';
import { coalMined, methaneDensity, methaneOfCoal, methaneOfFactor, methanePerTonne } from './fields.ts';

export const underground_emission_ch4 = {
  title: 'Подземная добыча угля: выбросы CH₄',
  source: { norm: 'ipcc_2006', clause: 'уравнение 4.1.3' },
  inputs: {
    volume: coalMined,
    ef: {
      ...methanePerTonne,
      label: 'Относительная метанообильность',
      max: 1000,
      uncertainty: 'underground_factor_tier_2',
    },
    koef_transform: { ...methaneDensity, fixed: 'CH4_DENSITY' },
  },
  results: methaneOfCoal,
  dictionaries: [
    {
      name: 'get_underground_emission_ch4',
      label: 'Глубина разработки',
      presets: ['ef', 'koef_transform'],
      custom: ['ef'],
    },
  ],
  parts: {
    gross_by_factor: methaneOfFactor,
  },
  total: 'res_ch4_to_co2',
  editable: true,
} as const satisfies CalculationDefinition;
