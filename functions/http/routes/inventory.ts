import { companyInventorySchema } from '#core/contract/company_inventory_schema.ts';
import { GWP_SET_NAMES, LEGAL_GWP_SET } from '#core/contract/gwp_sets.ts';
import { inventorySchema } from '#core/contract/inventory_schema.ts';
import { type InventoryChange, inventoryChangeSchema } from '#core/contract/inventory_settings.ts';
import { companyInventory } from '#core/inventory/company_inventory.ts';
import { projectInventory } from '#core/inventory/project_inventory.ts';
import type { Session } from '../../auth/sessions.ts';
import { readComparedInput, readInventoryInput } from '../../calculations/inventory_input.ts';
import { reassign } from '../../calculations/placement.ts';
import { refuseFaultyScenarios } from '../../calculations/scenarios.ts';
import { badRequest, conflict } from '../../errors.ts';
import type { InventorySettings } from '../../store/inventory_settings.ts';
import { listProjects } from '../../store/projects.ts';
import { signature } from '../../store/versioned_items.ts';
import type { AppContext } from '../app_context.ts';
import { readBody } from '../body.ts';
import { VERSION } from '../calculation_schema.ts';
import { inventorySettingsUpdate, showSettings } from '../inventory_update.ts';
import { bodySchema } from '../json_schema.ts';
import { unlessSame, updateWithOptimisticLock } from '../optimistic_update.ts';
import { check, pathId, wholeNumber } from '../request.ts';
import type { JsonSchema, RouteContext, SignedInRoute } from '../route.ts';
import { refuseArchived } from './calculations.ts';
import { MISSING_PROJECT, ownProject } from './projects.ts';

const CHANGE = bodySchema(inventoryChangeSchema);
const BODY: JsonSchema = { ...CHANGE, properties: { ...(CHANGE.properties as object), version: VERSION } };

/** Projects in the inventory of a company, the newest: each of them is read whole. */
const MOST_PROJECTS = 100;

/** Every calculation of a project is read and computed, of a company every project's. */
const common = { path: '/v1/projects/{project}/inventory', access: 'signed-in', slash: true, apart: true } as const;

/** The inventory of a project: its objects, balances, totals and findings. */
export const inventoryRoutes: readonly SignedInRoute[] = [
  {
    ...common,
    method: 'GET',
    id: 'getInventory',
    summary: 'Инвентаризация проекта: объекты, балансы метана, итоги, замечания',
    answer: { status: 200, schema: inventorySchema },
    handle: showOwn,
  },
  {
    ...common,
    method: 'PATCH',
    id: 'updateInventory',
    summary: 'Распределение расчётов по объектам, набор ПГП, принятие замечаний: всё разом или ничего',
    body: BODY,
    answer: { status: 200, schema: inventorySchema },
    handle: async (c, context, session, write) => {
      const id = pathId(c, 'project', MISSING_PROJECT);
      const body = await readBody(c);
      const change = check(inventoryChangeSchema, body);
      await refuseFaultyScenarios(context.core, change.scenarios ?? []);
      await refuseArchived(context, session, id);
      const { version } = body;
      await updateWithOptimisticLock<InventorySettings>({ version }, session.user, context.now(), write, {
        ...inventorySettingsUpdate(context, session, id),
        next: (current) => {
          // A list of scenarios replaces the stored one: who saw no settings yet must not overwrite the first ones.
          const isStale = change.scenarios !== undefined && version === null && current.version > 0;
          if (isStale) throw conflict(showSettings(current));
          return nextSettings(context, session, id, current, change);
        },
      });
      return showOwn(c, context, session);
    },
  },
  {
    method: 'GET',
    path: '/v1/inventory',
    id: 'getCompanyInventory',
    slash: true,
    access: 'signed-in',
    apart: true,
    summary: 'Инвентаризация компании: объекты, источники, годы; изменения по частям',
    query: {
      gwp_set: { description: 'Набор ПГП; без него — законный (ar4)', values: [...GWP_SET_NAMES, ''] },
      base_year: 'Базовый год; без него — первый',
    },
    answer: { status: 200, schema: companyInventorySchema },
    handle: showCompany,
  },
];

async function showCompany(c: AppContext, { core, db }: RouteContext, { tenant }: Session): Promise<Response> {
  const named = c.req.query('gwp_set') || LEGAL_GWP_SET;
  const gwp_set = GWP_SET_NAMES.find((name) => name === named);
  if (!gwp_set) throw badRequest(`Набор ПГП — один из: ${GWP_SET_NAMES.join(', ')}.`);
  const base_year = wholeNumber(c.req.query('base_year'));
  const listed = await listProjects(db, tenant, { deleted: false, limit: MOST_PROJECTS, offset: 0 });
  const inputs = [];
  for (const project of listed.objects) inputs.push(await readInventoryInput(db, tenant, project));
  const projects_left_out = listed.count - listed.objects.length;
  return c.json(await companyInventory(core, { projects: inputs, gwp_set, base_year, projects_left_out }));
}

async function showOwn(c: AppContext, { core, db, now }: RouteContext, session: Session): Promise<Response> {
  const project = await ownProject(db, session, pathId(c, 'project', MISSING_PROJECT));
  return c.json(await projectInventory(core, await readComparedInput(db, session.tenant, project, now())));
}

async function nextSettings(
  { db, now }: RouteContext,
  { tenant, user }: Session,
  project: string,
  current: InventorySettings,
  { gwp_set = current.gwp_set, assign = [], acknowledge = [], scenarios }: InventoryChange,
): Promise<InventorySettings> {
  const assigned =
    assign.length === 0 ? current.assigned : await reassign(db, tenant, project, current.assigned, assign);
  const named = new Set(acknowledge.map(({ finding }) => finding));
  const signed = { author: signature(user).editor, at: now().toISOString() };
  const acknowledgements = [
    ...current.acknowledgements.filter(({ finding }) => !named.has(finding)),
    ...acknowledge.flatMap(({ finding, text }) => (text === null ? [] : [{ finding, text, ...signed }])),
  ];
  return unlessSame(current, {
    ...current,
    gwp_set,
    assigned,
    acknowledgements,
    ...(scenarios && { scenarios }),
  });
}
