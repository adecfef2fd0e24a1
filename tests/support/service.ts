import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { paths } from '#core/contract/paths.ts';
import type { Company, TokenPair } from '#core/contract/user.ts';
import { DICTIONARIES } from '#core/dictionaries/index.ts';
import { openFolder } from '#functions/adapters/folder/folder_files.ts';
import { openMemoryDatabase } from '#functions/adapters/sqlite/sqlite_database.ts';
import type { SigningKeys } from '#functions/auth/tokens.ts';
import { loadServerCore } from '#functions/core.ts';
import { createApp } from '#functions/http/app.ts';
import type { RequestLogEntry } from '#functions/http/request_log.ts';
import type { RouteContext } from '#functions/http/route.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { S3_POST_PATH } from '#functions/server/s3_post_endpoint.ts';
import { SIGNED_DOWNLOAD_PATH } from '#functions/server/signed_download_endpoint.ts';
import type { Fetcher } from '#functions/server/site.ts';
import type { Database } from '#functions/store/database.ts';
import { seedDictionaries } from '#functions/store/dictionaries.ts';
import type { Files } from '#functions/store/files.ts';
import { type HashCost, setHashCost } from '#functions/store/passwords.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { createCompany, createUser, type NewUser, type StoredUser } from '#functions/store/users.ts';
import { FIXED_HASH_KEY, fixedKeys } from './keys.ts';
import { undeclared } from './response_schema.ts';
import { type Disturbable, disturbable } from './store_calls.ts';

/** The stores of a service, with access for tests. */
export interface TestStores {
  readonly db: Database;
  readonly files: Files;
  /** Keys of all files. */
  fileKeys(): Promise<string[]>;
  close(): Promise<void>;
}

/** A database in memory with the dictionaries in it. */
export async function openTestDatabase(): Promise<Database> {
  const db = openMemoryDatabase();
  await seedDictionaries(db, DICTIONARIES);
  return db;
}

/** Files in a folder that `close` removes. */
export function openTestFiles(): Pick<TestStores, 'files' | 'fileKeys' | 'close'> & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  const credentials = { accessKeyId: randomUUID(), secretAccessKey: randomUUID() };
  const places = { formUrl: S3_POST_PATH, linkPath: SIGNED_DOWNLOAD_PATH };
  return {
    folder,
    files: openFolder({ folder, bucket: 'test', credentials, ...places }),
    fileKeys: async () => {
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const keys = entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'));
      return keys.filter((key) => !key.startsWith('.') && !key.endsWith('.blocks')).sort();
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
}

/** A hash a thousand times cheaper than the product's: only the tests of hashes depend on its cost. */
export const TEST_HASH_COST: HashCost = { memory: 64, passes: 1, parallelism: 1 };
setHashCost(TEST_HASH_COST);

export const PASSWORD = 'верный пароль 1';
export const KEY_CODE = 'ключ-1234';

/** The confirmation of a change of roles and keys by a user of `createUser`. */
export const CONFIRM = { confirm_password: PASSWORD, confirm_code: KEY_CODE };

/** A signed-in member of staff with a client of the API. */
export interface Person {
  readonly company: Company;
  readonly tenant: Tenant;
  readonly user: StoredUser;
  readonly tokens: TokenPair;
  get(path: string): Promise<ApiResponse>;
  post(path: string, body: unknown): Promise<ApiResponse>;
  patch(path: string, body: unknown): Promise<ApiResponse>;
}

/** An answer, read to the end. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: HeadersInit;
  /** Address of the caller, as the host sees it. */
  readonly address?: string;
}

/** The service on separate stores, with a clock that tests set and a log that they read. */
export interface Service {
  readonly db: Disturbable<Database>;
  readonly files: Disturbable<Files>;
  /** Keys of all stored files. */
  fileKeys(): Promise<string[]>;
  readonly log: RequestLogEntry[];
  /** The log lines of requests, one each. */
  readonly requests: RequestLogEntry[];
  /** The log lines of sign-ins and downloads. */
  readonly accesses: RequestLogEntry[];
  clock: Date;
  /** The app itself, for tests that serve it on a port. */
  readonly app: Fetcher;
  /** Sends a request; returns the raw answer. A body is JSON unless it is text, bytes or a form. */
  fetch(method: string, path: string, options?: CallOptions): Promise<Response>;
  call(method: string, path: string, options?: CallOptions): Promise<ApiResponse>;
  signIn(credentials: { email: unknown; password: unknown; guardant_code?: unknown }): Promise<ApiResponse>;
  /** Creates a company with one user, or another user of `employer`, and signs in. */
  createUser(fields?: Partial<NewUser>, employer?: Company): Promise<Person>;
  close(): Promise<void>;
}

/** Settings of the product that a test chooses. */
export type ServiceSettings = Pick<RouteContext, 'exportWaitMs'>;

/** Opens the service on a database in memory; with separate keys for tests that rotate them. */
export async function openService(keys = fixedKeys(), settings: ServiceSettings = {}): Promise<Service> {
  const [db, { files, fileKeys, close: closeFiles }] = [await openTestDatabase(), openTestFiles()];
  const close = async () => {
    await db.close();
    await closeFiles();
  };
  return openServiceOver({ db, files, fileKeys, close }, keys, settings);
}

