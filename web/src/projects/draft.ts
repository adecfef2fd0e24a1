import { projectFieldsSchema } from '#core/contract/project.ts';

/** What is typed of a project. `version`: of the project that is being changed. */
export interface ProjectDraft {
  readonly name: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly version?: number;
}

export const EMPTY_PROJECT: ProjectDraft = { name: '', start_date: '', end_date: '' };

export function isProjectDraft(value: unknown): value is ProjectDraft {
  const draft = value as ProjectDraft | null;
  return (
    typeof draft === 'object' &&
    draft !== null &&
    [draft.name, draft.start_date, draft.end_date].every((text) => typeof text === 'string')
  );
}

/** Checked fields, or the first fault of each. */
export function parseProject(draft: ProjectDraft) {
  const parsed = projectFieldsSchema.safeParse(draft);
  if (parsed.success) return { ok: true, fields: parsed.data } as const;
  const faults: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) faults[String(path[0])] ??= message;
  return { ok: false, faults } as const;
}
