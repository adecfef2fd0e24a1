import { dictionary } from './dictionary.ts';
import { order371Row } from './rows.ts';

/** Default factors of flares, order 371; of its rows only that of drainage gas applies to mines. */
export const FLARE_TABLE = dictionary('get_flare_table_371', '2026-11-22', {
  label: 'Сжигание на факеле: таблица 2.1',
  fields: { ef_co2: 'т/тыс. м³', ef_ch4: 'т/тыс. м³' },
  rows: [
    order371Row(
      1,
      'Газ дегазации угольных пластов',
      '2.1',
      { ef_co2: 1.6294, ef_ch4: 0.0178 },
      'Состав по таблице 3.1: 76 % CH₄, 10,6 % CO₂; недожог 0,035. Для другого состава — расчёт по составу.',
    ),
  ],
});
