import type { CalculationDefinition } from './definition.ts';
import { carbonDioxide, coefficient, methaneDensity, methaneToFlare } from './fields.ts';

export const disposal_co2_torch = {
  title: 'Сжигание метана в факеле: выбросы CO₂',
  source: { norm: 'ipcc_2006', clause: 'уравнение 4.1.5' },
  inputs: {
    volume: methaneToFlare,
    ef: coefficient('Стехиометрический массовый коэффициент CH₄ → CO₂', 'EF', 'т CO₂/т CH₄', 0, 5),
    koef_transform: methaneDensity,
  },
  results: { res_co2: carbonDioxide('FLARE_EFFICIENCY * volume * koef_transform * ef') },
  dictionaries: [{ name: 'get_disposal_co2_torch', label: 'Коэффициенты факела', presets: ['ef', 'koef_transform'] }],
  parts: {
    flared: {
      methane: ['volume', 'koef_transform'],
      density: 'koef_transform',
      efficiency: 'FLARE_EFFICIENCY',
      co2: 'res_co2',
    },
  },
  total: 'res_co2',
  editable: true,
} as const satisfies CalculationDefinition;
