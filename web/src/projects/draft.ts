import { type Project, type ProjectFields, projectFieldsSchema } from '#core/contract/project.ts';
import { issuesByField } from '../records/faults.ts';
import type { DraftKind } from '../records/use_draft_form.ts';

const labels = { name: 'Название', start_date: 'Дата начала', end_date: 'Дата окончания' } as const;

/** How a project is typed. */
export const PROJECT_DRAFT: DraftKind<keyof typeof labels, ProjectFields, Project> = {
  name: 'project',
  labels,
  draftOf: (project) => {
    if (!project) return { name: '', start_date: '', end_date: '' };
    const { name, start_date, end_date, version } = project;
    return { name, start_date, end_date, version };
  },
  check: (draft) => {
    const parsed = projectFieldsSchema.safeParse(draft);
    return parsed.success ? { ok: true, payload: parsed.data } : { ok: false, faults: issuesByField(parsed.error) };
  },
  created: 'Проект создан',
  changed: 'Проект сохранён',
};
