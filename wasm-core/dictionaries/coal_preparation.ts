import { type DictionaryRow, dictionary } from './dictionary.ts';

/** Share of the in-situ gas content released after mining: EF of handling = share × gas content. */
export const COAL_PREPARATION = dictionary('get_enrichment', '2026-11-21', {
  label: 'Обогащение угля',
  fields: { share: 'доля' },
  rows: [
    releasedShare(1, 'Пласт без предварительной дегазации', 'пласт не дегазирован', 0.3),
    releasedShare(2, 'Пласт с предварительной дегазацией', 'пласт дегазирован', 0.1),
  ],
});

function releasedShare(id: number, seam: string, row: string, share: number): DictionaryRow {
  return {
    id,
    name: `${seam}: доля газоносности, выделяющаяся при обращении с углём (обогащение, складирование, перевозка)`,
    numbers: { share },
    source: { norm: 'ipcc_2006', table: 'уравнение 4.1.4, доля газоносности', row },
    mark: 'norm',
    uncertainty: { share: 'underground_post_mining_tier_2' },
    note: 'Коэффициент выбросов при обращении = доля × газоносность пласта, м³/т. Отдельной нормы для обогатительных фабрик нет.',
  };
}
