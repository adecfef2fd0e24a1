import { dictionary } from './dictionary.ts';
import { actualRow, proposedRow } from './rows.ts';

/** Methane that passes an engine unburnt; for boilers and oxidisers no number is known. */
export const METHANE_SLIP = dictionary('get_methane_slip', '2026-11-22', {
  label: 'Сжигание шахтного метана: проскок',
  fields: { cf: 'доля' },
  rows: [
    proposedRow(
      1,
      'Газовый двигатель',
      { norm: 'product', table: 'проскок метана', row: 'газовый двигатель, 0,5 %' },
      { cf: 0.005 },
      'Предложение разработчика, не норматив: обычный проскок газопоршневых двигателей. Есть паспорт или замер — введите его.',
    ),
    actualRow(
      2,
      { norm: 'order_371', table: 'прил. 2, формула 1.3', row: 'проскок по измерениям' },
      'Доля метана, которую установка не сжигает: по паспорту или замеру. Для котла без данных — 0.',
    ),
  ],
});
