import type { Company } from '#core/contract/user.ts';
import { accessOf, COMPANY_KEY, changeAccess } from '../store/access.ts';
import { closeEntry, openEntry } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { nameOf } from '../store/members.ts';
import { newKeyCode, newOneTimePassword } from '../store/one_time_password.ts';
import { hashKeyCode, hashSecret } from '../store/passwords.ts';
import { Tenant } from '../store/tenant.ts';
import { changeUser, createCompany, createUser, EmailTaken, findUserByEmail, type StoredUser } from '../store/users.ts';

/** Fields of a new administrator. */
export interface NewAdmin {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** An administrator, and the one-time password to hand over. */
export interface MadeAdmin {
  readonly company: string;
  readonly user: StoredUser;
  readonly password: string;
  /** Code of the key; the administrator needs it from the first sign-in on. */
  readonly keyCode: string;
}

const ACTOR = 'Команда обслуживания';

/**
 * Creates a company with its first administrator. Throws `EmailTaken` before anything is stored.
 */
export async function provisionCompany(
  db: Database,
  fields: Omit<Company, 'id'>,
  admin: NewAdmin,
  now: Date,
): Promise<MadeAdmin> {
  if (await findUserByEmail(db, admin.email)) throw new EmailTaken(admin.email);
  const { id } = await createCompany(db, fields);
  return recorded(db, id, 'Компания создана', admin, now, () => makeUser(db, id, admin, now));
}

/**
 * Creates an administrator of the company, or makes its existing user one: enables the account and
 * replaces the password and the code of the key. Returns undefined if the e-mail belongs to another
 * company.
 */
export async function provisionAdmin(
  db: Database,
  company: string,
  admin: NewAdmin,
  now: Date,
): Promise<MadeAdmin | undefined> {
  const known = await findUserByEmail(db, admin.email);
  if (known && known.tenant.company !== company) return undefined;
  return recorded(db, company, 'Администратор назначен', admin, now, () =>
    known ? restoreUser(db, known.tenant, known.user, now) : makeUser(db, company, admin, now),
  );
}

/**
 * Lists every company with the number of its administrators. Scans the whole table: for operators,
 * not for requests.
 */
export async function listCompanies(db: Database): Promise<{ id: string; name: string; admins: number }[]> {
  const companies: { id: string; name: string; admins: number }[] = [];
  for await (const item of db.scan()) {
    if (item.sk !== COMPANY_KEY) continue;
    companies.push({ id: String(item.id), name: String(item.name), admins: accessOf(item).admins.size });
  }
  return companies.sort((one, other) => (one.id < other.id ? -1 : 1));
}

async function makeUser(db: Database, company: string, admin: NewAdmin, now: Date): Promise<MadeAdmin> {
  const { password, one_time_until } = newOneTimePassword(now);
  const keyCode = newKeyCode();
  const fields = { ...admin, password, one_time_until, guardant_code: keyCode, role: 'admin' } as const;
  return { company, password, keyCode, user: await createUser(db, Tenant.ofOperations(company), fields) };
}

async function restoreUser(db: Database, tenant: Tenant, { id }: StoredUser, now: Date): Promise<MadeAdmin> {
  const { password, one_time_until } = newOneTimePassword(now);
  const keyCode = newKeyCode();
  const [password_hash, guardant_hash] = [await hashSecret(password), await hashKeyCode(keyCode)];
  const user = await changeUser(db, tenant, id, ({ one_time_used: _spent, ...current }) => {
    return { ...current, password_hash, guardant_hash, one_time_until, session_epoch: current.session_epoch + 1 };
  });
  if (!user) throw new Error(`The user ${id} has vanished`);
  await changeAccess(db, tenant, id, 'enable');
  await changeAccess(db, tenant, id, 'promote');
  return { company: tenant.company, password, keyCode, user };
}

/** Performs an operator's action and records it in the company's audit log. */
async function recorded(
  db: Database,
  company: string,
  action: string,
  admin: NewAdmin,
  now: Date,
  act: () => Promise<MadeAdmin>,
): Promise<MadeAdmin> {
  const tenant = Tenant.ofOperations(company);
  const entry = { actor: '', actor_name: ACTOR, action, target: '', request_id: '' };
  const id = await openEntry(db, tenant, entry, now);
  const made = await act();
  const whom = `${nameOf(admin)}, ${made.user.email}`;
  await closeEntry(db, tenant, id, { outcome: 'done', whom, detail: 'Роль: администратор' });
  return made;
}
