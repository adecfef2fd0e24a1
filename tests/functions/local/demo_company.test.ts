import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALCULATION_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import type { User } from '#core/contract/user.ts';
import { openBackend } from '#functions/local/backend.ts';
import { type DemoAccess, readDemoAccess, writeDemoAccess } from '#functions/local/demo_access.ts';
import { signInDemo } from '#functions/local/demo_api.ts';
import { ensureDemoCompany } from '#functions/local/demo_company.ts';
import type { Server } from '#functions/server/open_server.ts';
import { hashSecret } from '#functions/store/passwords.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { changeUser, createCompany, createUser, findUserByEmail } from '#functions/store/users.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'demo-'));
let backend: Server;
let access: DemoAccess;

async function start(): Promise<void> {
  backend = await openBackend(dataDir, dataDir);
  access = await ensureDemoCompany(backend.app, backend.db, dataDir);
}

beforeAll(start);

afterAll(async () => {
  await backend.close();
  rmSync(dataDir, { recursive: true });
});

interface Listed {
  count: number;
  results: { id: string; name: string; rows_count?: number; warnings?: string[]; problems?: unknown[] }[];
}

async function countsByType(): Promise<Record<string, number>> {
  const signedIn = await signInDemo(backend.app, access);
  if (!signedIn) throw new Error('Nobody signed in');
  const projects = await signedIn.get<Listed>(paths.projects);
  expect(projects.count).toBe(1);
  const counts = CALCULATION_TYPES.map(async (type) => {
    const { count } = await signedIn.get<Listed>(`${paths.calculations(type)}?project=${projects.results[0]?.id}`);
    return [type, count] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

describe('the demonstration company', () => {
  test('has calculations of every type', async () => {
    const counts = await countsByType();
    expect(Object.keys(counts)).toEqual(CALCULATION_TYPES);
    for (const count of Object.values(counts)) expect(count).toBeGreaterThanOrEqual(1);
  });

  test('has calculations whose data is read without a note and computed without a warning', async () => {
    const signedIn = await signInDemo(backend.app, access);
    const { results: projects } = (await signedIn?.get<Listed>(paths.projects)) ?? { results: [] };
    const said: string[] = [];
    for (const type of TABLE_TYPES) {
      const list = await signedIn?.get<Listed>(`${paths.calculations(type)}?project=${projects[0]?.id}`);
      for (const { rows_count, warnings, problems } of list?.results ?? []) {
        expect(rows_count).toBeGreaterThanOrEqual(24);
        expect(problems).toEqual([]);
        said.push(...(warnings ?? []));
      }
    }
    expect(said).toEqual([]);
  });

  test('has secrets in its folder that only the owner may read', () => {
    const file = join(dataDir, 'demo.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'jwt.key')).mode & 0o777).toBe(0o600);
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    expect(kept).toMatchObject({ email: access.email, admin: access.admin, complete: true });
    expect(kept.password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){2}$/);
  });

  test('has an administrator with separate secrets', async () => {
    const { admin } = access;
    expect([admin.email, admin.password, admin.guardant_code]).not.toContain(access.password);
    const person = await signInDemo(backend.app, admin);
    const [me, colleague] = await Promise.all([
      person?.get<User>(paths.me),
      (await signInDemo(backend.app, access))?.get<User>(paths.me),
    ]);
    expect([me?.role, colleague?.role]).toEqual(['admin', 'staff']);
    expect(me?.company.id).toBe(colleague?.company.id);
  });

  test('is created once, also after a killed start', async () => {
    const before = { access, counts: await countsByType() };
    await backend.close();
    writeDemoAccess(dataDir, { ...access, complete: false });
    await start();
    expect({ access, counts: await countsByType() }).toEqual(before);
  });

  test.each([
    ['lost', (file: string) => rmSync(file)],
    ['damaged', (file: string) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40))],
  ])('gets new passwords and keeps its data if the password file is %s', async (_, harm) => {
    const before = await readDemoAccess(dataDir);
    if (!before) throw new Error('There is no access');
    const statistics = async () =>
      (await signInDemo(backend.app, await ensureDemoCompany(backend.app, backend.db, dataDir)))?.get(paths.statistics);
    const counted = await statistics();
    harm(join(dataDir, 'demo.json'));
    const fresh = await ensureDemoCompany(backend.app, backend.db, dataDir);
    expect(fresh.password).not.toBe(before.password);
    expect(await statistics()).toEqual(counted);
    expect(await signInDemo(backend.app, before)).toBeUndefined();
    expect(await (await signInDemo(backend.app, fresh.admin))?.get<User>(paths.me)).toMatchObject({ role: 'admin' });
    access = fresh;
  });
});

test('a password that was changed since is not printed as if it opened', async () => {
  const { email, password } = access;
  expect((await ensureDemoCompany(backend.app, backend.db, dataDir)).changed).toEqual([]);
  const found = await findUserByEmail(backend.db, email);
  if (!found) throw new Error('There is no such user');
  const password_hash = await hashSecret('совсем другой пароль');
  await changeUser(backend.db, found.tenant, found.user.id, (user) => ({ ...user, password_hash }));
  expect(await ensureDemoCompany(backend.app, backend.db, dataDir)).toMatchObject({ password, changed: [email] });
});

test('a password file with one changed letter gives new passwords that open, and adds no calculation', async () => {
  const file = join(dataDir, 'demo.json');
  const counts = async (who: DemoAccess) => (await signInDemo(backend.app, who.admin))?.get<object>(paths.statistics);
  const before = await counts(access);
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(/(?<="password": ")./, (letter) => (letter === 'a' ? 'b' : 'a')),
  );
  const fresh = await ensureDemoCompany(backend.app, backend.db, dataDir);
  expect(fresh.password).not.toBe(access.password);
  expect(await signInDemo(backend.app, fresh)).toBeDefined();
  expect(await counts(fresh)).toEqual(before);
  access = fresh;
});

test('a folder of an older release, without an administrator, gets one at the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-older-'));
  const { url, email, password, guardant_code } = access;
  const older = { url, email, password, guardant_code, complete: true };
  const started = await openBackend(folder, dataDir);
  try {
    const tenant = Tenant.ofOperations((await createCompany(started.db, OLDER)).id);
    await createUser(started.db, tenant, { ...older, first_name: 'Анна', last_name: 'Примерова', role: 'staff' });
    writeFileSync(join(folder, 'demo.json'), JSON.stringify(older));
    const mended = await ensureDemoCompany(started.app, started.db, folder);
    expect(mended).toMatchObject({ ...older, complete: true });
    const me = await (await signInDemo(started.app, mended.admin))?.get<User>(paths.me);
    expect(me).toMatchObject({ role: 'admin', company: { id: tenant.company } });
    expect(await ensureDemoCompany(started.app, started.db, folder)).toEqual(mended);
  } finally {
    await started.close();
    rmSync(folder, { recursive: true });
  }
});

const OLDER = { name: 'Прежняя', email: '', postal_address: '', ogrn: '', okved: '', region: '' };
