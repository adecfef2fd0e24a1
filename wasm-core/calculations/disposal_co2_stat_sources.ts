import type { CalculationDefinition } from './definition.ts';
import { carbonDioxide, coefficient } from './fields.ts';

/** Burnt mine methane, t: million m³ of pure CH4 · kg/m³ · 1000. Its CO2 counts under combustion. */
const MINE_METHANE = { methane: ['volume', 'CH4_DENSITY', 1000], co2: 'res_co2', order371: 1 } as const;

export const disposal_co2_stat_sources = {
  title: 'Стационарное сжигание топлива: выбросы CO₂',
  source: { norm: 'order_371', clause: 'прил. 2, категория 1, формулы 1.1, 1.2б' },
  inputs: {
    volume: {
      ...{ kind: 'number', label: 'Расход топлива', symbol: 'FC', unit: 'тыс. т (газ — млн м³)', min: 0, max: 1e6 },
      uncertainty: 'fuel_surveyed',
    },
    ef: coefficient('Коэффициент выбросов CO₂', 'EF', 'т CO₂/ТДж', 0, 300),
    of: coefficient('Коэффициент окисления', 'OF', 'доля', 0, 1),
    k: coefficient('Коэффициент перевода в энергетические единицы', 'k', 'ТДж/тыс. т (газ — ТДж/млн м³)', 0, 150),
  },
  results: { res_co2: carbonDioxide('volume * k * ef * of') },
  dictionaries: [{ name: 'get_disposal_co2_stat_sources', label: 'Топливо', presets: ['ef', 'of', 'k'] }],
  parts: {
    fuel: { co2: 'res_co2', order371: 1 },
    engines: { ...MINE_METHANE, efficiency: 'ENGINE_EFFICIENCY' },
    boilers: { ...MINE_METHANE, efficiency: 'of' },
    oxidised: { ...MINE_METHANE, efficiency: 'of' },
  },
  total: 'res_co2',
  editable: true,
} as const satisfies CalculationDefinition;
