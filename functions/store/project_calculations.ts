import { type CalculationType, isCalculationType } from '#core/calculations/index.ts';
import type { Database } from './database.ts';
import type { Tenant } from './tenant.ts';

/** A calculation of a project by its key alone. */
export interface CalculationKey {
  readonly type: CalculationType;
  readonly isActive: boolean;
}

/** Every calculation of a project, active and archived, by id: from the keys of its lists, without reading an item. */
export async function calculationKeys(
  db: Database,
  tenant: Tenant,
  project: string,
): Promise<Map<string, CalculationKey>> {
  const keys = await db.listKeys(tenant.partition, `K#${project}#`);
  return new Map(
    keys.flatMap(({ list }) => {
      const [, , type = '', state, id = ''] = list.split('#');
      return isCalculationType(type) ? [[id, { type, isActive: state === 'A' }] as const] : [];
    }),
  );
}
