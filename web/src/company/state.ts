import { atomWithQuery } from 'jotai-tanstack-query';
import { type CompanyInventoryQuery, getCompanyInventory } from '../api/inventory_calls.ts';

/** Objects × sources × years of the company. Under `calculations`, so that a saved calculation reads it again. */
export function companyInventoryAtom(gwp_set: CompanyInventoryQuery['gwp_set'], base_year: number | undefined) {
  return atomWithQuery(() => ({
    queryKey: ['calculations', 'company-inventory', gwp_set, base_year ?? null],
    queryFn: ({ signal }) => getCompanyInventory({ gwp_set, base_year }, signal),
  }));
}
