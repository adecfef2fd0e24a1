import { counted, quoted } from '../contract/russian.ts';
import type { ProjectRule } from './finding_rule.ts';

/** What is said of a project as a whole. */
export const PROJECT_RULES: readonly ProjectRule[] = [
  {
    id: 'unassigned',
    severity: 'warning',
    find: ({ unassigned }) =>
      unassigned.length === 0
        ? []
        : [
            {
              message: `Не отнесено к объекту: ${counted(unassigned.length, 'расчёт', 'расчёта', 'расчётов')}. Они складываются без вычитания утилизированного метана: отнесите их к объектам.`,
            },
          ],
  },
  {
    id: 'object_missing',
    severity: 'error',
    find: ({ input }) => {
      const objects = new Set(input.objects.map(({ id }) => id));
      const calculations = new Map(input.calculations.map((calculation) => [calculation.id, calculation]));
      return input.assigned.flatMap(({ calculation: id, object }) => {
        const calculation = objects.has(object) ? undefined : calculations.get(id);
        return calculation
          ? [{ calculation, message: `Объект расчёта ${quoted(calculation.name)} не найден. Выберите другой.` }]
          : [];
      });
    },
  },
  {
    id: 'period_not_year',
    severity: 'warning',
    find: ({ input: { project } }) => {
      const { start_date, end_date } = project;
      const year = start_date.slice(0, 4);
      if (start_date === `${year}-01-01` && end_date === `${year}-12-31`) return [];
      return [{ message: `Период проекта ${start_date} — ${end_date} — не календарный год. Отчёт подают за год.` }];
    },
  },
];
