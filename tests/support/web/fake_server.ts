import { compute } from '#core/calculations/compute.ts';
import { type CalculationType, definitionOf, isCalculationType } from '#core/calculations/index.ts';
import { findProvenance } from '#core/calculations/provenance.ts';
import { parseInputs } from '#core/calculations/schema.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { HistoryPage } from '#core/contract/history.ts';
import type { Job } from '#core/contract/job.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import type { User } from '#core/contract/user.ts';
import { DICTIONARIES, type DictionaryName } from '#core/dictionaries/index.ts';
import type { ModuleName } from '#core/modules.ts';
import { moduleBytes } from '../compiled_module.ts';
import { core } from './core.ts';
import { computeFake, type FakeTable, fakePage, MODELS, modelFiles } from './fake_datasets.ts';

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
  /** Of a form: its texts; a field that came several times is a list. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly file?: File;
  readonly bearer: string | null;
  readonly writeKey: string | null;
}

type Answer = Response | undefined | Promise<Response | undefined>;

/** The API as far as the screens use it, in memory, at the level of HTTP. */
export class FakeServer {
  readonly projects = new Map<string, Project>();
  readonly calculations = new Map<string, { readonly type: CalculationType; readonly item: Calculation }>();
  /** Rows of the calculations that take a table, by id. */
  readonly tables = new Map<string, FakeTable>();
  readonly jobs: Job[] = [];
  readonly calls: SeenCall[] = [];
  /** Answers before the server does; undefined lets the call through. */
  intercept: (call: SeenCall) => Answer = () => undefined;
  private nextId = 1;

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const path = String(input);
    const [, name] = /(\w+)\.wasm/.exec(path) ?? [];
    if (name !== undefined) return new Response(moduleBytes(name as ModuleName));
    const headers = new Headers(init.headers);
    const call: SeenCall = {
      method: init.method ?? 'GET',
      path,
      ...bodyOf(init.body),
      bearer: headers.get('Authorization'),
      writeKey: headers.get('Idempotency-Key'),
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
    return (await this.intercept(call)) ?? (await this.tableRoute(call)) ?? this.route(call);
  }

  /** What concerns calculations that take a table: their models, rows, jobs and writes. */
  private async tableRoute({ method, path, body, file }: SeenCall): Promise<Response | undefined> {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    if (pathname === paths.models) return json(page(MODELS));
    const [, , , type = '', id = '', rest] = pathname.split('/');
    if (type === 'models') return new Response(modelFiles.get(id));
    if (pathname === paths.jobs) return json(page(this.jobs));
    if (!isCalculationType(type) || !definitionOf(type).table) return undefined;
    const current = this.tables.get(id);
    if (rest === 'rows' && current) return json(fakePage(type, current, searchParams));
    if (id === 'template') return this.template(String(searchParams.get('format')));
    if (method !== 'POST' && method !== 'PATCH') return undefined;
    const stored = this.calculations.get(id)?.item;
    if (stored && body.version !== stored.version) return conflict(stored);
    const whole: Readonly<Record<string, unknown>> = { actual: [], ...stored, ...body };
    const computed = await computeFake(type, whole, file, current);
    if ('ok' in computed) {
      const { status, detail, code, errors, total } = computed;
      return problem(status, detail, { code, errors, errors_total: total });
    }
    const newId = stored?.id ?? `calculation-${this.nextId++}`;
    const { data: _rows, deleted: _deleted, ...fields } = { ...whole, ...computed.fields };
    const item = this.itemOf(fields, newId, (stored?.version ?? 0) + 1);
    this.calculations.set(newId, { type, item });
    this.tables.set(newId, computed);
    return json(item, method === 'POST' ? 201 : 200);
  }