/** Opens the service on given stores, which have the dictionaries. */
export async function openServiceOver(
  stores: TestStores,
  keys: SigningKeys,
  settings: ServiceSettings = {},
): Promise<Service> {
  const [db, files] = [disturbable(stores.db), disturbable(stores.files)];
  const core = await loadServerCore();
  const log: RequestLogEntry[] = [];
  const requests: RequestLogEntry[] = [];
  const accesses: RequestLogEntry[] = [];
  let hired = 0;
  const app = createApp(ROUTES, {
    ...settings,
    core,
    db,
    files,
    keys,
    hashKey: FIXED_HASH_KEY,
    // Tests send more requests than users do, while the clock stands still.
    costlyCalls: Number.MAX_SAFE_INTEGER,
    now: () => service.clock,
    log: (entry) => ({ info: requests, access: accesses, security: log, error: log })[entry.level].push(entry),
  });
  const service: Service = {
    app,
    db,
    files,
    fileKeys: stores.fileKeys,
    log,
    requests,
    accesses,
    clock: new Date('2026-11-21T09:00:00Z'),
    close: stores.close,
    fetch: async (method, path, { body, address, ...options } = {}) => {
      const init = {
        method,
        headers: headersOf({ body, ...options }),
        ...(body !== undefined && { body: isReady(body) ? body : JSON.stringify(body), duplex: 'half' }),
      };
      return app.request(path, init, { requestContext: { http: { sourceIp: address } } });
    },
    call: async (method, path, options) => {
      const response = await service.fetch(method, path, options);
      const text = await response.text();
      const { status, headers } = response;
      const beyond = undeclared(method, path, { status, headers, text });
      if (beyond.length > 0)
        throw new Error(`${method} ${path} answers otherwise than declared:\n${beyond.join('\n')}`);
      return { status, headers, text, body: parsed(text) };
    },
    signIn: (credentials) => service.call('POST', paths.token, { body: credentials }),
    createUser: async (fields = {}, employer) => {
      hired += 1;
      const about = { email: 'office@mine.example', postal_address: '', ogrn: '', okved: '05.10.11' };
      const place = { name: `Шахта № ${hired}`, region: 'Кемеровская область — Кузбасс' };
      const company = employer ?? (await createCompany(db, { ...about, ...place }));
      const tenant = Tenant.ofOperations(company.id);
      const user = await createUser(db, tenant, {
        email: `person${hired}@mine.example`,
        password: PASSWORD,
        guardant_code: KEY_CODE,
        first_name: 'Анна',
        last_name: 'Ковалёва',
        role: 'staff',
        ...fields,
      });
      const answer = await service.signIn({ email: user.email, password: PASSWORD, guardant_code: KEY_CODE });
      if (answer.status !== 200) throw new Error(`Signing in failed: ${answer.text}`);
      const tokens: TokenPair = answer.body;
      const call = (method: string) => (path: string, body?: unknown) =>
        service.call(method, path, { body, token: tokens.access });
      return { company, tenant, user, tokens, get: call('GET'), post: call('POST'), patch: call('PATCH') };
    },
  };
  return service;
}

/** A project's fields as a user enters them. */
export const PROJECT = { name: 'Отчёт за 2026 год', start_date: '2026-01-01', end_date: '2026-12-31' };

/** The active calculations of a type in a project, as the API lists them. */
export function activeCalculations(person: Person, project: string, type: string, query = '') {
  return person.get(`${paths.calculations(type)}?project=${project}&is_active=true&is_deleted=false${query}`);
}

/** Creates a project of the year 2026 and a mine; returns their ids. */
export async function newProjectWithMine(person: Person): Promise<{ readonly project: string; readonly mine: string }> {
  const project = await newProject(person, { name: 'Отчёт', start_date: '2026-01-01', end_date: '2026-12-31' });
  return { project, mine: (await person.post(paths.objects, { name: 'Шахта', kind: 'underground_mine' })).body.id };
}

/** Creates a calculation and returns it. */
export async function createCalculation(person: Person, type: string, fields: object) {
  const { status, body, text } = await person.post(paths.calculations(type), fields);
  if (status !== 201) throw new Error(`Creating a calculation failed: ${text}`);
  return body;
}

/** Creates a project and returns its id. */
export async function newProject(person: Person, fields: object = {}): Promise<string> {
  const answer = await person.post(paths.createProject, { ...PROJECT, ...fields });
  if (answer.status !== 201) throw new Error(`Creating a project failed: ${answer.text}`);
  return answer.body.id;
}

/** The headers of a request: JSON by default; a form sets its own type, with the boundary. */
function headersOf({ body, token, headers }: CallOptions): Headers {
  const all = new Headers(headers);
  if (body !== undefined && !(body instanceof FormData) && !all.has('content-type')) {
    all.set('Content-Type', 'application/json');
  }
  if (token !== undefined) all.set('Authorization', `Bearer ${token}`);
  return all;
}

/** Whether a body is sent unchanged: texts, bytes, streams and forms. */
function isReady(body: unknown): body is BodyInit {
  const kinds = [FormData, Uint8Array, ReadableStream];
  return typeof body === 'string' || kinds.some((kind) => body instanceof kind);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
