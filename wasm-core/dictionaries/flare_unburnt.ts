import { type DictionaryRow, dictionary } from './dictionary.ts';

/**
 * Share of hydrocarbons that a flare leaves unburnt, order 371. Burning with soot is the first row:
 * the row of drainage gas in table 2.1 uses this share.
 */
export const FLARE_UNBURNT_SHARES = dictionary('get_flare_order_371', '2026-11-22', {
  label: 'Сжигание на факеле: недожог',
  fields: { cf: 'доля' },
  rows: [
    burning(2, 'Сажевое сжигание, в том числе некондиционный углеводородный конденсат', 0.035),
    burning(1, 'Бессажевое сжигание, в том числе природный газ и некондиционные газовые смеси', 0.0006),
    burning(3, 'Нефтяные, газоконденсатные и газовые месторождения', 0.02),
    burning(4, 'Нефтеперерабатывающие, нефтехимические, химические, металлургические и прочие предприятия', 0.005),
  ],
});

function burning(id: number, name: string, cf: number): DictionaryRow {
  return {
    id,
    name,
    numbers: { cf },
    source: { norm: 'order_371', table: 'прил. 2, таблица 2.2', row: name },
    mark: 'norm',
  };
}
