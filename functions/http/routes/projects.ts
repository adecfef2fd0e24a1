import { type Project, projectFieldsSchema } from '#core/contract/project.ts';
import { projectPageSchema, projectSchema } from '#core/contract/project_schema.ts';
import type { Session } from '../../auth/sessions.ts';
import { notFound } from '../../errors.ts';
import type { Database } from '../../store/database.ts';
import {
  insertProject,
  listProjects,
  projectKey,
  readProject,
  replaceProject,
  type StoredProject,
} from '../../store/projects.ts';
import { newVersioned, walkRevisions } from '../../store/versioned_items.ts';
import type { AppContext, IdempotentRequest } from '../app_context.ts';
import { readBody } from '../body.ts';
import { changeBody } from '../calculation_schema.ts';
import { bodySchema } from '../json_schema.ts';
import { unlessSame, updateWithOptimisticLock } from '../optimistic_update.ts';
import { check, checkId, listWindow, page, pathId, refuseForged, walkedPage } from '../request.ts';
import { PAGING, type RouteContext, type SignedInRoute } from '../route.ts';

const BODY = bodySchema(projectFieldsSchema);
export const MISSING_PROJECT = 'Проект не найден. Откройте список проектов: возможно, ссылка устарела.';

export const projectRoutes: readonly SignedInRoute[] = [
  {
    method: 'GET',
    path: '/v1/projects',
    id: 'listProjects',
    slash: true,
    access: 'signed-in',
    summary: 'Проекты компании, новые первыми',
    query: {
      company: 'Компания; чужая даёт пустой список',
      ...PAGING,
    },
    answer: { status: 200, schema: projectPageSchema },
    handle: listOwn,
  },
  {
    method: 'POST',
    path: '/v1/projects/create_project',
    id: 'createProject',
    slash: true,
    access: 'signed-in',
    summary: 'Новый проект',
    body: BODY,
    answer: { status: 201, schema: projectSchema },
    handle: createOwn,
  },
  {
    method: 'GET',
    path: '/v1/projects/{project}',
    id: 'getProject',
    slash: false,
    access: 'signed-in',
    summary: 'Проект',
    answer: { status: 200, schema: projectSchema },
    handle: async (c, { db }, session) =>
      c.json(showProject(await ownProject(db, session, pathId(c, 'project', MISSING_PROJECT)))),
  },
  {
    method: 'PATCH',
    path: '/v1/projects/{project}',
    id: 'updateProject',
    slash: true,
    access: 'signed-in',
    summary: 'Изменение, архивация (is_deleted) и восстановление проекта',
    body: changeBody(BODY),
    answer: { status: 200, schema: projectSchema },
    handle: changeOwn,
  },
];

/** The tenant's project, or 404: another company's does not exist for it. */
export async function ownProject(db: Database, { tenant }: Session, id: string): Promise<StoredProject> {
  const project = await readProject(db, tenant, checkId(id, MISSING_PROJECT));
  if (!project) throw notFound(MISSING_PROJECT);
  return project;
}

/** A project as it travels. */
export function showProject({ write_id: _own, ...project }: StoredProject): Project {
  return project;
}

async function listOwn(c: AppContext, { db }: RouteContext, { tenant }: Session): Promise<Response> {
  const window = listWindow(c);
  const company = c.req.query('company');
  if (company !== undefined && company !== '' && company !== tenant.company) return c.json(page(c, window, 0, []));
  const projects = await listProjects(db, tenant, window);
  return c.json(walkedPage(c, window, projects, projects.objects.map(showProject)));
}

async function createOwn(
  c: AppContext,
  { db, now }: RouteContext,
  { tenant, user }: Session,
  { id }: IdempotentRequest,
): Promise<Response> {
  const body = await readBody(c);
  refuseForged(body, { company: tenant.company, user: user.id });
  const fields = check(projectFieldsSchema, body);
  const project = { ...newVersioned(user, now(), id), ...fields, status: 1, company: tenant.company } as const;
  return c.json(showProject(await insertProject(db, tenant, project)), 201);
}

async function changeOwn(
  c: AppContext,
  { db, now }: RouteContext,
  session: Session,
  write: IdempotentRequest,
): Promise<Response> {
  const id = pathId(c, 'project', MISSING_PROJECT);
  const body = await readBody(c);
  const changed = await updateWithOptimisticLock<StoredProject>(body, session.user, now(), write, {
    read: () => ownProject(db, session, id),
    revisions: () => walkRevisions(db, session.tenant, projectKey(id)),
    next: async (current) => {
      refuseForged(body, { id, company: current.company, user: current.user });
      return unlessSame(current, { ...current, ...check(projectFieldsSchema, { ...current, ...body }) });
    },
    replace: (current, next) => replaceProject(db, session.tenant, current, next),
    show: showProject,
  });
  return c.json(showProject(changed));
}
