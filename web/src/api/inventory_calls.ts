import type { ProjectInventory } from '#core/contract/inventory_schema.ts';
import type { InventoryChange } from '#core/contract/inventory_settings.ts';
import { paths } from '#core/contract/paths.ts';
import type { Signal } from './calls.ts';
import { requestBody } from './client.ts';

export const getInventory = (project: string, signal: Signal) =>
  requestBody<ProjectInventory>({ path: paths.inventory(project), signal });

/** Assigns calculations, chooses the GWP set, accepts findings: all of it or nothing. Answers the inventory as it then is. */
export const changeInventory = (project: string, change: InventoryChange & { readonly version?: number | null }) =>
  requestBody<ProjectInventory>({ method: 'PATCH', path: paths.inventory(project), body: change });
