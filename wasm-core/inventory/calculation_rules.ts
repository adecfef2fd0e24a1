import { definitionOf } from '../calculations/index.ts';
import { quoted, russianNumber } from '../contract/russian.ts';
import { NORMS } from '../norms.ts';
import { MAGNITUDES } from './finding_limits.ts';
import type { Found, ProjectRule } from './finding_rule.ts';
import type { InventoryCalculation } from './statements.ts';

/** Applies a rule to every calculation of the project. */
function each(find: (calculation: InventoryCalculation, project: Period) => string | undefined): ProjectRule['find'] {
  return ({ input }) =>
    input.calculations.flatMap((calculation): Found[] => {
      const message = find(calculation, input.project);
      return message === undefined ? [] : [{ calculation, message: `Расчёт ${quoted(calculation.name)}: ${message}` }];
    });
}

interface Period {
  readonly start_date: string;
  readonly end_date: string;
}

/** What is said of one calculation, whatever object it belongs to. */
export const CALCULATION_RULES: readonly ProjectRule[] = [
  {
    id: 'magnitude',
    severity: 'error',
    find: each(({ type, inputs }) => {
      const limit = MAGNITUDES[type];
      const volume = inputs.volume ?? 0;
      if (!limit || volume <= limit.most) return undefined;
      return `${russianNumber(volume)} ${limit.unit} — больше, чем бывает у одного объекта за год. Проверьте единицу.`;
    }),
  },
  {
    id: 'nothing_stated',
    severity: 'warning',
    find: each(({ inputs }) =>
      inputs.volume === 0 ? 'объём равен 0. Введите его или уберите расчёт в архив.' : undefined,
    ),
  },
  {
    id: 'copied_unconfirmed',
    severity: 'warning',
    find: each(({ isCopy }) => (isCopy ? 'перенесён и не подтверждён. Проверьте числа и сохраните.' : undefined)),
  },
  {
    id: 'norm_not_in_force',
    severity: 'error',
    find: each(({ type }, { start_date, end_date }) => {
      const norm: { readonly number: string; readonly valid_from?: string; readonly valid_to?: string } =
        NORMS[definitionOf(type).source.norm];
      const { valid_from = start_date, valid_to = end_date } = norm;
      if (start_date >= valid_from && end_date <= valid_to) return undefined;
      return `документ ${norm.number} в период проекта не действует или действует не весь период. Проверьте методику.`;
    }),
  },
];
