import { CALCULATION_TYPES, type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { type Placement, placementSchema } from '#core/contract/inventory_settings.ts';
import type { Session } from '../../auth/sessions.ts';
import { placementsOf } from '../../calculations/placement.ts';
import { badRequest, notFound, Refusal } from '../../errors.ts';
import {
  calculationKey,
  insertCalculation,
  listCalculations,
  readCalculation,
  readFirstCalculation,
  replaceCalculation,
  type StoredCalculation,
} from '../../store/calculations.ts';
import { newVersioned, walkRevisions } from '../../store/versioned_items.ts';
import type { AppContext, IdempotentRequest } from '../app_context.ts';
import { schemaName } from '../calculation_schema.ts';
import { componentRef } from '../components.ts';
import type { RequestPayload } from '../form.ts';
import { checkPlacement, placeCalculation, type SentPlacement } from '../inventory_update.ts';
import { unlessSame, updateWithOptimisticLock, versionOf } from '../optimistic_update.ts';
import { check, listWindow, pathId, refuseForged, walkedPage } from '../request.ts';
import { PAGING, type RouteContext, type SignedInRoute } from '../route.ts';
import type { CalculationHandlers, CalculationView } from './calculation_handlers.ts';
import { datasetHandlers } from './dataset_handlers.ts';
import { fieldHandlers } from './field_handlers.ts';
import { ownProject } from './projects.ts';

export const MISSING = 'Расчёт не найден. Откройте список расчётов: возможно, ссылка устарела.';

/** The one router of all calculation types: its addresses come from the registry. */
export const calculationRoutes: readonly SignedInRoute[] = CALCULATION_TYPES.flatMap(routesOf);

/** How calculations of a type are made, changed and shown. */
export function handlersOf(type: CalculationType): CalculationHandlers {
  return definitionOf(type).table ? datasetHandlers : fieldHandlers;
}

function routesOf(type: CalculationType): SignedInRoute[] {
  const definition = definitionOf(type);
  const handlers = handlersOf(type);
  const name = schemaName(type);
  const one = componentRef(name);
  const common = { access: 'signed-in', slash: true } as const;
  const apart = definition.table ? ({ apart: true } as const) : {};
  return [
    {
      ...common,
      method: 'GET',
      path: `/v1/${type}`,
      id: `list${name}`,
      summary: `${definition.title}: расчёты проекта, новые первыми`,
      query: {
        project: { description: 'Проект', required: true },
        ...PAGING,
      },
      answer: { status: 200, schema: componentRef(`${name}Page`) },
      handle: (c, context, session) => listOwn(c, context, session, type),
    },
    {
      ...common,
      method: 'POST',
      path: `/v1/${type}`,
      id: `create${name}`,
      summary: `${definition.title}: новый расчёт`,
      ...handlers.requestSchema(definition, 'create'),
      ...apart,
      answer: { status: 201, schema: one },
      handle: async (c, context, session, write) => {
        return c.json(await createOwn(context, session, type, await handlers.read(c), write), 201);
      },
    },
    {
      ...common,
      method: 'GET',
      path: `/v1/${type}/{calculation}/single_calc/{slot}`,
      id: `get${name}`,
      summary: `${definition.title}: один расчёт`,
      answer: { status: 200, schema: one },
      handle: (c, context, session) => readOwn(c, context, session, type),
    },
    {
      ...common,
      method: 'PATCH',
      path: `/v1/${type}/{calculation}`,
      id: `update${name}`,
      summary: `${definition.title}: изменение, архивация (is_deleted) и восстановление`,
      ...handlers.requestSchema(definition, 'change'),
      ...apart,
      answer: { status: 200, schema: one },
      handle: async (c, context, session, write) => {
        const id = pathId(c, 'calculation', MISSING);
        return c.json(await updateCalculation(context, session, type, id, await handlers.read(c), write));
      },
    },
  ];
}

async function listOwn(c: AppContext, { db }: RouteContext, { tenant }: Session, type: CalculationType) {
  const project = c.req.query('project');
  if (!project)
    throw badRequest('Укажите проект в параметре project.', [{ field: 'project', message: 'Укажите проект.' }]);
  const window = listWindow(c);
  const listed = await listCalculations(db, tenant, type, project, window);
  const placement = await placementsOf(db, tenant, project);
  const shown = listed.objects.map((one) => ({ ...handlersOf(type).toSummary(one), ...placement(one.id) }));
  return c.json(walkedPage(c, window, listed, shown));
}

async function readOwn(c: AppContext, context: RouteContext, session: Session, type: CalculationType) {
  // Clients name the slot of the chart that they fill; the answer is the same.
  if (!['1', '2', '3'].includes(c.req.param('slot') ?? ''))
    throw notFound('Такого адреса нет: single_calc принимает 1, 2 или 3.');
  const calculation = await ownCalculation(context, session, type, pathId(c, 'calculation', MISSING));
  return c.json(await handlersOf(type).toDetail(context, session, calculation));
}

async function createOwn(
  context: RouteContext,
  session: Session,
  type: CalculationType,
  sent: RequestPayload,
  write: IdempotentRequest,
): Promise<CalculationView> {
  const { id, isKeyed } = write;
  refuseForged(sent.fields, { company: session.tenant.company, user: session.user.id });
  const placement = placementIn(sent);
  const handlers = handlersOf(type);
  // Looked for before anything is checked: since then the project may have gone to the archive.
  const earlier = isKeyed && (await readFirstCalculation(context.db, session.tenant, type, id));
  if (earlier) {
    if (placement) await placeCalculation(context, session, earlier.project, { ...placement, calculation: id }, write);
    return handlers.toDetail(context, session, earlier);
  }
  const prepared = await handlers.create(context, session, type, sent);
  await refuseArchived(context, session, prepared.fields.project);
  const calculation = { ...newVersioned(session.user, context.now(), id), type, ...prepared.fields };
  const place = placement && { ...placement, calculation: id };
  if (place) await checkPlacement(context, session, calculation.project, place, { id, type });
  await prepared.store?.(id);
  const stored = await insertCalculation(context.db, session.tenant, calculation);
  // After the calculation: interrupted in between, it belongs to no object, and a repeat with the same key places it.
  if (place) await placeCalculation(context, session, calculation.project, place, write);
  return handlers.toDetail(context, session, stored);
}

/** Refuses changes in a project: 404 if the company does not have it, 409 if it is archived. */
export async function refuseArchived({ db }: RouteContext, session: Session, project: string): Promise<void> {
  const { is_deleted } = await ownProject(db, session, project);
  if (is_deleted) {
    const detail = 'Проект в архиве. Сначала восстановите его, потом добавляйте и изменяйте расчёты.';
    throw new Refusal(409, { detail, code: 'archived' });
  }
}

/** Changes a calculation by what was sent, and shows it whole. */
export async function updateCalculation(
  context: RouteContext,
  session: Session,
  type: CalculationType,
  id: string,
  sent: RequestPayload,
  write: IdempotentRequest,
): Promise<CalculationView> {
  const handlers = handlersOf(type);
  const show = (calculation: StoredCalculation) => handlers.toDetail(context, session, calculation);
  const changed = await updateWithOptimisticLock<StoredCalculation>(sent.fields, session.user, context.now(), write, {
    read: () => ownCalculation(context, session, type, id),
    revisions: () => walkRevisions(context.db, session.tenant, calculationKey(type, id)),
    next: async (current, flags) => {
      const { project, user } = current;
      refuseForged(sent.fields, { id, project, user, company: session.tenant.company });
      await refuseArchived(context, session, project);
      const placement = placementIn(sent);
      if (placement) await checkPlacement(context, session, project, { ...placement, calculation: id }, { id, type });
      if (isEmpty(sent)) return current;
      const next = await handlers.update(context, session, current, sent, flags);
      // Who saves a copy confirms it, whether a number has changed or not.
      return isUnconfirmed(current) ? next : unlessSame(current, next);
    },
    replace: (current, next) => replaceCalculation(context.db, session.tenant, current, next),
    show,
  });
  const placement = placementIn(sent);
  if (placement) {
    await placeCalculation(context, session, changed.project, { ...placement, calculation: id }, write);
  }
  return show(changed);
}

/** Whether the calculation is a copy that nobody has saved since. */
function isUnconfirmed({ origin, version }: StoredCalculation): boolean {
  return origin !== undefined && version === 1;
}

/** Where the request says that the calculation stands; undefined if it says nothing of it. */
function placementIn({ fields }: RequestPayload): (Placement & Pick<SentPlacement, 'readVersion'>) | undefined {
  const { object, part, role } = fields;
  if ([object, part, role].every((field) => field === undefined)) return undefined;
  return { ...check(placementSchema, { object, part, role }), readVersion: versionOf(fields, 'placement_version') };
}

/** Whether a change asks for nothing but its flags: then a calculation is not computed by a newer core, either. */
function isEmpty({
  fields: {
    version: _version,
    is_active: _active,
    is_deleted: _deleted,
    object: _object,
    part: _part,
    role: _role,
    placement_version: _placement,
    ...fields
  },
  file,
}: RequestPayload): boolean {
  return file === undefined && Object.values(fields).every((value) => value === undefined);
}

/** The tenant's calculation, or 404: another company's does not exist for it. */
export async function ownCalculation(
  { db }: RouteContext,
  { tenant }: Session,
  type: CalculationType,
  id: string,
): Promise<StoredCalculation> {
  const calculation = await readCalculation(db, tenant, type, id);
  if (!calculation) throw notFound(MISSING);
  return calculation;
}
