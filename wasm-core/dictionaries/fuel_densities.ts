import { type DictionaryRow, dictionary } from './dictionary.ts';
import { order371Row } from './rows.ts';

/**
 * Densities of liquid fuels for the converter, kg/l: litres × p / 1000 = tonnes (formula 18.2).
 * Compressed natural gas is left out: its 0.668 in the table is in kg/m³.
 */
export const FUEL_DENSITIES = dictionary('get_coeff_co2_density', '2026-11-21', {
  label: 'Плотности топлив',
  fields: { p: 'кг/л' },
  rows: [
    density(1, 'Бензин А-76 (АИ-80)', 0.715),
    density(2, 'Бензин АИ-92', 0.735),
    density(3, 'Бензин АИ-93', 0.745),
    density(4, 'Бензин АИ-95', 0.75),
    density(5, 'Бензин АИ-98', 0.765),
    density(6, 'Дизельное топливо летнее', 0.86),
    density(7, 'Дизельное топливо зимнее', 0.84),
    density(8, 'Дизельное топливо арктическое', 0.83),
    density(9, 'Сжиженный нефтяной газ (пропан)', 0.528),
    density(10, 'Сжиженный нефтяной газ (изобутан)', 0.582),
    density(11, 'Сжиженный нефтяной газ (н-бутан)', 0.601),
    density(12, 'Сжиженный природный газ (СПГ)', 0.424),
    density(13, 'Авиационный керосин', 0.8),
    density(14, 'Авиационный бензин', 0.8),
    density(15, 'Топливо для реактивных двигателей', 0.8),
  ],
});

function density(id: number, name: string, p: number): DictionaryRow {
  return order371Row(id, name, '18.1', { p });
}
