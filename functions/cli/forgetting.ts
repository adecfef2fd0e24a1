import { randomBytes } from 'node:crypto';
import { changeAccess } from '../store/access.ts';
import { closeEntry, openEntry } from '../store/audit.ts';
import { IS_STORED } from '../store/condition.ts';
import type { Database, Item } from '../store/database.ts';
import { nameOf } from '../store/members.ts';
import { hashSecret } from '../store/passwords.ts';
import { Tenant } from '../store/tenant.ts';
import { changeUser, emailKey, readUser, type StoredUser } from '../store/users.ts';

/** The outcome of a request to forget a user. `texts`: number of stored texts that named the person. */
export type Forgotten =
  | { readonly pseudonym: string; readonly texts: number }
  | { readonly refused: 'unknown' | 'last_admin' };

/**
 * Anonymises a user: ends the sessions, disables the account, frees the e-mail and replaces name and e-mail with a pseudonym in the
 * account, in the history and in the audit log. Results and the ids of authors remain. It can be repeated.
 */
export async function forgetUser(db: Database, id: string, now: Date): Promise<Forgotten> {
  const tenant = await tenantOf(db, id);
  const user = tenant && (await readUser(db, tenant, id));
  if (!tenant || !user) return { refused: 'unknown' };
  if ((await changeAccess(db, tenant, id, 'disable')) === 'last_admin') return { refused: 'last_admin' };
  const pseudonym = `Пользователь ${id.slice(-6)}`;
  const texts = await replaceTexts(db, tenant, user, pseudonym);
  // The sign-in name is kept if another user was invited with it meanwhile.
  const owner = await db.get(emailKey(user.email));
  if (owner?.user === id) await db.remove(emailKey(user.email));
  const password_hash = await hashSecret(randomBytes(32).toString('base64url'));
  await changeUser(db, tenant, id, ({ guardant_hash: _key, one_time_until: _until, ...rest }) => ({
    ...rest,
    ...{ first_name: '', last_name: pseudonym, email: `${id}@forgotten.invalid`, password_hash },
    session_epoch: rest.session_epoch + 1,
  }));
  const entry = {
    actor: '',
    actor_name: 'Команда обслуживания',
    action: 'Пользователь забыт',
    target: id,
    request_id: '',
  };
  const number = await openEntry(db, tenant, entry, now);
  await closeEntry(db, tenant, number, { outcome: 'done', whom: pseudonym, detail: `Заменено текстов: ${texts}` });
  return { pseudonym, texts };
}

async function tenantOf(db: Database, id: string): Promise<Tenant | undefined> {
  for await (const { pk, sk } of db.scan())
    if (sk === `U#${id}`) return Tenant.ofOperations(String(pk).slice('C#'.length));
  return undefined;
}

/** Attributes that name people, each with the attribute that holds the person's id. */
const SIGNATURES = [
  ['editor', 'changed_by'],
  ['author', 'user'],
  ['actor_name', 'actor'],
] as const;

/** The names of a person in stored texts, and the audit entries about the person. */
interface Traces {
  readonly names: ReadonlySet<string>;
  readonly entries: ReadonlySet<string>;
}

/** Replaces the texts attribute by attribute, so that a concurrent change is not lost. Returns the number of replaced texts. */
async function replaceTexts(db: Database, tenant: Tenant, user: StoredUser, pseudonym: string): Promise<number> {
  const traces = await tracesOf(db, tenant, user);
  let replaced = 0;
  for await (const item of itemsOf(db, tenant)) {
    const set = changedTexts(item, user.id, traces, pseudonym);
    const count = Object.keys(set).length;
    if (count === 0) continue;
    await db.update({ pk: String(item.pk), sk: String(item.sk) }, { set }, IS_STORED);
    replaced += count;
  }
  return replaced;
}

/** A person who was renamed has several names. */
async function tracesOf(db: Database, tenant: Tenant, user: StoredUser): Promise<Traces> {
  const names = new Set([nameOf(user), user.email]);
  const entries = new Set<string>();
  for await (const item of itemsOf(db, tenant)) {
    for (const [name, id] of SIGNATURES) if (item[id] === user.id) names.add(String(item[name]));
    if (item.pk === tenant.audit && (item.target === user.id || item.actor === user.id)) entries.add(String(item.sk));
    const [whom = '', email] = String(item.whom ?? '').split(', ');
    if (email !== user.email) continue;
    names.add(whom);
    entries.add(entryOf(item));
  }
  names.delete('');
  return { names, entries };
}

async function* itemsOf(db: Database, tenant: Tenant): AsyncIterable<Item> {
  for await (const item of db.scan()) {
    const pk = String(item.pk);
    if (pk === tenant.partition || pk === tenant.audit || pk.startsWith(tenant.revisions(''))) yield item;
  }
}

/** Two people may have one name: the id, the e-mail or the audit entry distinguishes them. */
function changedTexts(item: Item, id: string, { names, entries }: Traces, pseudonym: string): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, owner] of SIGNATURES)
    if (item[owner] === id && typeof item[name] === 'string' && item[name] !== pseudonym) set[name] = pseudonym;
  for (const name of ['whom', 'detail']) {
    const text = item[name];
    if (typeof text !== 'string' || !entries.has(entryOf(item))) continue;
    const next = [...names].reduce((changed, known) => changed.replaceAll(known, pseudonym), text);
    if (next !== text) set[name] = next;
  }
  return set;
}

/** Id of the audit entry that an item is, or whose outcome it is. */
function entryOf({ sk }: Item): string {
  return String(sk).replace(/#outcome$/, '');
}
