import type { Project } from '#core/contract/project.ts';
import type { Database } from './database.ts';
import type { Tenant } from './tenant.ts';
import {
  create,
  type KeySpace,
  type ListWindow,
  list,
  read,
  readStates,
  replace,
  type StoredVersion,
  type VersionConflict,
} from './versioned_items.ts';

/** A stored project. */
export interface StoredProject extends Project, StoredVersion {}

const PLACE: KeySpace = { prefix: 'P#', list: 'P#' };

export function insertProject(db: Database, tenant: Tenant, project: StoredProject): Promise<StoredProject> {
  return create(db, tenant, PLACE, project);
}

export function readProject(db: Database, tenant: Tenant, id: string): Promise<StoredProject | undefined> {
  return read<StoredProject>(db, tenant, PLACE.prefix, id);
}

/** All states of a project, previous and current. */
export function readProjectStates(db: Database, tenant: Tenant, id: string): Promise<StoredProject[]> {
  return readStates<StoredProject>(db, tenant, PLACE.prefix, id);
}

/** Replaces a project unless another write was first (see `replace`). */
export function replaceProject(
  db: Database,
  tenant: Tenant,
  current: StoredProject,
  next: StoredProject,
): Promise<StoredProject | VersionConflict<StoredProject>> {
  return replace(db, tenant, PLACE, current, next);
}

/** One window of the company's projects, newest first. */
export function listProjects(db: Database, tenant: Tenant, window: ListWindow) {
  return list<StoredProject>(db, tenant, PLACE, window);
}

/** Sort key of a project and of its history. */
export function projectKey(id: string): string {
  return PLACE.prefix + id;
}
