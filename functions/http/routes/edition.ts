import { definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { wireInputs } from '#core/calculations/schema.ts';
import { editionSchema } from '#core/contract/edition_schema.ts';
import { CoreMemory } from '#core/core_memory.ts';
import { CoreSums } from '#core/inventory/core_sums.ts';
import type { Session } from '../../auth/sessions.ts';
import { outdatedCalculations } from '../../calculations/edition.ts';
import { listCalculations } from '../../store/calculations.ts';
import type { AppContext } from '../app_context.ts';
import { pathId } from '../request.ts';
import type { RouteContext, SignedInRoute } from '../route.ts';
import { refuseArchived, updateCalculation } from './calculations.ts';
import { MISSING_PROJECT, ownProject } from './projects.ts';

/** Every calculation of the project is read and computed. */
const common = {
  path: '/v1/projects/{project}/inventory/edition',
  access: 'signed-in',
  slash: true,
  apart: true,
} as const;

/** Calculations that one request changes, at most; its answer says which are left, and a repeat goes on with them. */
const MOST_APPLIED = 500;

/** Stored calculations against the present edition of methods, constants and factors. */
export const editionRoutes: readonly SignedInRoute[] = [
  {
    ...common,
    method: 'GET',
    id: 'getEdition',
    summary: 'Что изменит пересчёт на действующую редакцию: до и после, по причинам',
    answer: { status: 200, schema: editionSchema },
    handle: async (c, context, session) => c.json(await compareOwn(c, context, session)),
  },
  {
    ...common,
    method: 'POST',
    id: 'applyEdition',
    summary: 'Пересчёт на действующую редакцию; прежние версии остаются в истории. Отвечает тем, что осталось',
    answer: { status: 200, schema: editionSchema },
    handle: async (c, context, session, write) => {
      await refuseArchived(context, session, pathId(c, 'project', MISSING_PROJECT));
      const outdated = await outdatedOf(c, context, session);
      for (const { calculation, inputs } of outdated.slice(0, MOST_APPLIED)) {
        const { id, type, version } = calculation;
        // By the version that was compared: an edit meanwhile is not overwritten, it answers 409.
        const fields = { ...wireInputs(definitionOf(type), inputs), version };
        await updateCalculation(context, session, type, id, { fields }, write);
      }
      return c.json(await compareOwn(c, context, session));
    },
  },
];

async function compareOwn(c: AppContext, context: RouteContext, session: Session) {
  const { core } = context;
  const changes = (await outdatedOf(c, context, session)).map(({ change }) => change);
  const sums = new CoreSums(await CoreMemory.open(core.module));
  return {
    ...{ core_sha256: core.sha256, changes },
    before_t: sums.sum(changes.map(({ before_t }) => before_t)),
    after_t: sums.sum(changes.map(({ after_t }) => after_t)),
  };
}

async function outdatedOf(c: AppContext, { core, db, dictionary }: RouteContext, session: Session) {
  const { id } = await ownProject(db, session, pathId(c, 'project', MISSING_PROJECT));
  const all = { deleted: false, limit: Number.POSITIVE_INFINITY, offset: 0 };
  const lists = await Promise.all(FIELDS_TYPES.map((type) => listCalculations(db, session.tenant, type, id, all)));
  return outdatedCalculations(
    core,
    dictionary,
    lists.flatMap(({ objects }) => objects),
  );
}
