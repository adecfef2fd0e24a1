import type { CalculationDefinition } from './definition.ts';
import { carbonDioxide, methane } from './fields.ts';
import { flare_order_371 } from './flare_order_371.ts';
import { underground } from './underground.ts';

/** Share of methane left unburnt that the order's row of drainage gas is computed with: burning with soot. */
const UNBURNT = 0.035;

export const flare_table_371 = {
  title: 'Сжигание газа в факеле по таблице приказа № 371: CO₂ и CH₄',
  source: { norm: 'order_371', clause: 'прил. 2, категория 2, формула 2.1, таблица 2.1' },
  inputs: {
    volume: flare_order_371.inputs.volume,
    ef_co2: {
      kind: 'number',
      label: 'Коэффициент выбросов CO₂',
      symbol: 'EF(CO₂)',
      unit: 'т/тыс. м³',
      min: 0,
      max: 10,
      coefficient: true,
    },
    ef_ch4: {
      kind: 'number',
      label: 'Коэффициент выбросов CH₄',
      symbol: 'EF(CH₄)',
      unit: 'т/тыс. м³',
      min: 0,
      max: 1,
      coefficient: true,
    },
  },
  results: {
    ...underground.results,
    res_co2: carbonDioxide('volume * ef_co2'),
    res_ch4: methane('volume * ef_ch4'),
  },
  dictionaries: [{ name: 'get_flare_table_371', label: 'Газ', presets: ['ef_co2', 'ef_ch4'] }],
  parts: { flared: { methane: ['volume', 'ef_ch4'], per: UNBURNT, unburnt: UNBURNT, co2: 'res_co2', order371: 2 } },
  total: 'sum_co2',
  editable: true,
} as const satisfies CalculationDefinition;
