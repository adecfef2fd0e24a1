import type { CalculationDefinition } from './definition.ts';
import { carbonDioxide, coefficient } from './fields.ts';

export const open_mining_co2 = {
  title: 'Открытая добыча угля: выбросы CO₂ от топлива техники',
  source: { norm: 'order_371', clause: 'прил. 2, категория 18, таблица 18.1' },
  inputs: {
    volume: {
      ...{ kind: 'number', label: 'Масса израсходованного топлива', symbol: 'M', unit: 'т', min: 0, max: 1e8 },
      uncertainty: 'fuel_surveyed',
    },
    ef: coefficient('Коэффициент выбросов CO₂', 'EF', 'т CO₂/т', 0, 10),
  },
  results: { res_co2: carbonDioxide('volume * ef') },
  dictionaries: [{ name: 'get_open_mining_co2', label: 'Топливо', presets: ['ef'] }],
  parts: { machinery: { co2: 'res_co2', order371: 18 } },
  total: 'res_co2',
  editable: true,
} as const satisfies CalculationDefinition;
