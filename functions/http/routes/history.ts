import { CALCULATION_TYPES, type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { type HistoryPage, historyPageSchema, restorationSchema } from '#core/contract/history.ts';
import { inventoryObjectFieldsSchema } from '#core/contract/inventory_object.ts';
import { inventoryObjectSchema } from '#core/contract/inventory_object_schema.ts';
import { inventorySchema } from '#core/contract/inventory_schema.ts';
import { MAX_LIMIT } from '#core/contract/page.ts';
import { projectFieldsSchema } from '#core/contract/project.ts';
import { projectSchema } from '#core/contract/project_schema.ts';
import { projectInventory } from '#core/inventory/project_inventory.ts';
import type { Session } from '../../auth/sessions.ts';
import { readComparedInput } from '../../calculations/inventory_input.ts';
import { versionEntries } from '../../calculations/revision_diff.ts';
import { badRequest, notFound } from '../../errors.ts';
import { calculationKey, replaceCalculation, type StoredCalculation } from '../../store/calculations.ts';
import { listRevisions } from '../../store/history.ts';
import { inventoryObjects, type StoredInventoryObject } from '../../store/inventory_objects.ts';
import { type InventorySettings, inventorySettingsKey } from '../../store/inventory_settings.ts';
import { projectKey, replaceProject, type StoredProject } from '../../store/projects.ts';
import { readRevision, type StoredVersion, walkRevisions } from '../../store/versioned_items.ts';
import type { AppContext, IdempotentRequest } from '../app_context.ts';
import { readBody } from '../body.ts';
import { schemaName } from '../calculation_schema.ts';
import { componentRef } from '../components.ts';
import { inventorySettingsUpdate, showSettings } from '../inventory_update.ts';
import { bodySchema } from '../json_schema.ts';
import { type OptimisticUpdate, updateWithOptimisticLock } from '../optimistic_update.ts';
import { check, listWindow, pathId, pathOf } from '../request.ts';
import type { RouteAnswer, RouteContext, SignedInRoute } from '../route.ts';
import { handlersOf, MISSING, ownCalculation, refuseArchived } from './calculations.ts';
import { MISSING_OBJECT, objectUpdate, showObject } from './inventory_objects.ts';
import { MISSING_PROJECT, ownProject, showProject } from './projects.ts';

const NO_VERSION = 'Такой версии нет. Откройте историю: возможно, ссылка устарела.';

/** The object of a history request: how it is read, shown and restored. */
interface Subject<T extends StoredVersion> {
  readonly sk: string;
  readonly read: () => Promise<T>;
  /** A version as its fields travel. */
  readonly fields: (version: T) => Readonly<Record<string, unknown>>;
  /** The next state but for flags and version: what an earlier one was, computed anew. */
  readonly again: (current: T, earlier: T) => Promise<T>;
  readonly replace: OptimisticUpdate<T>['replace'];
  readonly show: (object: T) => unknown | Promise<unknown>;
}

type SubjectOf<T extends StoredVersion> = (c: AppContext, context: RouteContext, session: Session) => Subject<T>;

const APART = { apart: true } as const;

/** What stood before, of projects, of objects and of calculations of every type. */
export const historyRoutes: readonly SignedInRoute[] = [
  ...routesOf('/v1/projects/{project}', 'Project', 'Проект', projectSchema, projectSubject),
  ...routesOf('/v1/objects/{object}', 'Object', 'Объект', inventoryObjectSchema, objectSubject),
  ...routesOf('/v1/projects/{project}/inventory', 'Inventory', 'Инвентаризация', inventorySchema, inventorySubject),
  ...CALCULATION_TYPES.flatMap((type) => {
    const name = schemaName(type);
    const definition = definitionOf(type);
    const { title } = definition;
    const routes = routesOf(`/v1/${type}/{calculation}`, name, title, componentRef(name), calculationSubject(type));
    // A table is read and computed again.
    return routes.map((route) => (definition.table && route.method === 'POST' ? { ...route, ...APART } : route));
  }),
];

function routesOf<T extends StoredVersion>(
  path: string,
  name: string,
  title: string,
  schema: NonNullable<RouteAnswer['schema']>,
  subject: SubjectOf<T>,
): SignedInRoute[] {
  const common = { access: 'signed-in', slash: true } as const;
  return [
    {
      ...common,
      method: 'GET',
      path: `${path}/history`,
      id: `list${name}Versions`,
      summary: `${title}: версии, новые первыми, и чем каждая отличается от предыдущей`,
      query: { limit: `Сколько версий, не больше ${MAX_LIMIT}`, before: 'Номер версии: показать более ранние' },
      answer: { status: 200, schema: historyPageSchema },
      handle: (c, context, session) => listVersions(c, context, session, subject(c, context, session)),
    },
    {
      ...common,
      method: 'POST',
      path: `${path}/history/{version}/restore`,
      id: `restore${name}Version`,
      summary: `${title}: прежняя версия становится новой, результаты вычисляются заново`,
      body: bodySchema(restorationSchema),
      answer: { status: 200, schema },
      handle: (c, context, session, write) => restore(c, context, session, write, subject(c, context, session)),
    },
  ];
}

async function listVersions<T extends StoredVersion>(
  c: AppContext,
  { db }: RouteContext,
  { tenant }: Session,
  { sk, read, fields }: Subject<T>,
): Promise<Response> {
  const current = await read();
  const { limit } = listWindow(c);
  const before = wholeNumber(c.req.query('before')) ?? current.version + 1;
  const first = before > current.version ? [current] : [];
  // One more than shown: the last of the page is compared with it.
  const older = await listRevisions<T>(db, tenant, sk, {
    before: Math.min(before, current.version),
    limit: limit + 1 - first.length,
  });
  const versions = [...first, ...older];
  const results = versionEntries(versions, fields, current.version).slice(0, limit);
  const last = results.at(-1);
  const hasMore = versions.length > limit;
  const next = hasMore && last ? pathOf(c, { limit: String(limit), before: String(last.version) }) : null;
  return c.json({ next, results } satisfies HistoryPage);
}

async function restore<T extends StoredVersion>(
  c: AppContext,
  { db, now }: RouteContext,
  { tenant, user }: Session,
  write: IdempotentRequest,
  { sk, read, again, replace, show }: Subject<T>,
): Promise<Response> {
  const { version } = await read();
  const target = wholeNumber(c.req.param('version'));
  const body = check(restorationSchema, await readBody(c));
  if (target === version)
    throw badRequest('Эта версия и так действует: восстанавливать нечего.', [], 'current_version');
  const earlier = target !== undefined && target < version ? await readRevision<T>(db, tenant, sk, target) : undefined;
  if (!earlier) throw notFound(NO_VERSION);
  const restored = await updateWithOptimisticLock<T>(body, user, now(), write, {
    read,
    revisions: () => walkRevisions(db, tenant, sk),
    // Whether it is in the archive is not part of what is brought back.
    next: (current, flags) => again(current, { ...earlier, ...flags }),
    replace,
    show,
  });
  return c.json(await show(restored));
}

function projectSubject(c: AppContext, { db }: RouteContext, session: Session): Subject<StoredProject> {
  const id = pathId(c, 'project', MISSING_PROJECT);
  return {
    sk: projectKey(id),
    read: () => ownProject(db, session, id),
    fields: (project) => ({ ...showProject(project) }),
    again: async (current, earlier) => ({ ...current, ...check(projectFieldsSchema, earlier) }),
    replace: (current, next) => replaceProject(db, session.tenant, current, next),
    show: showProject,
  };
}

function objectSubject(c: AppContext, { db }: RouteContext, session: Session): Subject<StoredInventoryObject> {
  const id = pathId(c, 'object', MISSING_OBJECT);
  return {
    ...objectUpdate(db, session, id),
    sk: inventoryObjects.key(id),
    fields: (object) => ({ ...showObject(object) }),
    again: async (current, earlier) => ({ ...current, ...check(inventoryObjectFieldsSchema, earlier) }),
  };
}

function inventorySubject(c: AppContext, context: RouteContext, session: Session): Subject<InventorySettings> {
  const id = pathId(c, 'project', MISSING_PROJECT);
  const update = inventorySettingsUpdate(context, session, id);
  const { db, core, now } = context;
  return {
    ...update,
    sk: inventorySettingsKey(id),
    read: async () => {
      await ownProject(db, session, id);
      return update.read();
    },
    fields: (settings) => ({ ...showSettings(settings) }),
    again: async (current, { gwp_set, assigned, acknowledgements, scenarios = [] }) => {
      await refuseArchived(context, session, id);
      return { ...current, gwp_set, assigned, acknowledgements, scenarios };
    },
    show: async () => {
      const project = await ownProject(db, session, id);
      return projectInventory(core, await readComparedInput(db, session.tenant, project, now()));
    },
  };
}

function calculationSubject(type: CalculationType): SubjectOf<StoredCalculation> {
  const way = handlersOf(type);
  return (c, context, session) => {
    const id = pathId(c, 'calculation', MISSING);
    return {
      sk: calculationKey(type, id),
      read: () => ownCalculation(context, session, type, id),
      fields: way.toSummary,
      // As a change of the earlier version by nothing: its inputs, rows and model, computed by the present core.
      again: async (current, earlier) => {
        await refuseArchived(context, session, current.project);
        return way.update(context, session, earlier, { fields: {} }, earlier);
      },
      replace: (current, next) => replaceCalculation(context.db, session.tenant, current, next),
      show: (calculation) => way.toDetail(context, session, calculation),
    };
  };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
