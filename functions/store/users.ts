import { v7 } from 'uuid';
import type { Company, Role, User } from '#core/contract/user.ts';
import { hashSecret } from '../auth/passwords.ts';
import { getItem, putIf, putNew } from './items.ts';
import type { Table } from './table.ts';
import { Tenant } from './tenant.ts';

/** A user as it is stored; hashes never leave the server. */
export interface StoredUser {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly role: Role;
  readonly disabled: boolean;
  readonly password_hash: string;
  /** Hash of the Guardant key's code; none enrolled = none asked for. */
  readonly guardant_hash?: string;
}

/** What makes a user. */
export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly guardant_code?: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: Role;
}

/** Makes a company. */
export async function createCompany(table: Table, fields: Omit<Company, 'id'>): Promise<Company> {
  const company = { id: v7(), ...fields };
  await putNew(table, { ...companyKey(Tenant.ofOperations(company.id)), ...company });
  return company;
}

/**
 * Makes a user of a company. The sign-in name is written last and commits: until then the user does not exist.
 * Throws if the e-mail is taken.
 */
export async function createUser(table: Table, tenant: Tenant, fields: NewUser): Promise<StoredUser> {
  const { password, guardant_code, ...names } = fields;
  const key = emailKey(normalEmail(fields.email));
  const taken = () => new Error(`The e-mail ${normalEmail(fields.email)} is taken`);
  if (await getItem(table, key)) throw taken();
  const user: StoredUser = {
    ...names,
    id: v7(),
    email: normalEmail(fields.email),
    disabled: false,
    password_hash: await hashSecret(password),
    ...(guardant_code && { guardant_hash: await hashSecret(guardant_code) }),
  };
  await putIf(table, { ...userKey(tenant, user.id), ...user }, {});
  if (!(await putNew(table, { ...key, company: tenant.company, user: user.id }))) throw taken();
  return user;
}

/** The user who signs in with `email`, and the tenant; undefined if there is none. */
export async function findUserByEmail(
  table: Table,
  email: string,
): Promise<{ tenant: Tenant; user: StoredUser } | undefined> {
  const signInName = await getItem(table, emailKey(normalEmail(email)));
  if (!signInName) return undefined;
  const tenant = Tenant.ofSignInName({ company: String(signInName.company) });
  const user = (await getItem(table, userKey(tenant, String(signInName.user)))) as StoredUser | undefined;
  return user && { tenant, user };
}

/** What a user may know of himself, with the company: the answer of `users/get_me/`. */
export async function describeUser(table: Table, tenant: Tenant, user: StoredUser): Promise<User> {
  const item = await getItem(table, companyKey(tenant));
  if (!item) throw new Error(`The company ${tenant.company} is not in the table`);
  const { id, name, email, postal_address, ogrn, okved, region } = item as unknown as Company;
  return {
    id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    role: user.role,
    company: { id, name, email, postal_address, ogrn, okved, region },
  };
}

export function userKey(tenant: Tenant, id: string) {
  return { pk: tenant.partition, sk: `U#${id}` };
}

/** The e-mail as it is compared: NFC, without spaces around, lower case. */
export function normalEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}

function companyKey(tenant: Tenant) {
  return { pk: tenant.partition, sk: 'COMPANY' };
}

function emailKey(email: string) {
  return { pk: `E#${email}`, sk: 'E' };
}
