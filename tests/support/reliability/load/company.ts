import { randomUUID } from 'node:crypto';
import { FIELDS_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import type { TokenPair } from '#core/contract/user.ts';
import { openDynamo } from '#functions/adapters/aws/dynamo_database.ts';
import { openSession } from '#functions/auth/sessions.ts';
import { openKeysFile } from '#functions/server/keys_file.ts';
import { insertCalculation, readCalculation } from '#functions/store/calculations.ts';
import type { Database } from '#functions/store/database.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { createCompany, createUser } from '#functions/store/users.ts';
import { newVersioned } from '#functions/store/versioned_items.ts';
import { CASES } from '../../../wasm-core/calculations/all_cases.ts';
import { KEY_CODE, PASSWORD, PROJECT } from '../../service.ts';
import type { Processes } from './processes.ts';

/** A user who calls the product over the network, one call at a time. */
export interface Caller {
  readonly email: string;
  tokens: TokenPair;
  /** Time of the tokens' arrival, ms. */
  since: number;
  call(method: string, path: string, body?: unknown): Promise<Said>;
}

/** An answer, read to the end. */
export interface Said {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** A company in the stores with signed-in users and calculations of every type with typed fields, in turn. */
export interface LoadedCompany {
  readonly db: Database;
  readonly tenant: Tenant;
  readonly people: readonly Caller[];
  readonly projects: readonly string[];
  /** Type and id of each. */
  readonly calculations: readonly (readonly [type: string, id: string])[];
  close(): void;
}

/** Counts of users, projects, and calculations of each type in each project. */
export interface Size {
  readonly people: number;
  readonly projects: number;
  readonly each: number;
}

/** The fields of a new calculation, as a user types them. */
export function typedIn(type: string, project: string): object {
  return { ...CASES[type]?.[0]?.inputs, name: 'Участок № 1', project };
}

export async function openCompany({ environment, product }: Processes, size: Size): Promise<LoadedCompany> {
  const { TABLE_NAME: name = '', AWS_ENDPOINT_URL_DYNAMODB: endpoint = '', AWS_REGION: region = '' } = environment;
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  const db = openDynamo({ name, endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  const keys = openKeysFile(environment.SIGNING_KEYS_FILE ?? '');
  const office = { email: 'office@mine.example', postal_address: '', ogrn: '', okved: '05.10.11', region: 'Кузбасс' };
  const { id: company } = await createCompany(db, { ...office, name: 'Шахта' });
  const tenant = Tenant.ofOperations(company);
  const editor = { id: randomUUID(), first_name: 'Анна', last_name: 'Ковалёва' };
  const people: Caller[] = [];
  for (let count = 0; count < size.people; count++) {
    const email = `person${count}-${company}@mine.example`;
    const secrets = { email, password: PASSWORD, guardant_code: KEY_CODE };
    const user = await createUser(db, tenant, { ...secrets, ...editor, id: randomUUID(), role: 'staff' });
    const tokens = await openSession({ db, keys, now: () => new Date() }, tenant, user);
    people.push(caller(product.url, email, tokens));
  }
  const [first] = people;
  if (!first) throw new Error('A company without people');
  const projects: string[] = [];
  const calculations: (readonly [string, string])[] = [];
  for (let count = 0; count < size.projects; count++) {
    const project = (await done(first.call('POST', paths.createProject, PROJECT))).id;
    projects.push(project);
    for (const type of FIELDS_TYPES) {
      const { id } = await done(first.call('POST', paths.calculations(type), typedIn(type, project)));
      const stored = await readCalculation(db, tenant, type, id);
      if (!stored) throw new Error(`No ${type} ${id}`);
      const copies = Array.from({ length: size.each - 1 }, () => ({ ...stored, ...newVersioned(editor, new Date()) }));
      await Promise.all(copies.map((copy) => insertCalculation(db, tenant, copy)));
      for (const made of [stored, ...copies]) calculations.push([type, made.id]);
    }
  }
  return { db, tenant, people, projects, calculations, close: () => db.client.destroy() };
}

/** The body of a success; throws for anything else. */
export async function done(answer: Promise<Said>): Promise<Said['body']> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** The same user at another server. */
export function callerOf(url: string, { email, tokens }: Caller): Caller {
  return caller(url, email, tokens);
}

export function caller(url: string, email: string, tokens: TokenPair): Caller {
  const person: Caller = {
    email,
    tokens,
    since: Date.now(),
    call: async (method, path, body) => {
      const isForm = body instanceof FormData;
      const response = await fetch(new URL(path, url), {
        method,
        headers: {
          Authorization: `Bearer ${person.tokens.access}`,
          ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      });
      const isJson = response.headers.get('content-type')?.includes('json');
      return {
        status: response.status,
        body: isJson ? await response.json() : (await response.arrayBuffer()).byteLength,
      };
    },
  };
  return person;
}
