import type { CalculationDefinition } from './definition.ts';
import { carbonDioxide, coefficient, methane } from './fields.ts';
import { flare_order_371 } from './flare_order_371.ts';
import { underground } from './underground.ts';

/** Share of methane left unburnt that the order's row of drainage gas is computed with: burning with soot. */
const UNBURNT = 0.035;

export const flare_table_371 = {
  title: 'Сжигание газа в факеле по таблице приказа № 371: CO₂ и CH₄',
  source: { norm: 'order_371', clause: 'прил. 2, категория 2, формула 2.1, таблица 2.1' },
  inputs: {
    volume: flare_order_371.inputs.volume,
    ef_co2: coefficient('Коэффициент выбросов CO₂', 'EF(CO₂)', 'т/тыс. м³', 0, 10),
    ef_ch4: coefficient('Коэффициент выбросов CH₄', 'EF(CH₄)', 'т/тыс. м³', 0, 1),
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
