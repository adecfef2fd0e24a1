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

/** A placement, and the version of the assignments that its sender has read; undefined: whatever stands is replaced. */
export interface SentPlacement extends NamedPlacement {
  readonly readVersion?: number | undefined;
}

/**
 * Stores where one calculation stands. A repeat of the request with the same key stores nothing more. Refuses a change that rests on
 * earlier assignments with 409: a body that echoes what it has read does not undo what somebody decided since.
 */
export async function placeCalculation(
  context: RouteContext,
  session: Session,
  project: string,
  { readVersion, ...placement }: SentPlacement,
  write: IdempotentRequest,
): Promise<void> {
  await updateWithOptimisticLock<InventorySettings>({}, session.user, context.now(), write, {
    ...inventorySettingsUpdate(context, session, project),
    next: async (current) => {
      const assigned = await reassign(context.db, session.tenant, project, current.assigned, [placement]);
      const next = unlessSame(current, { ...current, assigned });
      if (next !== current) refuseStale(current, readVersion);
      return next;
    },
  });
}

function refuseStale(current: InventorySettings, readVersion: number | undefined): void {
  if (readVersion === undefined || readVersion === current.version) return;
  const detail = 'Расчёты распределили по объектам иначе после того, как вы открыли этот. Прочитайте его и повторите.';
  throw new Refusal(409, { detail, code: 'placement_changed' });
}

/** Refuses a placement that would not be stored, by the fields of the calculation's own body. */
export async function checkPlacement(
  { db, now }: RouteContext,
  { tenant, user }: Session,
  project: string,
  { readVersion, ...placement }: SentPlacement,
  coming: ComingCalculation,
): Promise<void> {
  const current = (await readInventorySettings(db, tenant, project)) ?? emptyInventorySettings(project, user, now());
  try {
    const assigned = await reassign(db, tenant, project, current.assigned, [placement], [coming]);
    if (unlessSame(current, { ...current, assigned }) !== current) refuseStale(current, readVersion);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 409) throw error;
    const own = error.body.errors?.map(({ field = '', ...fault }) => ({
      ...fault,
      field: field.replace(/^assign\.0\./, ''),
    }));
    throw faultyFields(own ?? []);
  }
}
