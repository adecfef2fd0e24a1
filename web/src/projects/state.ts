import { atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import type { Project, ProjectFields } from '#core/contract/project.ts';
import type { User } from '#core/contract/user.ts';
import { changeProject, createProject, getProject, getProjects } from '../api/calls.ts';
import { recordAtom, reloadAtom } from '../records/record_atoms.ts';

/** As specified: ten projects a page. */
export const PROJECTS_PER_PAGE = 10;

/** One page of the company's projects; it is read once the company is known. */
export function projectsAtom(page: number, archived: boolean, company?: string) {
  const query = { archived, limit: PROJECTS_PER_PAGE, offset: (page - 1) * PROJECTS_PER_PAGE };
  return atomWithQuery(() => ({
    queryKey: ['projects', company, query],
    queryFn: ({ signal }) => getProjects(company ?? '', query, signal),
    enabled: company !== undefined,
  }));
}

/** One project, read anew whenever a screen opens with it. */
export const projectAtom = (id: string) => recordAtom('project', id, getProject);

/** Reads every list of projects again. */
export const reloadProjectsAtom = reloadAtom('projects');

interface ProjectToSave {
  /** The project that is being changed; without one a new project is created. */
  readonly project: Project | undefined;
  readonly fields: ProjectFields;
  readonly author: User;
}

/** Creates or changes a project and reloads the lists. */
export const saveProjectAtom = atom(null, async (_get, set, { project, fields, author }: ProjectToSave) => {
  if (project) await changeProject({ ...project, ...fields });
  else await createProject({ ...fields, company: author.company.id, user: author.id });
  await set(reloadProjectsAtom);
});
