import { type DictionaryRow, dictionary } from './dictionary.ts';

/** Emission factors of the fuels of open-pit machinery, t CO2/t; charts compare them as text. */
export const TRANSPORT_FUELS = dictionary('get_open_mining_co2', '2026-11-21', {
  label: 'Транспорт открытой добычи: CO₂',
  fields: { ef: 'т CO₂/т' },
  rows: [emission(1, 'Дизельное топливо', 3.149), emission(2, 'Бензин', 3.026)],
});

function emission(id: number, name: string, ef: number): DictionaryRow {
  return {
    id,
    name,
    numbers: { ef },
    source: { norm: 'order_371', table: 'прил. 2, таблица 18.1', row: name },
    mark: 'norm',
  };
}
