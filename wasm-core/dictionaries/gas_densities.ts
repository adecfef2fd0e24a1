import { dictionary } from './dictionary.ts';
import { order371Row } from './rows.ts';

/**
 * Densities of CO2 and CH4 by measurement conditions. The first row is 20 °C, the Russian practice.
 */
export const GAS_DENSITIES = dictionary('get_underground', '2026-11-21', {
  label: 'Плотности CO₂ и CH₄ по условиям измерения',
  fields: { p_co2: 'кг/м³', p_ch4: 'кг/м³' },
  rows: [
    order371Row(3, '293,15 К (20 °C); 101,325 кПа', '1.2', { p_co2: 1.8393, p_ch4: 0.668 }),
    order371Row(1, '273,15 К (0 °C); 101,325 кПа', '1.2', { p_co2: 1.9768, p_ch4: 0.717 }),
    order371Row(2, '288,15 К (15 °C); 101,325 кПа', '1.2', { p_co2: 1.8738, p_ch4: 0.6797 }),
  ],
});
