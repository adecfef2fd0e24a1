import { allOf, anyOf, type Condition, IS_STORED } from './condition.ts';
import type { Database, Item, ItemChanges } from './database.ts';
import type { Tenant } from './tenant.ts';

/**
 * Who administers a company and who is disabled: two sets of user ids on the company's ONE item, so that «a company always has an
 * administrator who can sign in» is the condition of a single write. No id is in both sets, and `admins` is never emptied.
 */
export interface CompanyAccess {
  readonly admins: ReadonlySet<string>;
  readonly disabled: ReadonlySet<string>;
}

export type AccessChange = 'promote' | 'demote' | 'disable' | 'enable';

/** `last_admin`: nobody would be left to administer the company; `disabled`: a disabled user cannot become an administrator. */
export type AccessOutcome = 'done' | 'last_admin' | 'disabled';

/** One conditional write per change. Disabling an administrator takes the role, too: a user who is enabled again is staff. */
const WRITES: Readonly<Record<AccessChange, (user: string) => readonly [ItemChanges, Condition]>> = {
  promote: (user) => [{ include: { admins: user } }, allOf(['pk', 'exists'], ['disabled', 'lacks', user])],
  demote: (user) => [{ exclude: { admins: user } }, allOf(['admins', 'has', user], ['admins', 'larger', 1])],
  disable: (user) => [
    { include: { disabled: user }, exclude: { admins: user } },
    anyOf(allOf(['pk', 'exists'], ['admins', 'lacks', user]), allOf(['pk', 'exists'], ['admins', 'larger', 1])),
  ],
  enable: (user) => [{ exclude: { disabled: user } }, IS_STORED],
};

/** Changes what a user of the company may do. A change that is there already is done. */
export async function changeAccess(
  db: Database,
  tenant: Tenant,
  user: string,
  change: AccessChange,
): Promise<AccessOutcome> {
  const [changes, condition] = WRITES[change](user);
  if (await db.update(companyKey(tenant), changes, condition)) return 'done';
  const company = await db.get(companyKey(tenant));
  if (!company) throw new Error(`The company ${tenant.company} is not in the table`);
  const { admins } = accessOf(company);
  if (change === 'demote' && !admins.has(user)) return 'done';
  return change === 'promote' ? 'disabled' : 'last_admin';
}

/** The two sets of a company's item; a company without them has neither administrators nor disabled users. */
export function accessOf(company: Item | undefined): CompanyAccess {
  const { admins, disabled } = (company ?? {}) as Partial<CompanyAccess>;
  return { admins: admins ?? new Set(), disabled: disabled ?? new Set() };
}

/** Sort key of every company's item. */
export const COMPANY_KEY = 'COMPANY';

export function companyKey(tenant: Tenant) {
  return { pk: tenant.partition, sk: COMPANY_KEY };
}
