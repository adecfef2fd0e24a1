import { FIELDS_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import { API, paths } from '#core/contract/paths.ts';
import type { Route } from '#functions/http/route.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { CASES } from '../../../wasm-core/calculations/all_cases.ts';
import { newTable } from '../../datasets.ts';
import { newProject, type Person } from '../../service.ts';

/** One object for every path parameter (a calculation by its type): parameter → id. */
export type Ids = Readonly<Record<string, string>>;

/** Creates one object of every kind in the user's company. */
export async function seed(person: Person): Promise<Ids> {
  const project = await newProject(person);
  const ids: Record<string, string> = {
    project,
    user: person.user.id,
    model: 'demonstration-xgboost',
    slot: '1',
    version: '1',
  };
  for (const type of FIELDS_TYPES) {
    const body = { name: 'Расчёт', project, ...CASES[type]?.[0]?.inputs };
    ids[type] = (await person.post(paths.calculations(type), body)).body.id;
  }
  for (const type of TABLE_TYPES) {
    ids[type] = (await person.post(paths.calculations(type), newTable(type, project))).body.id;
    const ticket = { name: 'Файл', project, method: 'xgboost', file_name: 'a.csv', size: 1 };
    ids.job = (await person.post(paths.uploadTicket(type), ticket)).body.job.id;
  }
  ids.object = (await person.post(paths.objects, { name: 'Шахта', kind: 'underground_mine' })).body.id;
  ids.session = (await person.get(paths.ownSessions)).body.results[0].id;
  return ids;
}

/** The address of a route with these objects. Throws for a parameter for which `seed` creates no object. */
export function addressOf({ path, slash }: Pick<Route, 'path' | 'slash'>, ids: Ids): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name, path, ids));
  return API + filled + (slash ? '/' : '');
}

/** The object for the parameter `name` in a path. */
export function idOf(name: string, path: string, ids: Ids): string {
  const id = ids[name === 'calculation' ? (path.split('/')[2] ?? '') : name];
  if (id === undefined) throw new Error(`${path}: make an object for {${name}} in seed()`);
  return id;
}

/** Operations without a body that end the caller's session: other tests cover them. */
const ENDS_SESSION = /\/sessions\/(end_all|\{session\}\/end)$/;

/** Operations that one user can call repeatedly. */
export const REPEATABLE_ROUTES = ROUTES.filter(({ path }) => !ENDS_SESSION.test(path));
