import type { CompanyInventory } from '#core/contract/company_inventory_schema.ts';
import type { Edition } from '#core/contract/edition_schema.ts';
import type { GwpSet } from '#core/contract/gwp_sets.ts';
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

/** What the inventory of the company is asked for: the potential it counts in, the year it is compared with (the first without it). */
export interface CompanyInventoryQuery {
  readonly gwp_set: GwpSet;
  readonly base_year: number | undefined;
}

export function getCompanyInventory({ gwp_set, base_year }: CompanyInventoryQuery, signal: Signal) {
  const query = new URLSearchParams({ gwp_set, ...(base_year !== undefined && { base_year: String(base_year) }) });
  return requestBody<CompanyInventory>({ path: `${paths.companyInventory}?${query}`, signal });
}

/** What the present edition of methods, constants and factors would change. Changes nothing. */
export const getEdition = (project: string, signal: Signal) =>
  requestBody<Edition>({ path: paths.edition(project), signal });

/** Applies the present edition to the calculations of a project; answers what is left to change. */
export const applyEdition = (project: string) =>
  requestBody<Edition>({ method: 'POST', path: paths.edition(project), body: {} });
