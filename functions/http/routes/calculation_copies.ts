import * as z from 'zod/mini';
import { CALCULATION_TYPES, type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { calculationNameSchema, projectIdSchema } from '#core/contract/calculation.ts';
import type { Session } from '../../auth/sessions.ts';
import { takeRoom } from '../../calculations/company_quota.ts';
import { insertCalculation, type StoredCalculation } from '../../store/calculations.ts';
import { rowsKey } from '../../store/file_key.ts';
import { DamagedFile } from '../../store/files.ts';
import { newVersioned } from '../../store/versioned_items.ts';
import type { IdempotentRequest } from '../app_context.ts';
import { readBody } from '../body.ts';
import { schemaName } from '../calculation_schema.ts';
import { componentRef } from '../components.ts';
import { bodySchema } from '../json_schema.ts';
import { check, type JsonObject, pathId } from '../request.ts';
import type { RouteContext, SignedInRoute } from '../route.ts';
import { handlersOf, MISSING, ownCalculation, refuseArchived } from './calculations.ts';

const copySchema = z.object({
  name: z.optional(calculationNameSchema),
  project: projectIdSchema,
});

/** Copies of calculations of every type, in their project or in another one of the company. */
export const calculationCopyRoutes: readonly SignedInRoute[] = CALCULATION_TYPES.map((type) => ({
  method: 'POST',
  path: `/v1/${type}/{calculation}/copy`,
  id: `copy${schemaName(type)}`,
  slash: true,
  access: 'signed-in',
  summary: `${definitionOf(type).title}: копия расчёта в проекте project`,
  body: bodySchema(copySchema),
  ...(definitionOf(type).table ? { apart: true } : { isCostly: true }),
  answer: { status: 201, schema: componentRef(schemaName(type)) },
  handle: async (c, context, session, write) => {
    const id = pathId(c, 'calculation', MISSING);
    const copy = await copyCalculation(context, session, { type, id }, await readBody(c), write);
    return c.json(await handlersOf(type).toDetail(context, session, copy), 201);
  },
}));

/** Stores a calculation with the figures of another one as they stand: nothing is computed anew, so its core and rows stay named. */
async function copyCalculation(
  context: RouteContext,
  session: Session,
  { type, id }: { readonly type: CalculationType; readonly id: string },
  body: JsonObject,
  write: IdempotentRequest,
): Promise<StoredCalculation> {
  const origin = await ownCalculation(context, session, type, id);
  const { name = origin.name, project } = check(copySchema, body);
  await refuseArchived(context, session, project);
  const versioned = newVersioned(session.user, context.now(), write.id);
  // The rows come first: a calculation is never there without them.
  await copyStoredRows(context, session, origin, versioned.id);
  return insertCalculation(context.db, session.tenant, { ...origin, ...versioned, name, project, origin: origin.id });
}

/** Copies the rows of a calculation, if it has any, to where those of its copy belong. */
export async function copyStoredRows(
  context: RouteContext,
  { tenant }: Session,
  { id, table }: StoredCalculation,
  copy: string,
): Promise<void> {
  if (!table) return;
  const { sha256 } = table.rows;
  const [from, to] = [rowsKey(tenant, id, sha256), rowsKey(tenant, copy, sha256)];
  // A repeat of the request finds them there.
  if ((await context.files.size(to)) !== undefined) return;
  const rows = await context.files.get(from);
  if (!rows) throw new DamagedFile(`${from} is missing`);
  await takeRoom(context, tenant, rows.length);
  await context.files.put(to, rows);
}
