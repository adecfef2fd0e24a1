import type { CalculationType } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { InventoryObject } from '#core/contract/inventory_object.ts';
import type { Job } from '#core/contract/job.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import type { TokenPair, User } from '#core/contract/user.ts';
import type { ModuleName } from '#core/modules.ts';
import { moduleBytes } from '../compiled_module.ts';
import { type OpenedService, openServiceThread } from './service_client.ts';

export const PASSWORD = 'верный пароль 1';

/** The signed-in user of the screens. */
export const USER: User = {
  id: 'user-1',
  first_name: 'Анна',
  last_name: 'Примерова',
  email: 'anna@example.ru',
  role: 'staff',
  must_change_password: false,
  company: {
    id: 'company-1',
    name: 'Шахта «Пример»',
    email: '',
    postal_address: '',
    ogrn: '1000000000000',
    okved: '05.10',
    region: 'Кузбасс',
  },
};

const NOW = '2026-03-05T09:30:00.000Z';

/** Head of a JWT that nobody has signed. */
const UNSIGNED = 'e30.';

function isUnsigned(text: unknown): boolean {
  return typeof text === 'string' && (text.startsWith(UNSIGNED) || !text.includes('.'));
}

/**
 * An unsigned JWT, as the browser sees one; `exp` and `iat` in seconds from now. On its way to the API
 * it becomes the user's own.
 */
export function token(expiresIn: number, claims: Readonly<Record<string, unknown>> = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = btoa(JSON.stringify({ sub: USER.id, iat: now, exp: now + expiresIn, ...claims }));
  return `e30.${payload.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.c2ln`;
}

/** The id of a project that a test calls by a short name. */
export function projectId(name: string): string {
  const hex = [...new TextEncoder().encode(name)].map((byte) => byte.toString(16)).join('');
  return `00000000-0000-7000-8000-${hex.slice(-12).padStart(12, '0')}`;
}

export const P1 = projectId('p1');

export interface SeenCall {
  readonly method: string;
  readonly path: string;
  /** Of a form: its texts; a field that came several times is a list. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly file?: File;
  readonly bearer: string | null;
  readonly writeKey: string | null;
}

type Answer = Response | undefined | Promise<Response | undefined>;

/** The product's own API over stores in memory, with a company of one user. Tests inject faults at `fetch`. */
export class WebServer {
  readonly calls: SeenCall[] = [];
  /** Answers before the API does; undefined lets the call through. */
  intercept: (call: SeenCall) => Answer = () => undefined;
  /** Changes the JSON of an answer, for records that the API itself cannot be brought to. */
  alter: (call: SeenCall, body: unknown) => unknown = (_call, body) => body;
  /** Large files under way, answered in place of the API's: no worker runs beside it. */
  readonly jobs: Job[] = [];
  /** The last that a test has added. */
  lastProject: Project | undefined;
  lastCalculation: Calculation | undefined;
  readonly #service: OpenedService;

  private constructor(service: OpenedService) {
    this.#service = service;
  }

  /** Opens the API on new stores, with a company of one user. */
  static async open(): Promise<WebServer> {
    return new WebServer(await openServiceThread({ user: USER, password: PASSWORD }));
  }

