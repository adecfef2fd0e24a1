import type { Project } from '#core/contract/project.ts';
import type { Table } from './table.ts';
import type { Tenant } from './tenant.ts';
import { type Conflict, create, type ListWindow, list, type Place, read, replace } from './versioned.ts';

const PLACE: Place = { prefix: 'P#', list: 'P#' };

export function createProject(table: Table, tenant: Tenant, project: Project): Promise<Project> {
  return create(table, tenant, PLACE, project);
}

export function readProject(table: Table, tenant: Tenant, id: string): Promise<Project | undefined> {
  return read<Project>(table, tenant, PLACE.prefix, id);
}

/** Replaces a project unless somebody else was first (see `replace`). */
export function replaceProject(
  table: Table,
  tenant: Tenant,
  current: Project,
  next: Project,
): Promise<Project | Conflict<Project>> {
  return replace(table, tenant, PLACE, current, next);
}

/** One window of the company's projects, newest first. */
export function listProjects(table: Table, tenant: Tenant, window: ListWindow) {
  return list<Project>(table, tenant, PLACE, window);
}

/** Sort key of a project: its history is kept under it. */
export function projectKey(id: string): string {
  return PLACE.prefix + id;
}
