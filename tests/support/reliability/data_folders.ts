import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALCULATION_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import type { SqliteDatabase } from '#functions/adapters/sqlite/sqlite_database.ts';
import { openBackend } from '#functions/local/backend.ts';
import { type DemoAccess, writeDemoAccess } from '#functions/local/demo_access.ts';
import { ensureDemoCompany } from '#functions/local/demo_company.ts';
import type { Server } from '#functions/server/open_server.ts';
import { copyFormerData } from '../data_188b502.ts';
import { firstCase, newTable } from '../datasets.ts';

/** A started product and the credentials that it prints. */
export interface Started extends Pick<Server, 'site'> {
  /** The printed credentials; for users whose printed password was changed, the valid ones. */
  readonly access: DemoAccess;
  /** Whether the start reported that a printed password is invalid. */
  readonly isChanged: boolean;
  /** The regular check of the database. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the product from a data folder, as `npm start` does, without a port. */
export async function startFrom(dataDir: string, known?: DemoAccess): Promise<Started> {
  mkdirSync(join(dataDir, 'web'), { recursive: true });
  const backend = await openBackend(dataDir, join(dataDir, 'web'));
  try {
    const { changed, ...printed } = await ensureDemoCompany(backend.app, backend.db, dataDir);
    // The product does this when it knows its address.
    writeDemoAccess(dataDir, printed);
    const isChanged = changed.length > 0;
    const access = isChanged && known ? known : printed;
    const check = () => (backend.db as SqliteDatabase).check();
    return { site: backend.site, access, isChanged, check, close: backend.close };
  } catch (error) {
    await backend.close();
    throw error;
  }
}

/** Data folders to be damaged, by their history. */
export interface DataFolders {
  /** Of a stopped product: the log is merged into the file. */
  readonly stopped: string;
  /** Of a killed product: the log is beside the file. */
  readonly killed: string;
  /** Of a former release: the next start migrates its data. */
  readonly former: string;
}

/** Row count from which an export is built as a file. */
const MANY_ROWS = 6000;

/**
 * Creates the data folders in `folder`. The stopped one was migrated from a former release and has edited calculations, a model of the
 * company and a built export; the killed one has these and changes in the log.
 */
export async function makeDataFolders(folder: string): Promise<DataFolders> {
  const [stopped, killed, former] = [copyFormerData(), join(folder, 'killed'), copyFormerData()];
  const first = await startFrom(stopped);
  const admin = await signIn(first.site, first.access.admin);
  const project = await admin.post(paths.createProject, {
    name: 'Большой проект',
    start_date: '2025-01-01',
    end_date: '2025-12-31',
  });
  const [type = 'regres_methane'] = TABLE_TYPES;
  const example = firstCase(type);
  const rows = Array.from({ length: MANY_ROWS }, (_, row) => example.rows[row % example.rows.length] ?? []);
  await admin.post(paths.calculations(type), newTable(type, project.id, {}, { ...example, rows }));
  const model = new FormData();
  model.set('file', new File([readFileSync('wasm-core/models/demonstration/lightgbm.txt')], 'model.txt'));
  await admin.post(paths.models, model);
  await admin.get(`${paths.export(project.id, 'xlsx')}?detail=true`);
  await first.close();
  const second = await startFrom(stopped);
  const again = await signIn(second.site, second.access.admin);
  for (let change = 1; change <= 2; change++)
    await again.post(paths.createProject, {
      name: `Проект ${change}`,
      start_date: '2026-01-01',
      end_date: '2026-12-31',
    });
  cpSync(stopped, killed, { recursive: true });
  await second.close();
  return { stopped, killed, former };
}

/** All files of a folder, as paths in it. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Answers of the API about all stored data: status and body by path. */
export type Served = ReadonlyMap<string, { readonly status: number; readonly body: string }>;

type Listed = { readonly results?: readonly { readonly id: string; readonly name: string }[] };

/** Reads all data that a user of the demonstration company can read: lists, single objects, rows, versions, models, exports. */
export async function readServed({ site, access }: Started): Promise<Served> {
  const { get } = await signIn(site, access.admin);
  await signIn(site, access);
  const served = new Map<string, { status: number; body: string }>();
  const read = async (path: string): Promise<Listed> => {
    const answer = await get(path);
    // A new password is a new version of its user.
    served.set(path, { ...answer, body: answer.body.replaceAll(/(?<="password":"own"),"version":\d+/g, '') });
    return answer.status === 200 && answer.body.startsWith('{') ? JSON.parse(answer.body) : {};
  };
  const { results: projects = [] } = await read(`${paths.projects}?limit=100`);
  for (const { id } of projects) {
    for (const path of [
      paths.project(id),
      paths.projectHistory(id),
      paths.projectCalculations(id),
      paths.inventory(id),
    ])
      await read(path);
    for (const type of CALCULATION_TYPES) {
      const { results = [] } = await read(`${paths.calculations(type)}?project=${id}&limit=100`);
      for (const calculation of results) {
        await read(paths.calculation(type, calculation.id));
        await read(paths.calculationHistory(type, calculation.id));
        if (TABLE_TYPES.includes(type)) await read(`${paths.calculationRows(type, calculation.id)}?limit=500&offset=0`);
      }
    }
  }
  const [large, small] = ['Большой проект', 'Инвентаризация'].map((name) =>
    projects.find((one) => one.name.startsWith(name)),
  );
  if (small) await read(paths.export(small.id, 'txt'));
  if (large) await read(`${paths.export(large.id, 'xlsx')}?detail=true`);
  const { results: models = [] } = await read(paths.models);
  for (const { id } of models) await read(paths.modelFile(id));
  for (const path of [paths.companyUsers, paths.me, paths.dictionary('gas_densities')]) await read(path);
  return served;
}

/** The printed credentials are refused; the message has the answer. */
export class NotLetIn extends Error {}

/** Signs in and returns a client; throws if sign-in fails. */
async function signIn(site: Server['site'], { email, password, guardant_code }: DemoAccess['admin']) {
  const call = async (method: string, path: string, body?: unknown, token?: string): Promise<Response> => {
    const isForm = body instanceof FormData;
    const headers = {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
    };
    const payload = isForm ? body : body === undefined ? null : JSON.stringify(body);
    return site.fetch(new Request(new URL(path, 'http://x'), { method, headers, body: payload }));
  };
  const answer = await call('POST', paths.token, { email, password, guardant_code });
  if (answer.status !== 200) throw new NotLetIn(`${answer.status} ${await answer.text()}`);
  const { access: token } = (await answer.json()) as { access: string };
  return {
    /** A GET that follows redirects, as a browser does. */
    get: async (path: string): Promise<{ status: number; body: string }> => {
      let next = path;
      for (;;) {
        const response = await call('GET', next, undefined, token);
        const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
        if (response.status !== 303) return { status: response.status, body };
        next = response.headers.get('Location') ?? '';
      }
    },
    post: async (path: string, body: unknown): Promise<{ id: string }> => {
      const response = await call('POST', path, body, token);
      if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as { id: string };
    },
  };
}
