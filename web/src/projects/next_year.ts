import type { Project, ProjectFields } from '#core/contract/project.ts';
import { PROJECT_DRAFT } from './draft.ts';

/** How the year after `project` is typed: its name and its days, a year later. */
export function nextYearDraft(project: Project): typeof PROJECT_DRAFT {
  return {
    ...PROJECT_DRAFT,
    name: `year after ${project.id}`,
    draftOf: () => yearAfter(project),
    created: 'Год создан: числа перенесены и ждут проверки',
  };
}

/** Fields of the project a year later: «Шахта, 2026» becomes «Шахта, 2027». */
export function yearAfter({ name, start_date, end_date }: ProjectFields): ProjectFields {
  const year = Number(start_date.slice(0, 4));
  const named = new RegExp(`(?<!\\d)${year}(?!\\d)`, 'g');
  const next = String(year + 1);
  return {
    name: named.test(name) ? name.replace(named, next) : `${name}, ${next}`,
    start_date: dayAfterYear(start_date),
    end_date: dayAfterYear(end_date),
  };
}

/** The same day of the next year; 29 February becomes 28 February. */
function dayAfterYear(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const isLeapDay = month === '02' && date === '29';
  return `${String(Number(year) + 1).padStart(4, '0')}-${month}-${isLeapDay ? '28' : date}`;
}
