import { type Project, type ProjectFields, projectFieldsSchema } from '#core/contract/project.ts';
import { issuesByField } from '../records/faults.ts';
import type { Checked } from '../records/use_record_form.ts';

/** The typed fields of a project. `version`: of the project that is being changed. */
export interface ProjectDraft {
  readonly name: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly version?: number;
}

/** The fields of a project as they are typed; without a project, an empty form. */
export function projectDraft(project: Project | undefined): ProjectDraft {
  if (!project) return { name: '', start_date: '', end_date: '' };
  const { name, start_date, end_date, version } = project;
  return { name, start_date, end_date, version };
}

export function isProjectDraft(value: unknown): value is ProjectDraft {
  const draft = value as ProjectDraft | null;
  return (
    typeof draft === 'object' &&
    draft !== null &&
    [draft.name, draft.start_date, draft.end_date].every((text) => typeof text === 'string')
  );
}

/** Checked fields, or the first fault of each. */
export function checkProject(draft: ProjectDraft): Checked<ProjectFields> {
  const parsed = projectFieldsSchema.safeParse(draft);
  return parsed.success ? { ok: true, payload: parsed.data } : { ok: false, faults: issuesByField(parsed.error) };
}
