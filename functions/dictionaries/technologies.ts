import { TECHNOLOGIES, TECHNOLOGY_NOTE, technologyCode } from '#core/calculations/technologies.ts';
import type { Row } from './row.ts';

/** The technologies that the decision table of the core may recommend; `id` is the number that the core writes. */
export const recycle_technology: readonly Row[] = TECHNOLOGIES.map((name, index) => {
  const id = index + 1;
  const code = technologyCode(id);
  return {
    id,
    name,
    source: { norm: 'product', table: 'таблица решений по пределам ЕЭК ООН (ECE Energy Series № 47)', row: code },
    mark: 'proposed',
    note: `Код ${code}. ${TECHNOLOGY_NOTE}`,
  };
});
