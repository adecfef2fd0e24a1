import type { CalculationDefinition } from './definition.ts';
import { carbonDioxide, coefficient, methane, methaneAsCarbonDioxide } from './fields.ts';

/** Methane of a measured mixture, t: thousand m³ · % · kg/m³ / 100. */
const MIXTURE = { methane: ['volume', 'ef_ch4', 'p_ch4'], per: 100, density: 'p_ch4' } as const;

export const underground = {
  title: 'Подземная добыча угля: выбросы CO₂ и CH₄ с газовоздушной смесью',
  source: { norm: 'order_371', clause: 'прил. 2, категория 3, формула 3.1' },
  inputs: {
    volume: {
      ...{ kind: 'number', label: 'Объём газовоздушной смеси', symbol: 'V', unit: 'тыс. м³', min: 0, max: 1e9 },
      uncertainty: 'drainage_flow',
    },
    p_co2: coefficient('Плотность CO₂', 'ρ(CO₂)', 'кг/м³', 1, 3),
    p_ch4: coefficient('Плотность CH₄', 'ρ(CH₄)', 'кг/м³', 0.3, 1.2),
    ef_co2: coefficient('Содержание CO₂ в смеси', 'W(CO₂)', '% об.', 0, 100),
    ef_ch4: {
      ...coefficient('Содержание CH₄ в смеси', 'W(CH₄)', '% об.', 0, 100),
      uncertainty: 'drainage_concentration',
    },
  },
  results: {
    res_co2: carbonDioxide('volume * ef_co2 * p_co2 / 100'),
    res_ch4: methane('volume * ef_ch4 * p_ch4 / 100'),
    res_ch4_to_co2: methaneAsCarbonDioxide,
    sum_co2: {
      kind: 'number',
      label: 'Сумма выбросов',
      symbol: 'ΣM',
      unit: 'т CO₂-экв.',
      decimals: 2,
      formula: 'res_co2 + res_ch4_to_co2',
    },
  },
  dictionaries: [
    { name: 'get_underground', label: 'Условия измерения', presets: ['p_co2', 'p_ch4'] },
    {
      name: 'get_underground_content',
      label: 'Вид газовоздушной смеси',
      presets: ['ef_co2', 'ef_ch4'],
      custom: ['ef_co2', 'ef_ch4'],
    },
  ],
  limits: [
    {
      inputs: ['ef_co2', 'ef_ch4'],
      max: 100,
      message: 'CO₂ и CH₄ вместе не могут составлять больше 100 % смеси. Проверьте оба содержания.',
    },
  ],
  parts: {
    ventilation: {
      ...{ ...MIXTURE, co2: 'res_co2', order371: 3 },
      // The published range is that of the flow times the concentration.
      uncertainty: { volume: 'ventilation_quarterly', ef_ch4: null },
    },
    drainage: MIXTURE,
    drainage_vented: { ...MIXTURE, co2: 'res_co2', order371: 3 },
    sold: MIXTURE,
  },
  total: 'sum_co2',
  editable: true,
} as const satisfies CalculationDefinition;
