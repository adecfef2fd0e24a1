import { type DictionaryRow, dictionary } from './dictionary.ts';
import { order371Row } from './rows.ts';

/** Emission factors of the fuels of open-pit machinery, t CO2/t; charts compare them as text. */
export const TRANSPORT_FUELS = dictionary('get_open_mining_co2', '2026-11-21', {
  label: 'Транспорт открытой добычи: CO₂',
  fields: { ef: 'т CO₂/т' },
  rows: [fuel(1, 'Дизельное топливо', 3.149), fuel(2, 'Бензин', 3.026)],
});

function fuel(id: number, name: string, ef: number): DictionaryRow {
  return { ...order371Row(id, name, '18.1', { ef }), uncertainty: { ef: 'co2_factor_gas_liquids' } };
}
