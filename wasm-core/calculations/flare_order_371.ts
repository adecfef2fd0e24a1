import type { CalculationDefinition } from './definition.ts';
import { carbonDioxide, methane } from './fields.ts';
import { underground } from './underground.ts';

/**
 * The mixture has the inputs of `underground`. `flare_table_371` has the factors of table 2.1 of the
 * order.
 */
export const flare_order_371 = {
  title: 'Сжигание газа в факеле по приказу № 371: CO₂ и CH₄',
  source: { norm: 'order_371', clause: 'прил. 2, категория 2, формулы 2.1, 2.2, 2.4' },
  inputs: {
    ...underground.inputs,
    volume: {
      kind: 'number',
      label: 'Объём смеси, поданной в факел',
      symbol: 'V',
      unit: 'тыс. м³',
      min: 0,
      max: 1e7,
      hint: 'Объём всей смеси, а не чистого метана.',
      uncertainty: 'drainage_flow',
    },
    cf: { kind: 'number', label: 'Недожог метана', symbol: 'CF', unit: 'доля', min: 0, max: 1, coefficient: true },
  },
  results: {
    ...underground.results,
    res_co2: carbonDioxide('volume * (ef_co2 + ef_ch4 * (1 - cf)) * p_co2 / 100'),
    res_ch4: methane('volume * ef_ch4 * cf * p_ch4 / 100'),
  },
  dictionaries: [...underground.dictionaries, { name: 'get_flare_order_371', label: 'Вид факела', presets: ['cf'] }],
  limits: underground.limits,
  parts: {
    flared: {
      methane: ['volume', 'ef_ch4', 'p_ch4'],
      per: 100,
      density: 'p_ch4',
      unburnt: 'cf',
      co2: 'res_co2',
      order371: 2,
    },
  },
  total: 'sum_co2',
  editable: true,
} as const satisfies CalculationDefinition;
