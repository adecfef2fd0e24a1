import pLimit from 'p-limit';
import { projectFieldsSchema } from '#core/contract/project.ts';
import { projectSchema } from '#core/contract/project_schema.ts';
import type { Session } from '../../auth/sessions.ts';
import { Refusal } from '../../errors.ts';
import { insertCalculation, listProjectCalculations, type StoredCalculation } from '../../store/calculations.ts';
import {
  emptyInventorySettings,
  type InventorySettings,
  readInventorySettings,
  replaceInventorySettings,
} from '../../store/inventory_settings.ts';
import { insertProject, readProjectStates, type StoredProject } from '../../store/projects.ts';
import { newVersioned } from '../../store/versioned_items.ts';
import type { IdempotentRequest } from '../app_context.ts';
import { readBody } from '../body.ts';
import { MOST_MADE, madeId } from '../idempotency.ts';
import { bodySchema } from '../json_schema.ts';
import { check, pathId, refuseForged } from '../request.ts';
import type { RouteContext, SignedInRoute } from '../route.ts';
import { copyStoredRows } from './calculation_copies.ts';
import { refuseArchived } from './calculations.ts';
import { MISSING_PROJECT, ownProject, showProject } from './projects.ts';

/** Copies that are stored at a time. */
const COPIES_AT_ONCE = 8;

/** A year made after another one. */
export const projectYearRoutes: readonly SignedInRoute[] = [
  {
    method: 'POST',
    path: '/v1/projects/{project}/roll_forward',
    id: 'rollProjectForward',
    slash: true,
    access: 'signed-in',
    apart: true,
    summary: 'Новый проект по образцу: расчёты, объекты и роли. Скопированное не подтверждено, пока его не изменят',
    body: bodySchema(projectFieldsSchema),
    answer: { status: 201, schema: projectSchema },
    handle: async (c, context, session, write) => {
      const id = pathId(c, 'project', MISSING_PROJECT);
      const body = await readBody(c);
      refuseForged(body, { company: session.tenant.company, user: session.user.id });
      const fields = check(projectFieldsSchema, body);
      // Looked for before anything is checked: since then the project may have gone to the archive.
      const [earlier] = write.isKeyed ? await readProjectStates(context.db, session.tenant, write.id) : [];
      if (earlier) return c.json(showProject(earlier), 201);
      await refuseArchived(context, session, id);
      const { company } = await ownProject(context.db, session, id);
      const project: StoredProject = {
        ...newVersioned(session.user, context.now(), write.id),
        ...fields,
        ...{ status: 1, company },
      };
      const copies = await copyCalculations(context, session, id, project, write);
      await copyPlaces(context, session, id, project, copies);
      // The project comes last: interrupted before, nothing of it can be seen, and a repeat with the same key completes it.
      return c.json(showProject(await insertProject(context.db, session.tenant, project)), 201);
    },
  },
];

/** Stores a copy of every active calculation of the project `from`; answers the ids of the copies by those of the originals. */
async function copyCalculations(
  context: RouteContext,
  session: Session,
  from: string,
  project: StoredProject,
  write: IdempotentRequest,
): Promise<ReadonlyMap<string, string>> {
  const all = { deleted: false, limit: Number.POSITIVE_INFINITY, offset: 0 };
  const { objects } = await listProjectCalculations(context.db, session.tenant, from, all);
  if (objects.length > MOST_MADE) {
    const detail = `В проекте ${objects.length} расчётов, за один раз переносится не больше ${MOST_MADE}. Ничего не создано. Уберите лишние расчёты в архив.`;
    throw new Refusal(413, { detail, code: 'too_many_calculations' });
  }
  const limit = pLimit(COPIES_AT_ONCE);
  // The list has the newest first.
  const copies = objects.toReversed().map((origin, index) => ({ origin, id: madeId(write, index) }));
  await Promise.all(copies.map((copy) => limit(() => storeCopy(context, session, copy, project))));
  return new Map(copies.map(({ origin, id }) => [origin.id, id]));
}

async function storeCopy(
  context: RouteContext,
  session: Session,
  { origin, id }: { readonly origin: StoredCalculation; readonly id: string },
  { id: project }: StoredProject,
): Promise<void> {
  // The rows come first: a calculation is never there without them.
  await copyStoredRows(context, session, origin, id);
  const versioned = newVersioned(session.user, context.now(), id);
  await insertCalculation(context.db, session.tenant, { ...origin, ...versioned, project, origin: origin.id });
}

/** Gives the copies the places that their originals have: object, part and role; the GWP set stays, too. */
async function copyPlaces(
  { db, now }: RouteContext,
  { tenant, user }: Session,
  from: string,
  { id: project, write_id }: StoredProject,
  copies: ReadonlyMap<string, string>,
): Promise<void> {
  const settings = await readInventorySettings(db, tenant, from);
  if (!settings) return;
  const empty = emptyInventorySettings(project, user, now());
  const next: InventorySettings = {
    ...empty,
    ...{ version: 1, write_id, gwp_set: settings.gwp_set },
    assigned: settings.assigned.flatMap((one) => {
      const calculation = copies.get(one.calculation);
      return calculation === undefined ? [] : [{ ...one, calculation }];
    }),
  };
  await replaceInventorySettings(db, tenant, empty, next);
}
