import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Database } from './database.ts';
import { conditionHeld, getItem, type Item } from './items.ts';
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

/** One conditional write per change. Disabling an administrator takes the role, too: who comes back comes back as staff. */
const WRITES: Readonly<Record<AccessChange, { readonly update: string; readonly condition: string }>> = {
  promote: { update: 'ADD admins :set', condition: 'attribute_exists(pk) AND NOT contains(disabled, :user)' },
  demote: { update: 'DELETE admins :set', condition: 'contains(admins, :user) AND size(admins) > :one' },
  disable: {
    update: 'ADD disabled :set DELETE admins :set',
    condition: 'attribute_exists(pk) AND (NOT contains(admins, :user) OR size(admins) > :one)',
  },
  enable: { update: 'DELETE disabled :set', condition: 'attribute_exists(pk)' },
};

/** Changes what a user of the company may do. A change that is there already is done. */
export async function changeAccess(
  db: Database,
  tenant: Tenant,
  user: string,
  change: AccessChange,
): Promise<AccessOutcome> {
  const { update, condition } = WRITES[change];
  const written = await conditionHeld(() =>
    db.client.send(
      new UpdateCommand({
        TableName: db.name,
        Key: companyKey(tenant),
        UpdateExpression: update,
        ConditionExpression: condition,
        ExpressionAttributeValues: {
          ':set': new Set([user]),
          ...(condition.includes(':user') && { ':user': user }),
          ...(condition.includes(':one') && { ':one': 1 }),
        },
      }),
    ),
  );
  if (written) return 'done';
  const company = await getItem(db, companyKey(tenant));
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

export function companyKey(tenant: Tenant) {
  return { pk: tenant.partition, sk: 'COMPANY' };
}
