import type { Calculation, ProjectCalculations } from '#core/contract/calculation.ts';
import type { Dictionary } from '#core/contract/dictionary.ts';
import type { OwnSession } from '#core/contract/own_session.ts';
import type { Page } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project, ProjectFields } from '#core/contract/project.ts';
import type { RowsPage } from '#core/contract/rows.ts';
import type { Statistics, User } from '#core/contract/user.ts';
import { request, requestBody } from './client.ts';

export type Signal = AbortSignal;

/** Which part of a list: a page of `limit` items, of the active or of the archived ones. */
export interface ListQuery {
  readonly archived: boolean;
  readonly limit: number;
  readonly offset: number;
}

export function listPath(
  path: string,
  scope: Readonly<Record<string, string>>,
  { archived, limit, offset }: ListQuery,
): string {
  const query = {
    ...scope,
    is_active: 'true',
    is_deleted: String(archived),
    limit: String(limit),
    offset: String(offset),
  };
  return `${path}?${new URLSearchParams(query)}`;
}

export const getMe = (signal: Signal) => requestBody<User>({ path: paths.me, signal });

export const getOwnSessions = (signal: Signal) => requestBody<Page<OwnSession>>({ path: paths.ownSessions, signal });

export const endOwnSession = (id: string) => request({ method: 'POST', path: paths.endSession(id), body: {} });

export const endAllOwnSessions = () => request({ method: 'POST', path: paths.endAllSessions, body: {} });

export const getStatistics = (signal: Signal) => requestBody<Statistics>({ path: paths.statistics, signal });

export const getDictionary = (name: string, signal: Signal) =>
  requestBody<Dictionary>({ path: paths.dictionary(name), signal });

export const getProjects = (company: string, query: ListQuery, signal: Signal) =>
  requestBody<Page<Project>>({ path: listPath(paths.projects, { company }, query), signal });

export const getProject = (id: string, signal: Signal) => requestBody<Project>({ path: paths.project(id), signal });

export const createProject = (fields: ProjectFields & { readonly company: string; readonly user: string }) =>
  request({ method: 'POST', path: paths.createProject, body: { ...fields, status: 1 } });

/** Sends the whole project; `version` tells the server which state was changed. */
export const changeProject = (project: Project) =>
  requestBody<Project>({ method: 'PATCH', path: paths.changeProject(project.id), body: project });

/** Makes a project after `id`, with its calculations, objects and roles. */
export const rollForward = (id: string, fields: ProjectFields) =>
  requestBody<Project>({ method: 'POST', path: paths.rollForward(id), body: fields });

export const getCalculations = (type: string, project: string, query: ListQuery, signal: Signal) =>
  requestBody<Page<Calculation>>({ path: listPath(paths.calculations(type), { project }, query), signal });

/** Calculations of a project, of all types. */
export const getProjectCalculations = (project: string, query: ListQuery, signal: Signal) =>
  requestBody<ProjectCalculations>({ path: listPath(paths.projectCalculations(project), {}, query), signal });

/** Stores the figures of a calculation once more, under another name and in the given project. */
export const copyCalculation = (type: string, id: string, copy: { readonly project: string; readonly name: string }) =>
  requestBody<Calculation>({ method: 'POST', path: paths.copyCalculation(type, id), body: copy });

export const getCalculation = (type: string, id: string, signal: Signal) =>
  requestBody<Calculation>({ path: paths.calculation(type, id), signal });

/** Rows of a calculation that takes a table: at most ROWS_PAGE_LIMIT. */
export const getRows = (type: string, id: string, offset: number, limit: number, signal: Signal) =>
  requestBody<RowsPage>({
    path: `${paths.calculationRows(type, id)}?${new URLSearchParams({ limit: String(limit), offset: String(offset) })}`,
    signal,
  });

/** What the form gives of a calculation; results are the server's. */
export interface CalculationPayload {
  readonly name: string;
  readonly actual: readonly string[];
  readonly [input: string]: unknown;
}

/**
 * Undefined: saved, but the server answered without the calculation (as specified, a success all
 * the same).
 */
export const createCalculation = (type: string, project: string, fields: CalculationPayload) =>
  request({ method: 'POST', path: paths.calculations(type), body: { ...fields, project } }) as Promise<
    Calculation | undefined
  >;

/**
 * Sends the whole calculation but where it stands in the inventory, which is a change of its own;
 * `version` tells the server which state was changed.
 */
export const changeCalculation = (type: string, calculation: Calculation) => {
  const { object: _object, part: _part, role: _role, placement_version: _version, ...body } = calculation;
  return requestBody<Calculation>({ method: 'PATCH', path: paths.changeCalculation(type, calculation.id), body });
};
