import { CALCULATION_TYPES, type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { Dictionary } from '#core/contract/dictionary.ts';
import type { Page } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import type { Fetcher } from '../server/site.ts';
import { changeAccess } from '../store/access.ts';
import type { Database } from '../store/database.ts';
import { hashKeyCode, hashSecret, verifyKeyCode, verifySecret } from '../store/passwords.ts';
import { Tenant } from '../store/tenant.ts';
import { changeUser, createCompany, createUser, findUserByEmail, type NewUser } from '../store/users.ts';
import { type DemoAccess, type DemoSecrets, newDemoAccess, readDemoAccess, writeDemoAccess } from './demo_access.ts';
import { type DemoApi, signInDemo } from './demo_api.ts';
import { demoCalculations } from './demo_calculations.ts';
import { DEMO_TABLES, type DemoTable } from './demo_tables.ts';

/** An obviously invented company: no register has these numbers. */
const COMPANY = {
  name: 'Шахта «Демонстрационная», АО «Пример-уголь»',
  email: 'shahta@demo.example',
  postal_address: '650000, Кемеровская область — Кузбасс, г. Примерск, ул. Шахтёрская, д. 1',
  ogrn: '1000000000000',
  okved: '05.10.15',
  region: 'Кемеровская область — Кузбасс',
};

const PERSON = { first_name: 'Анна', last_name: 'Примерова', role: 'staff' } as const;

const ADMIN = { first_name: 'Борис', last_name: 'Образцов', role: 'admin' } as const;

const PROJECT = {
  name: 'Инвентаризация выбросов за 2025 год',
  start_date: '2025-01-01',
  end_date: '2025-12-31',
  status: 1,
};

/** Access to the demonstration company, as it is after a start. */
export interface CheckedAccess extends DemoAccess {
  /** E-mails of the users who have changed their password or code since: those of the file open nothing. */
  readonly changed: readonly string[];
}

/**
 * Ensures that the demonstration company, its users and its project exist, and returns their
 * credentials. They are created once; an interrupted start is completed by the next one. If
 * `demo.json` was lost, its users get new passwords and nothing else changes.
 */
export async function ensureDemoCompany(app: Fetcher, db: Database, dataDir: string): Promise<CheckedAccess> {
  const known = readDemoAccess(dataDir);
  if (known?.complete) return { ...known, changed: await changedSecrets(db, known) };
  const access = known ?? newDemoAccess(dataDir);
  const isLost = !known && (await findUserByEmail(db, access.email)) !== undefined;
  await enrol(db, access);
  if (!isLost) {
    const api = await signInDemo(app, access);
    if (!api) throw new Error('The demonstration company refuses the secrets that it was given');
    await ensureProject(api);
  }
  const complete = { ...access, complete: true };
  writeDemoAccess(dataDir, complete);
  return { ...complete, changed: [] };
}

async function changedSecrets(db: Database, access: DemoAccess): Promise<string[]> {
  const isChanged = async ({ email, password, guardant_code }: DemoSecrets) => {
    const { user } = (await findUserByEmail(db, email)) ?? {};
    const isCode = !user?.guardant_hash || (await verifyKeyCode(user.guardant_hash, guardant_code));
    return !user || !isCode || !(await verifySecret(user.password_hash, password));
  };
  const users = [access, access.admin];
  const changed = await Promise.all(users.map(isChanged));
  return users.filter((_, index) => changed[index]).map(({ email }) => email);
}

/**
 * Creates the company and its two users, or what an interrupted start has not created. Existing
 * users with other credentials get these:
 * `demo.json` was lost.
 */
async function enrol(db: Database, { email, password, guardant_code, admin }: DemoAccess): Promise<void> {
  const staff = { ...PERSON, email, password, guardant_code };
  const known = await findUserByEmail(db, email);
  const tenant = known?.tenant ?? Tenant.ofOperations((await createCompany(db, COMPANY)).id);
  await admit(db, tenant, staff);
  const administrator = await admit(db, tenant, { ...ADMIN, ...admin });
  await changeAccess(db, tenant, administrator, 'promote');
}

/** Creates a user or resets an existing one to these credentials; returns the id. */
async function admit(db: Database, tenant: Tenant, person: NewUser & DemoSecrets): Promise<string> {
  const known = await findUserByEmail(db, person.email);
  if (!known) return (await createUser(db, tenant, person)).id;
  const { id, password_hash: stored } = known.user;
  if (!(await verifySecret(stored, person.password))) {
    const [password_hash, guardant_hash] = [await hashSecret(person.password), await hashKeyCode(person.guardant_code)];
    await changeUser(db, known.tenant, id, ({ one_time_until: _ended, ...user }) => ({
      ...user,
      password_hash,
      guardant_hash,
      session_epoch: user.session_epoch + 1,
    }));
    await changeAccess(db, known.tenant, id, 'enable');
  }
  return id;
}

async function ensureProject(api: DemoApi): Promise<void> {
  const { results } = await api.get<Page<Project>>(`${paths.projects}?is_active=true&is_deleted=false`);
  const project = results[0] ?? (await api.post<Project>(paths.createProject, PROJECT));
  for (const type of CALCULATION_TYPES) {
    const { count } = await api.get<Page<unknown>>(`${paths.calculations(type)}?project=${project.id}`);
    if (count > 0) continue;
    const bodies = DEMO_TABLES[type]?.().map((table) => formOf(table, project)) ?? (await typedIn(api, type, project));
    // Created in reverse order, because lists show the newest first.
    for (const body of bodies.toReversed()) await api.post(paths.calculations(type), body);
  }
}

/** The calculations of a type with typed fields. */
async function typedIn(api: DemoApi, type: CalculationType, project: Project): Promise<object[]> {
  const definition = definitionOf(type);
  const dictionaries = new Map<string, Dictionary>();
  for (const { name } of definition.dictionaries ?? []) dictionaries.set(name, await api.get(paths.dictionary(name)));
  const calculations = demoCalculations(definition, (name) => dictionaries.get(name)?.results ?? []);
  return calculations.map((calculation) => ({ ...calculation, project: project.id }));
}

function formOf({ fields, file }: DemoTable, project: Project): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, project: project.id })) form.append(name, value);
  form.append('file_data', new File([file.text], file.name));
  return form;
}
