import type { CalculationDefinition } from './definition.ts';
import { flare_order_371 } from './flare_order_371.ts';
import { underground } from './underground.ts';

/** What an engine, a boiler or an oxidiser does with a mixture: CO2 counts under combustion, the slip stays methane. */
const BURNT = {
  methane: ['volume', 'ef_ch4', 'p_ch4'],
  per: 100,
  density: 'p_ch4',
  unburnt: 'cf',
  co2: 'res_co2',
  order371: 1,
} as const;

export const mine_methane_combustion = {
  title: 'Сжигание шахтного метана на энергию: CO₂ и проскок CH₄',
  source: { norm: 'order_371', clause: 'прил. 2, категория 1, формула 1.3' },
  inputs: {
    ...underground.inputs,
    volume: { ...flare_order_371.inputs.volume, label: 'Объём сожжённой смеси' },
    cf: { ...flare_order_371.inputs.cf, label: 'Проскок метана' },
  },
  results: flare_order_371.results,
  dictionaries: [
    ...underground.dictionaries,
    { name: 'get_methane_slip', label: 'Установка', presets: ['cf'], custom: ['cf'] },
  ],
  limits: underground.limits,
  parts: { engines: BURNT, boilers: BURNT, oxidised: BURNT },
  total: 'sum_co2',
  editable: true,
} as const satisfies CalculationDefinition;