  /** The tokens of the user. */
  get tokens(): TokenPair {
    return this.#service.tokens;
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const path = String(input);
    const [, name] = /(\w+)\.wasm/.exec(path) ?? [];
    if (name !== undefined) return new Response(moduleBytes(name as ModuleName));
    const headers = new Headers(init.headers);
    const call: SeenCall = {
      method: init.method ?? 'GET',
      path,
      ...fieldsOf(init.body),
      bearer: headers.get('Authorization'),
      writeKey: headers.get('Idempotency-Key'),
    };
    this.calls.push(call);
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
    return Promise.race([aborted, this.#answer(call, init.body, headers)]);
  };

  async #answer(call: SeenCall, body: unknown, headers: Headers): Promise<Response> {
    const answer = await this.intercept(call);
    if (answer) return answer;
    const { pathname, search } = new URL(call.path, 'http://localhost');
    if (pathname === paths.jobs && this.jobs.length > 0) {
      return json({ count: this.jobs.length, next: null, previous: null, results: this.jobs });
    }
    if (call.bearer?.startsWith(`Bearer ${UNSIGNED}`)) headers.set('Authorization', `Bearer ${this.tokens.access}`);
    if (pathname === paths.refresh && isUnsigned(call.body.token))
      body = JSON.stringify({ token: this.tokens.refresh });
    const response = await this.#service.fetch(call.method, pathname + search, await bodyOf(body, headers));
    if (!response.ok || !response.headers.get('Content-Type')?.includes('application/json')) return response;
    const altered = this.alter(call, await response.json());
    return new Response(JSON.stringify(altered), { status: response.status, headers: response.headers });
  }

  /** Calls of one method to addresses that begin with `path`. */
  seen(method: string, path: string): SeenCall[] {
    return this.calls.filter((call) => call.method === method && call.path.startsWith(path));
  }

  /** Stores a project; `fields` may choose what the API would set itself. */
  async addProject(fields: Partial<Project> = {}): Promise<Project> {
    const id = fields.id ?? projectId(String(++this.#projects));
    const project: Project = {
      id,
      name: 'Шахта, 2025 год',
      start_date: '2025-01-01',
      end_date: '2025-12-31',
      created_at: NOW,
      updated_at: NOW,
      status: 1,
      company: USER.company.id,
      user: USER.id,
      author: `${USER.last_name} ${USER.first_name}`,
      editor: `${USER.last_name} ${USER.first_name}`,
      changed_by: USER.id,
      is_active: true,
      is_deleted: false,
      version: 1,
      ...fields,
    };
    await this.#service.addProject(project);
    this.lastProject = project;
    return project;
  }
  #projects = 0;

  /** Creates a calculation by the API, from fields or from a file. */
  async addCalculation(
    type: CalculationType,
    fields: Readonly<Record<string, unknown>>,
    file?: File,
  ): Promise<Calculation> {
    const body = { actual: [], ...fields };
    const added = await this.#call<Calculation>('POST', paths.calculations(type), file ? formOf(body, file) : body);
    this.lastCalculation = added;
    return added;
  }

  /** Creates an object of the company by the API. */
  async addObject(): Promise<InventoryObject> {
    const fields = { name: 'Шахта имени Ленина', kind: 'underground_mine', ownership_percent: 100 };
    return this.#call<InventoryObject>('POST', paths.objects, fields);
  }

  /** A project as it is stored now. */
  project(id: string): Promise<Project> {
    return this.#call('GET', paths.project(id));
  }

  /** Another session of the user changes a project. */
  async changeProject(id: string, changes: Partial<Project>): Promise<Project> {
    return this.#call('PATCH', paths.changeProject(id), { ...(await this.project(id)), ...changes });
  }

  /** A calculation as it is stored now. */
  calculation(type: CalculationType, id: string): Promise<Calculation> {
    return this.#call('GET', paths.calculation(type, id));
  }

  /** Another session of the user changes a calculation. */
  async changeCalculation(type: CalculationType, id: string, changes: object): Promise<Calculation> {
    const stored = await this.calculation(type, id);
    return this.#call('PATCH', paths.changeCalculation(type, id), { ...stored, actual: [], ...changes });
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = new Headers({ Authorization: `Bearer ${this.tokens.access}` });
    const answer = await this.#service.fetch(method, path, await bodyOf(body, headers));
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}

/** A body as it goes over the wire. The forms of jsdom are unknown to Node's Request, so they become bytes here. */
async function bodyOf(body: unknown, headers: Headers) {
  if (typeof body === 'string') return { headers, body };
  if (!(body instanceof FormData)) {
    if (body === undefined || body === null) return { headers };
    headers.set('Content-Type', 'application/json');
    return { headers, body: JSON.stringify(body) };
  }
  const boundary = 'a-boundary-of-tests';
  headers.set('Content-Type', `multipart/form-data; boundary=${boundary}`);
  const parts: Uint8Array[] = [];
  const add = (text: string) => parts.push(new TextEncoder().encode(text));
  for (const [name, value] of body) {
    const file = value instanceof File ? `; filename="${value.name}"\r\nContent-Type: ${value.type}` : '';
    add(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`);
    if (value instanceof File) parts.push(new Uint8Array(await value.arrayBuffer()));
    else add(value);
    add('\r\n');
  }
  add(`--${boundary}--\r\n`);
  return { headers, body: Buffer.concat(parts) };
}

function formOf(fields: Readonly<Record<string, unknown>>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) form.append(name, String(item));
  }
  form.append('file_data', file);
  return form;
}

function fieldsOf(body: RequestInit['body']): Pick<SeenCall, 'body' | 'file'> {
  if (typeof body === 'string') return { body: JSON.parse(body) };
  if (!(body instanceof FormData)) return { body: {} };
  const texts: Record<string, unknown> = { actual: body.getAll('actual') };
  for (const [name, value] of body) if (typeof value === 'string' && name !== 'actual') texts[name] = value;
  if (texts.version !== undefined) texts.version = Number(texts.version);
  const file = body.get('file_data');
  return { body: texts, ...(file instanceof File && { file }) };
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

/** An error answer with the number of the request. */
export function problem(
  status: number,
  detail: string,
  more: object = {},
  headers: Readonly<Record<string, string>> = {},
) {
  return json({ detail, code: 'test', ...more }, status, { 'X-Request-Id': 'req-77', ...headers });
}
