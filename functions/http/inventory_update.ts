import type { Session } from '../auth/sessions.ts';
import { type ComingCalculation, type NamedPlacement, reassign } from '../calculations/placement.ts';
import { faultyFields, Refusal } from '../errors.ts';
import {
  emptyInventorySettings,
  type InventorySettings,
  inventorySettingsKey,
  readInventorySettings,
  replaceInventorySettings,
} from '../store/inventory_settings.ts';
import { walkRevisions } from '../store/versioned_items.ts';
import type { IdempotentRequest } from './app_context.ts';
import { type OptimisticUpdate, unlessSame, updateWithOptimisticLock } from './optimistic_update.ts';
import type { RouteContext } from './route.ts';

/** How the inventory settings of a project are read, replaced and shown in a change. */
export function inventorySettingsUpdate(
  { db, now }: RouteContext,
  { tenant, user }: Session,
  project: string,
): Omit<OptimisticUpdate<InventorySettings>, 'next'> {
  return {
    read: async () =>
      (await readInventorySettings(db, tenant, project)) ?? emptyInventorySettings(project, user, now()),
    revisions: () => walkRevisions(db, tenant, inventorySettingsKey(project)),
    replace: (current, next) => replaceInventorySettings(db, tenant, current, next),
    show: showSettings,
  };
}

/** Settings as they travel in a conflict and in the history. */
export function showSettings({ version, gwp_set, assigned, acknowledgements, scenarios = [] }: InventorySettings) {
  return { version, gwp_set, assigned, acknowledgements, scenarios };
}

/** Stores where one calculation stands. A repeat of the request with the same key stores nothing more. */
export async function placeCalculation(
  context: RouteContext,
  session: Session,
  project: string,
  placement: NamedPlacement,
  write: IdempotentRequest,
): Promise<void> {
  await updateWithOptimisticLock<InventorySettings>({}, session.user, context.now(), write, {
    ...inventorySettingsUpdate(context, session, project),
    next: async (current) => {
      const assigned = await reassign(context.db, session.tenant, project, current.assigned, [placement]);
      return unlessSame(current, { ...current, assigned });
    },
  });
}

/** Refuses a placement that would not be stored, by the fields of the calculation's own body. */
export async function checkPlacement(
  { db }: RouteContext,
  { tenant }: Session,
  project: string,
  placement: NamedPlacement,
  coming: ComingCalculation,
): Promise<void> {
  const { assigned = [] } = (await readInventorySettings(db, tenant, project)) ?? {};
  try {
    await reassign(db, tenant, project, assigned, [placement], coming);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const own = error.body.errors?.map(({ field = '', ...fault }) => ({
      ...fault,
      field: field.replace(/^assign\.0\./, ''),
    }));
    throw faultyFields(own ?? []);
  }
}
