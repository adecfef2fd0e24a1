import { dictionary } from './dictionary.ts';
import { TECHNOLOGIES, TECHNOLOGY_NOTE, technologyCode } from './technologies.ts';

/** Technologies of the core's decision table; `id` is the number that the core writes. */
export const UTILISATION_TECHNOLOGIES = dictionary('get_recycle_technology', '2026-11-21', {
  label: 'Технологии утилизации метана',
  fields: {},
  rows: TECHNOLOGIES.map((name, index) => {
    const code = technologyCode(index + 1);
    return {
      id: index + 1,
      name,
      source: { norm: 'product', table: 'таблица решений по пределам ЕЭК ООН (ECE Energy Series № 47)', row: code },
      mark: 'proposed',
      note: `Код ${code}. ${TECHNOLOGY_NOTE}`,
    };
  }),
});
