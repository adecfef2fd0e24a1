import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { companyKey } from './access.ts';
import type { Database } from './database.ts';
import { getItem, getItems, type Item } from './items.ts';
import type { Tenant } from './tenant.ts';
import { emailKey, type StoredUser, toUser } from './users.ts';

const byName = new Intl.Collator('ru', { numeric: true });

/** All users of the company by last and first name. Whoever was cut short before the sign-in name was written is none. */
export async function listMembers(db: Database, tenant: Tenant): Promise<StoredUser[]> {
  const [items, company] = await Promise.all([userItems(db, tenant), getItem(db, companyKey(tenant))]);
  const users = items.map((item) => toUser(item, company));
  // Two who were invited with one e-mail at the same moment share its key.
  const emails = [...new Set(users.map(({ email }) => email))];
  const signInNames = await getItems(db, emails.map(emailKey));
  const owners = new Set(signInNames.map((name) => name?.user));
  return users
    .filter(({ id }) => owners.has(id))
    .sort((one, other) => byName.compare(nameOf(one), nameOf(other)) || (one.id < other.id ? -1 : 1));
}

/** «Ковалёва Анна». */
export function nameOf({ first_name, last_name }: Pick<StoredUser, 'first_name' | 'last_name'>): string {
  return `${last_name} ${first_name}`.trim();
}

async function userItems(db: Database, tenant: Tenant): Promise<Item[]> {
  const items: Item[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await db.client.send(
      new QueryCommand({
        TableName: db.name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': tenant.partition, ':prefix': 'U#' },
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    items.push(...(Items ?? []));
    start = LastEvaluatedKey;
  } while (start);
  return items;
}
