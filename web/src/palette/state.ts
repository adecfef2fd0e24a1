import { atomWithQuery } from 'jotai-tanstack-query';
import { MAX_LIMIT } from '#core/contract/page.ts';
import { getProjectCalculations, getProjects } from '../api/calls.ts';

/** The newest projects of the company. */
export function recentProjectsAtom(company: string | undefined) {
  return atomWithQuery(() => ({
    queryKey: ['projects', 'palette', company],
    queryFn: async ({ signal }) =>
      (await getProjects(company ?? '', { archived: false, limit: MAX_LIMIT, offset: 0 }, signal)).results,
    enabled: company !== undefined,
  }));
}

/** The newest calculations of a project. */
export function recentCalculationsAtom(project: string | undefined) {
  return atomWithQuery(() => ({
    queryKey: ['calculations', 'palette', project],
    queryFn: async ({ signal }) =>
      (await getProjectCalculations(project ?? '', { archived: false, limit: MAX_LIMIT, offset: 0 }, signal)).results,
    enabled: project !== undefined,
  }));
}
