import { compute } from '#core/calculations/compute.ts';
import { type CalculationType, definitionOf, isCalculationType } from '#core/calculations/index.ts';
import { findProvenance } from '#core/calculations/provenance.ts';
import { parseInputs } from '#core/calculations/schema.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { DictionaryName } from '#core/contract/dictionary.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import type { User } from '#core/contract/user.ts';
import { DICTIONARIES } from '#functions/dictionaries/index.ts';
import { core, coreBytes } from './core.ts';

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

export const PASSWORD = 'верный пароль';

const NOW = '2026-03-05T09:30:00.000Z';

/** A JWT that nobody has signed; `exp` and `iat` in seconds from now. */
export function token(expiresIn: number, claims: Readonly<Record<string, unknown>> = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = btoa(JSON.stringify({ sub: USER.id, iat: now, exp: now + expiresIn, ...claims }));
  return `e30.${payload.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.c2ln`;
}

export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly bearer: string | null;
}

type Answer = Response | undefined | Promise<Response | undefined>;

/** The API as far as the screens use it, in memory, at the level of HTTP. */
export class FakeServer {
  readonly projects = new Map<string, Project>();
  readonly calculations = new Map<string, { readonly type: CalculationType; readonly item: Calculation }>();
  readonly calls: SeenCall[] = [];
  /** Answers before the server does; undefined lets the call through. */
  intercept: (call: SeenCall) => Answer = () => undefined;
  private nextId = 1;

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const path = String(input);
    if (path.includes('core.wasm')) return new Response(coreBytes);
    const headers = new Headers(init.headers);
    const call: SeenCall = {
      method: init.method ?? 'GET',
      path,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : {},
      bearer: headers.get('Authorization'),
    };
    this.calls.push(call);
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
    return Promise.race([aborted, this.answer(call)]);
  };

  /** Calls of one method to addresses that begin with `path`. */
  seen(method: string, path: string): SeenCall[] {
    return this.calls.filter((call) => call.method === method && call.path.startsWith(path));
  }

  addProject(fields: Partial<Project> = {}): Project {
    const id = fields.id ?? `project-${this.nextId++}`;
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
    this.projects.set(id, project);
    return project;
  }

  addCalculation(type: CalculationType, body: Readonly<Record<string, unknown>>): Calculation {
    const item = this.computed(type, { actual: [], ...body }, `calculation-${this.nextId++}`, 1);
    this.calculations.set(item.id, { type, item });
    return item;
  }

  private async answer(call: SeenCall): Promise<Response> {
    return (await this.intercept(call)) ?? this.route(call);
  }

  private route({ method, path, body }: SeenCall): Response {
    const url = new URL(path, 'http://localhost');
    const { pathname, searchParams } = url;
    if (pathname === paths.token) {
      return body.password === PASSWORD
        ? json({ access: token(600), refresh: token(43_200) })
        : problem(401, 'Неверный логин, пароль или код ключа.', { code: 'invalid_credentials' });
    }
    if (pathname === paths.refresh) return json({ access: token(600), refresh: token(43_200) });
    if (pathname === paths.revoke) return new Response(null, { status: 204 });
    if (pathname === paths.me) return json(USER);
    if (pathname.startsWith('/api/v1/dictionary/')) {
      return json(DICTIONARIES[pathname.split('/')[4] as DictionaryName]);
    }
    if (pathname === paths.projects) return list([...this.projects.values()], searchParams);
    if (pathname === paths.createProject) return json(this.addProject(body), 201);
    if (pathname === paths.jobs) return json({ count: 0, next: null, previous: null, results: [] });
    const [, , , type = '', id = ''] = pathname.split('/');
    if (type === 'projects')
      return method === 'PATCH' ? this.change(this.projects, id, body) : found(this.projects.get(id));
    if (!isCalculationType(type)) return problem(404, 'Такого адреса нет.');
    if (id === '') {
      if (method === 'POST') return json(this.addCalculation(type, body), 201);
      const items = [...this.calculations.values()].filter((stored) => stored.type === type).map(({ item }) => item);
      return list(items, searchParams);
    }
    const stored = this.calculations.get(id);
    if (method !== 'PATCH' || !stored) return found(stored?.item);
    if (body.version !== stored.item.version) return conflict(stored.item);
    const item = this.computed(type, body, id, stored.item.version + 1);
    this.calculations.set(id, { type, item });
    return json(item);
  }

  private change(projects: Map<string, Project>, id: string, body: Readonly<Record<string, unknown>>): Response {
    const project = projects.get(id);
    if (!project) return found(undefined);
    if (body.version !== project.version) return conflict(project);
    const changed = { ...project, ...body, version: project.version + 1 } as Project;
    projects.set(id, changed);
    return json(changed);
  }

  private computed(type: CalculationType, body: Readonly<Record<string, unknown>>, id: string, version: number) {
    const definition = definitionOf(type);
    const parsed = parseInputs(definition, body, core.constant);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    const dictionaryOf = (name: string) => DICTIONARIES[name as DictionaryName];
    return {
      user: USER.id,
      author: `${USER.last_name} ${USER.first_name}`,
      editor: `${USER.last_name} ${USER.first_name}`,
      changed_by: USER.id,
      created_at: NOW,
      updated_at: NOW,
      is_active: true,
      is_deleted: false,
      ...body,
      ...compute(core, type, definition, parsed.inputs),
      id,
      version,
      core_sha256: core.sha256,
      provenance: findProvenance(definition, parsed.inputs, dictionaryOf, (body.actual ?? []) as string[]),
    } as unknown as Calculation;
  }
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

function conflict(current: unknown): Response {
  return problem(409, 'Запись изменена другим сотрудником.', { code: 'conflict', current });
}

function found(item: unknown): Response {
  return item === undefined ? problem(404, 'Такой записи нет.') : json(item);
}

function list(items: readonly { readonly is_deleted: boolean }[], query: URLSearchParams): Response {
  const shown = items.filter((item) => String(item.is_deleted) === query.get('is_deleted'));
  const offset = Number(query.get('offset'));
  const results = shown.slice(offset, offset + Number(query.get('limit')));
  return json({ count: shown.length, next: null, previous: null, results });
}
