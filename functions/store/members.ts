import { companyKey } from './access.ts';
import type { Database } from './database.ts';
import type { Tenant } from './tenant.ts';
import { emailKey, type StoredUser, toUser } from './users.ts';

const byName = new Intl.Collator('ru', { numeric: true });

/**
 * All users of the company by last and first name. Users whose creation was interrupted are
 * skipped.
 */
export async function listMembers(db: Database, tenant: Tenant): Promise<StoredUser[]> {
  const [items, company] = await Promise.all([
    db.range(tenant.partition, { prefix: 'U#' }),
    db.get(companyKey(tenant)),
  ]);
  const users = items.map((item) => toUser(item, company));
  // Two simultaneous invitations with the same e-mail share its key.
  const emails = [...new Set(users.map(({ email }) => email))];
  const signInNames = await db.getMany(emails.map(emailKey));
  const owners = new Set(signInNames.map((name) => name?.user));
  return users
    .filter(({ id }) => owners.has(id))
    .sort((one, other) => byName.compare(nameOf(one), nameOf(other)) || (one.id < other.id ? -1 : 1));
}

/** «Ковалёва Анна». */
export function nameOf({ first_name, last_name }: Pick<StoredUser, 'first_name' | 'last_name'>): string {
  return `${last_name} ${first_name}`.trim();
}
