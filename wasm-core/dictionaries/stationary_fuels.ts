import { type DictionaryRow, dictionary } from './dictionary.ts';
import { normRow } from './rows.ts';

/**
 * Units of a fuel by mass or by volume: k is TJ per thousand tonnes or, for a gas, per million m³
 * (not per thousand m³).
 */
const PER_MASS = { k: 'ТДж/тыс. т', ef: 'т CO₂/ТДж', of: 'доля', volume: 'тыс. т' } as const;
const PER_VOLUME = { k: 'ТДж/млн м³', ef: 'т CO₂/ТДж', of: 'доля', volume: 'млн м³' } as const;

/** Default oxidation factor of the order, for every fuel. */
const OXIDATION = 1;

/**
 * The fuels of table 1.1 that coal companies burn; `id` is the row number of the table. The fuel of
 * a stored calculation is recognised by (k, ef, of), so a fuel with the numbers of another one is
 * left out (compressed gas = natural gas).
 */
export const STATIONARY_FUELS = dictionary('get_disposal_co2_stat_sources', '2026-11-21', {
  label: 'Стационарное сжигание топлив',
  fields: PER_MASS,
  rows: [
    byMass(27, 'Рядовой уголь: кузнецкий', 25.4, 91.9),
    byMass(26, 'Рядовой уголь: донецкий', 25.7, 90.2),
    byMass(30, 'Рядовой уголь: воркутинский', 24.1, 92.6),
    byMass(31, 'Рядовой уголь: интинский', 19, 93.1),
    byMass(35, 'Рядовой уголь: нерюнгринский', 28.9, 94.2),
    byMass(36, 'Рядовой уголь: якутский', 22, 94.2),
    byMass(37, 'Рядовой уголь: черемховский', 22, 94),
    byMass(41, 'Рядовой уголь: хакасский', 21.3, 94.4),
    byMass(42, 'Рядовой уголь: канско-ачинский', 15.1, 98.1),
    byMass(43, 'Рядовой уголь: тувинский', 26.6, 94.2),
    byMass(45, 'Рядовой уголь: магаданский', 20.5, 93.1),
    byMass(54, 'Рядовой уголь: прочих месторождений', 22.5, 94.2),
    byMass(56, 'Антрацит', 26.7, 98.3),
    byMass(57, 'Коксующийся уголь', 28.2, 94.6),
    byMass(58, 'Каменный уголь', 22.5, 94.6),
    byMass(59, 'Бурый уголь', 13.7, 101),
    byMass(62, 'Кокс металлургический', 29, 107),
    byVolume(67, 'Газ горючий природный (естественный)', 33.08, 54.4),
    byVolume(3, 'Газ попутный нефтяной (нефтяные месторождения)', 33.8, 60.4),
    byMass(14, 'Газ сжиженный нефтяной', 46, 63.1),
    byMass(69, 'Газ сжиженный', 46, 56.4),
    byMass(10, 'Топливо дизельное', 42.5, 74.1),
    byMass(6, 'Бензин автомобильный', 43.7, 69.3),
    byMass(11, 'Мазут топочный', 40.2, 77.4),
    byMass(9, 'Керосин', 43.1, 71.9),
    {
      id: 78,
      name: 'Шахтный метан (100 % CH₄, 20 °C)',
      numbers: { k: 33.4, ef: 55.1, of: OXIDATION },
      units: PER_VOLUME,
      uncertainty: { ef: 'co2_factor_gas_liquids' },
      source: { norm: 'order_371', table: 'прил. 2, формула 1.3', row: 'расчёт для чистого CH₄ при 20 °C' },
      mark: 'derived',
      note: 'В таблице 1.1 шахтного метана нет. Расчёт по формуле 1.3: 1,8393 т CO₂ на тыс. м³ при теплоте сгорания 33,4 ГДж/тыс. м³. Расход — объём чистого метана: объём смеси, умноженный на долю CH₄.',
    },
  ],
});

function byMass(id: number, name: string, k: number, ef: number): DictionaryRow {
  return { ...fuel(id, name, k, ef), uncertainty: { ef: isCoal(id) ? 'co2_factor_coal' : 'co2_factor_gas_liquids' } };
}

/** Rows of table 1.1 with coals, anthracite and coke. */
function isCoal(id: number): boolean {
  return id >= 26 && id <= 62;
}

function byVolume(id: number, name: string, k: number, ef: number): DictionaryRow {
  return { ...fuel(id, name, k, ef), units: PER_VOLUME, uncertainty: { ef: 'co2_factor_gas_liquids' } };
}

function fuel(id: number, name: string, k: number, ef: number): DictionaryRow {
  const source = { norm: 'order_371', table: 'прил. 2, таблица 1.1', row: `${id}. ${name}` } as const;
  return normRow(id, name, source, { k, ef, of: OXIDATION });
}
