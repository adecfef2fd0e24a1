import { readFileSync } from 'node:fs';
import { TABLE_TYPES } from '#core/calculations/index.ts';
import { API, paths } from '#core/contract/paths.ts';
import type { Route } from '#functions/http/route.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { firstCase } from '../datasets.ts';
import { wholeProject } from '../export_company.ts';
import type { ApiResponse, Person, Service } from '../service.ts';

/** An id that was never used. */
export const NEVER = '0197ffff-ffff-7fff-bfff-ffffffffffff';

/** Objects that addresses name. */
const NAMED = /\{(project|calculation|user|model|job|object|session)\}/;

export const PROTECTED = ROUTES.filter(({ access }) => access !== 'public');
export const WITH_ID = PROTECTED.filter(({ path }) => NAMED.test(path));

/** A company with an administrator and one object of every kind, `mark` in every text that a user enters. */
export interface House {
  readonly admin: Person;
  readonly mark: string;
  readonly project: string;
  /** Id by type of calculation, and by `project`, `objects`, `models`, `job`, `session`, `company` (a user of it). */
  readonly ids: ReadonlyMap<string, string>;
}

export async function openHouse(service: Service, mark: string): Promise<House> {
  const admin = await service.createUser({ first_name: mark, last_name: mark, role: 'admin' });
  const { project, answers } = await wholeProject(admin, { name: mark }, mark);
  const ids = new Map<string, string>([...answers].map(([type, { id }]) => [type, id]));
  ids.set('project', project).set('company', admin.user.id);
  const form = new FormData();
  form.set('name', mark);
  form.set('file', new File([readFileSync('wasm-core/models/demonstration/lightgbm.txt')], `${mark}.txt`));
  ids.set('models', made(await service.call('POST', paths.models, { body: form, token: admin.tokens.access })).id);
  ids.set('objects', made(await admin.post(paths.objects, { name: mark, kind: 'underground_mine' })).id);
  const [type] = TABLE_TYPES;
  if (!type) throw new Error('No type takes a table');
  const ticket = { name: mark, project, ...firstCase(type).settings, file_name: `${mark}.csv`, size: 1 };
  ids.set('job', made(await admin.post(paths.uploadTicket(type), ticket)).job.id);
  ids.set('session', (await admin.get(paths.ownSessions)).body.results[0].id);
  return { admin, mark, project, ids };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
function made({ status, body, text }: ApiResponse): any {
  if (status !== 201) throw new Error(text);
  return body;
}

/** The address of a route with `id` as its parameter. */
export function address({ path, slash }: Route, id: string): string {
  const filled = path.replace(NAMED, encodeURIComponent(id)).replace('{slot}', '1').replace('{version}', '1');
  return API + filled.replace('{name}', 'get_underground') + (slash ? '/' : '');
}

/** The id of the company's object for a route; throws for an unknown route. */
export function idOf({ ids }: House, { path }: Route): string {
  const [, named] = /\{(project|job|session)\}/.exec(path) ?? [];
  const id = ids.get(named ?? path.split('/')[2] ?? '');
  if (id === undefined) throw new Error(`No object for ${path}`);
  return id;
}
