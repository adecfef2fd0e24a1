import { v4, v7 } from 'uuid';
import type { Company, Role, User } from '#core/contract/user.ts';
import { accessOf, changeAccess, companyKey } from './access.ts';
import { allOf, anyOf, IS_NEW } from './condition.ts';
import type { Database, Item, NewItem } from './database.ts';
import { PARTITIONS } from './layout.ts';
import { hashKeyCode, hashSecret } from './passwords.ts';
import { Tenant } from './tenant.ts';

/**
 * A user: its own item, with role and state from the company's item. Hashes never leave the server.
 */
export interface StoredUser {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly role: Role;
  readonly disabled: boolean;
  readonly password_hash: string;
  /** Expiry of the one-time password (ISO 8601); absent if the user has chosen the password. */
  readonly one_time_until?: string;
  /** The one-time password has opened its one session. */
  readonly one_time_used?: true;
  /** Hash of the Guardant key's code; absent if no key is enrolled, then no code is required. */
  readonly guardant_hash?: string;
  /** Epoch of sessions: raising it ends all sessions of older epochs. */
  readonly session_epoch: number;
  readonly version: number;
  /** Id of the write that made this version. */
  readonly write_id?: string;
}

/** Fields of a new user. */
export interface NewUser {
  /** Id chosen by the caller, so that a repeat creates the same user. */
  readonly id?: string;
  readonly email: string;
  readonly password: string;
  readonly one_time_until?: string;
  readonly guardant_code?: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: Role;
}

/** The sign-in name belongs to another user, of any company. */
export class EmailTaken extends Error {
  override readonly name = 'EmailTaken';

  constructor(email: string) {
    super(`The e-mail ${email} is taken`);
  }
}

/** Attempts of a change when other writes come first; each starts from the current state. */
const TRIES = 8;

/** Creates a company. */
export async function createCompany(db: Database, fields: Omit<Company, 'id'>): Promise<Company> {
  const company = { id: v7(), ...fields };
  await db.put({ ...companyKey(Tenant.ofOperations(company.id)), ...company }, IS_NEW);
  return company;
}

/**
 * Creates a user of a company. The item of the sign-in name commits: without it the user does not
 * exist. An administrator is staff until the last write. Throws `EmailTaken`.
 */
export async function createUser(db: Database, tenant: Tenant, fields: NewUser): Promise<StoredUser> {
  const { id = v7(), password, guardant_code, role, ...names } = fields;
  const email = normalEmail(fields.email);
  const key = emailKey(email);
  const owner = await db.get(key);
  if (owner) return madeBefore(db, tenant, id, owner, email);
  const user: StoredUser = {
    ...names,
    id,
    email,
    role,
    disabled: false,
    password_hash: await hashSecret(password),
    ...(guardant_code && { guardant_hash: await hashKeyCode(guardant_code) }),
    session_epoch: 0,
    version: 1,
  };
  await db.put(toItem(tenant, user, v4()), IS_NEW);
  await db.put({ ...key, company: tenant.company, user: id }, IS_NEW);
  const made = await madeBefore(db, tenant, id, await db.get(key), email);
  if (role === 'admin') await changeAccess(db, tenant, id, 'promote');
  return { ...made, role };
}

/** The owner of a sign-in name if it has this id: a repeated creation, or one with a lost reply. */
async function madeBefore(db: Database, tenant: Tenant, id: string, owner: Item | undefined, email: string) {
  const user = owner?.user === id ? await readUser(db, tenant, id) : undefined;
  if (!user) throw new EmailTaken(email);
  return user;
}

/** The user who signs in with `email`, and the tenant; undefined if there is none. */
export async function findUserByEmail(
  db: Database,
  email: string,
): Promise<{ tenant: Tenant; user: StoredUser } | undefined> {
  const signInName = await db.get(emailKey(normalEmail(email)));
  if (!signInName) return undefined;
  const tenant = Tenant.ofSignInName({ company: String(signInName.company) });
  const user = await readUser(db, tenant, String(signInName.user));
  return user && { tenant, user };
}

/** A user of the company, or undefined. */
export async function readUser(db: Database, tenant: Tenant, id: string): Promise<StoredUser | undefined> {
  const [user, company] = await db.getMany([userKey(tenant, id), companyKey(tenant)]);
  return user && toUser(user, company);
}

/**
 * Changes a user's own item; `changeAccess` changes role and state. `change` receives the current
 * user, is called again if another write was first, and may throw to stop. Undefined if there is no
 * such user. A repeat of the last write (`write_id`) has no effect.
 */
export async function changeUser(
  db: Database,
  tenant: Tenant,
  id: string,
  change: (user: StoredUser) => StoredUser,
  write_id: string = v4(),
): Promise<StoredUser | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const current = await readUser(db, tenant, id);
    if (!current || current.write_id === write_id) return current;
    const next = { ...change(current), version: current.version + 1 };
    const item = toItem(tenant, next, write_id);
    const isRead = allOf(['version', '=', current.version]);
    // Users of the first release have no version yet.
    const written = await db.put(item, current.version === 1 ? anyOf(allOf(['version', 'missing']), isRead) : isRead);
    if (written) return next;
  }
  throw new Error(`The user ${id} is being changed by too many at once`);
}

/** What a user may know of himself, with the company: the answer of `users/get_me/`. */
/** The tenant's company. */
export async function readCompany(db: Database, tenant: Tenant): Promise<Company> {
  const item = await db.get(companyKey(tenant));
  if (!item) throw new Error(`The company ${tenant.company} is not in the table`);
  const { id, name, email, postal_address, ogrn, okved, region } = item as unknown as Company;
  return { id, name, email, postal_address, ogrn, okved, region };
}

/** What a user may know of himself, with the company: the answer of `users/get_me/`. */
export async function describeUser(db: Database, tenant: Tenant, user: StoredUser): Promise<User> {
  return {
    id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    role: user.role,
    must_change_password: user.one_time_until !== undefined,
    ...(lacksKeyCode(user) && { must_set_key_code: true }),
    company: await readCompany(db, tenant),
  };
}

/** Whether the user administers without a second factor: then nothing is open but to set one. */
export function lacksKeyCode({ role, guardant_hash }: StoredUser): boolean {
  return role === 'admin' && guardant_hash === undefined;
}

export function userKey(tenant: Tenant, id: string) {
  return { pk: tenant.partition, sk: `U#${id}` };
}

/** The user of its item and the company's item. */
export function toUser(item: Item, company: Item | undefined): StoredUser {
  const { pk, sk, ...stored } = item as Item & StoredUser;
  const { admins, disabled } = accessOf(company);
  return {
    ...stored,
    session_epoch: stored.session_epoch ?? 0,
    version: stored.version ?? 1,
    role: admins.has(stored.id) ? 'admin' : 'staff',
    disabled: disabled.has(stored.id),
  };
}

function toItem(tenant: Tenant, { role, disabled, ...own }: StoredUser, write_id: string): NewItem {
  return { ...own, ...userKey(tenant, own.id), write_id };
}

/** The compared form of an e-mail: NFC, trimmed, lower case. */
export function normalEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}

export function emailKey(email: string) {
  return { pk: `${PARTITIONS.signInNames}${email}`, sk: 'E' };
}
