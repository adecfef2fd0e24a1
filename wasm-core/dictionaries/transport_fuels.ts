import type { DictionaryDefinition, DictionaryRow } from './dictionary.ts';

/** Emission factors of the fuels of open-pit machinery, t CO2/t; charts compare them as text. */
export const TRANSPORT_FUELS = {
  name: 'get_open_mining_co2',
  label: 'Транспорт открытой добычи: CO₂',
  version: '2026-11-21',
  fields: { ef: 'т CO₂/т' },
  rows: [emission(1, 'Дизельное топливо', 3.149), emission(2, 'Бензин', 3.026)],
} as const satisfies DictionaryDefinition;

function emission(id: number, name: string, ef: number): DictionaryRow {
  return {
    id,
    name,
    numbers: { ef },
    source: { norm: 'order_371', table: 'прил. 2, таблица 18.1', row: name },
    mark: 'norm',
  };
}
