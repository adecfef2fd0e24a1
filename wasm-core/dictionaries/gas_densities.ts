import { type DictionaryRow, dictionary } from './dictionary.ts';

/**
 * Densities of CO2 and CH4 by measurement conditions. The first row is 20 °C, the Russian practice.
 */
export const GAS_DENSITIES = dictionary('get_underground', '2026-11-21', {
  label: 'Плотности CO₂ и CH₄ по условиям измерения',
  fields: { p_co2: 'кг/м³', p_ch4: 'кг/м³' },
  rows: [
    conditions(3, '293,15 К (20 °C); 101,325 кПа', 1.8393, 0.668),
    conditions(1, '273,15 К (0 °C); 101,325 кПа', 1.9768, 0.717),
    conditions(2, '288,15 К (15 °C); 101,325 кПа', 1.8738, 0.6797),
  ],
});

function conditions(id: number, name: string, p_co2: number, p_ch4: number): DictionaryRow {
  return {
    id,
    name,
    numbers: { p_co2, p_ch4 },
    source: { norm: 'order_371', table: 'прил. 2, таблица 1.2', row: name },
    mark: 'norm',
  };
}
