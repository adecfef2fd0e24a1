import { dictionary } from './dictionary.ts';
import { order371Row } from './rows.ts';

/**
 * Share of hydrocarbons that a flare leaves unburnt, order 371. Burning with soot is the first row:
 * the row of drainage gas in table 2.1 uses this share.
 */
export const FLARE_UNBURNT_SHARES = dictionary('get_flare_order_371', '2026-11-22', {
  label: 'Сжигание на факеле: недожог',
  fields: { cf: 'доля' },
  rows: [
    order371Row(2, 'Сажевое сжигание, в том числе некондиционный углеводородный конденсат', '2.2', { cf: 0.035 }),
    order371Row(1, 'Бессажевое сжигание, в том числе природный газ и некондиционные газовые смеси', '2.2', {
      cf: 0.0006,
    }),
    order371Row(3, 'Нефтяные, газоконденсатные и газовые месторождения', '2.2', { cf: 0.02 }),
    order371Row(4, 'Нефтеперерабатывающие, нефтехимические, химические, металлургические и прочие предприятия', '2.2', {
      cf: 0.005,
    }),
  ],
});