  /** Adds a calculation made from rows or a file. */
  async addTable(type: CalculationType, body: Readonly<Record<string, unknown>>, file?: File): Promise<Calculation> {
    const path = paths.calculations(type);
    const answer = await this.tableRoute({
      method: 'POST',
      path,
      body,
      bearer: null,
      writeKey: null,
      ...(file && { file }),
    });
    return (await answer?.json()) as Calculation;
  }

  private template(format: string): Response {
    const headers = {
      'Content-Disposition': `attachment; filename="template.${format}"; filename*=UTF-8''x.${format}`,
    };
    return new Response('шаблон', { headers });
  }

  private itemOf(fields: Readonly<Record<string, unknown>>, id: string, version: number): Calculation {
    return {
      user: USER.id,
      author: `${USER.last_name} ${USER.first_name}`,
      editor: `${USER.last_name} ${USER.first_name}`,
      changed_by: USER.id,
      created_at: NOW,
      updated_at: NOW,
      is_active: true,
      is_deleted: false,
      provenance: [],
      core_sha256: core.sha256,
      ...fields,
      id,
      version,
    } as unknown as Calculation;
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
    if (pathname === paths.ownSessions) return json(page([]));
    if (pathname.startsWith('/api/v1/dictionary/')) {
      return json(DICTIONARIES[pathname.split('/')[4] as DictionaryName]);
    }
    if (pathname === paths.projects) return list([...this.projects.values()], searchParams);
    if (pathname === paths.createProject) return json(this.addProject(body), 201);
    const [, , , type = '', id = '', rest] = pathname.split('/');
    if (type === 'projects' && rest === 'calculations') return this.projectCalculations(id, searchParams);
    if (type === 'projects')
      return method === 'PATCH' ? this.change(this.projects, id, body) : found(this.projects.get(id));
    if (!isCalculationType(type)) return problem(404, 'Такого адреса нет.');
    if (id === '') {
      if (method === 'POST') return json(this.addCalculation(type, body), 201);
      const project = searchParams.get('project');
      const items = [...this.calculations.values()]
        .filter((stored) => stored.type === type && (project === null || stored.item.project === project))
        .map(({ item }) => item);
      return list(items, searchParams);
    }
    const stored = this.calculations.get(id);
    if (rest === 'history' && stored) return json(firstVersion(stored.item));
    if (method !== 'PATCH' || !stored) return found(stored?.item);
    if (body.version !== stored.item.version) return conflict(stored.item);
    const item = this.computed(type, body, id, stored.item.version + 1);
    this.calculations.set(id, { type, item });
    return json(item);
  }

  private projectCalculations(project: string, query: URLSearchParams): Response {
    const items = [...this.calculations.values()]
      .filter(({ item }) => item.project === project)
      .map(({ type, item }) => ({ ...item, type }));
    return list(items, query);
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
    const fields = {
      ...body,
      ...compute(core, type, definition, parsed.inputs),
      provenance: findProvenance(definition, parsed.inputs, dictionaryOf, (body.actual ?? []) as string[]),
    };
    return this.itemOf(fields, id, version);
  }
}

/** A history whose beginning is all there is. */
function firstVersion({ editor, changed_by, updated_at, is_deleted }: Calculation): HistoryPage {
  const results = [{ editor, changed_by, updated_at, is_deleted, version: 1, is_current: true, changes: [] }];
  return { next: null, results };
}

function bodyOf(body: RequestInit['body']): Pick<SeenCall, 'body' | 'file'> {
  if (typeof body === 'string') return { body: JSON.parse(body) };
  if (!(body instanceof FormData)) return { body: {} };
  const texts: Record<string, unknown> = { actual: body.getAll('actual') };
  for (const [name, value] of body) if (typeof value === 'string' && name !== 'actual') texts[name] = value;
  if (texts.version !== undefined) texts.version = Number(texts.version);
  const file = body.get('file_data');
  return { body: texts, ...(file instanceof File && { file }) };
}

function page(results: readonly unknown[]) {
  return { count: results.length, next: null, previous: null, results };
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
