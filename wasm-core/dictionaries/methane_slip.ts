import { ACTUAL_VALUE, dictionary } from './dictionary.ts';

/** Methane that passes an engine unburnt; for boilers and oxidisers no number is known. */
export const METHANE_SLIP = dictionary('get_methane_slip', '2026-11-22', {
  label: 'Сжигание шахтного метана: проскок',
  fields: { cf: 'доля' },
  rows: [
    {
      id: 1,
      name: 'Газовый двигатель',
      numbers: { cf: 0.005 },
      source: { norm: 'product', table: 'проскок метана', row: 'газовый двигатель, 0,5 %' },
      mark: 'proposed',
      note: 'Предложение разработчика, не норматив: обычный проскок газопоршневых двигателей. Есть паспорт или замер — введите его.',
    },
    {
      id: 2,
      name: ACTUAL_VALUE,
      source: { norm: 'order_371', table: 'прил. 2, формула 1.3', row: 'проскок по измерениям' },
      mark: 'norm',
      custom: true,
      note: 'Доля метана, которую установка не сжигает: по паспорту или замеру. Для котла без данных — 0.',
    },
  ],
});
