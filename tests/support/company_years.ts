import type { CompanyInventory } from '#core/contract/company_inventory_schema.ts';
import { companyInventory } from '#core/inventory/company_inventory.ts';
import type { Core } from '#core/load.ts';
import { inputOf, type MadeCalculation } from './inventory_year.ts';

/** Two mines over three years: one opens late, and one calculation belongs to no object. */
export function companyOfYears(core: Core, base_year?: number): Promise<CompanyInventory> {
  const projects = [2023, 2024, 2025].map((year) => {
    const gross = (object: string, volume: number): MadeCalculation => ({
      ...{ type: 'underground_emission_ch4', inputs: { volume, ef: 18, koef_transform: 0.67 } },
      ...{ object, part: 'gross_by_factor' },
    });
    const made = inputOf(core, {
      period: [`${year}-01-01`, `${year}-12-31`],
      objects: { Северная: { kind: 'underground_mine' }, Южная: { kind: 'underground_mine' } },
      calculations: {
        [`Северная ${year}`]: gross('Северная', 1e6 + (year - 2023) * 1e5),
        ...(year > 2023 && { [`Южная ${year}`]: gross('Южная', 5e5) }),
        [`Контроль ${year}`]: gross('Северная', 2e6),
        [`Топливо ${year}`]: { type: 'open_mining_co2', inputs: { volume: 1000, ef: 3.149 } },
      },
    });
    return { ...made, project: { ...made.project, id: `project-${year}` } };
  });
  const choice = { gwp_set: 'ar4', projects_left_out: 0, ...(base_year !== undefined && { base_year }) } as const;
  return companyInventory(core, { projects, ...choice });
}
