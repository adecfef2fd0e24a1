import { dictionary } from './dictionary.ts';
import { order371Row } from './rows.ts';

/** Emission factors of the fuels of open-pit machinery, t CO2/t; charts compare them as text. */
export const TRANSPORT_FUELS = dictionary('get_open_mining_co2', '2026-11-21', {
  label: 'Транспорт открытой добычи: CO₂',
  fields: { ef: 'т CO₂/т' },
  rows: [order371Row(1, 'Дизельное топливо', '18.1', { ef: 3.149 }), order371Row(2, 'Бензин', '18.1', { ef: 3.026 })],
});
