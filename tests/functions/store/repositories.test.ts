import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DICTIONARIES } from '#core/dictionaries/index.ts';
import { openSession, refreshSession } from '#functions/auth/sessions.ts';
import { consumeAttempt, returnAttempt } from '#functions/auth/throttle.ts';
import { insertCalculation, listCalculations, type StoredCalculation } from '#functions/store/calculations.ts';
import { dictionaryReader, seedDictionaries } from '#functions/store/dictionaries.ts';
import {
  insertProject,
  listProjects,
  readProject,
  readProjectStates,
  replaceProject,
  type StoredProject,
} from '#functions/store/projects.ts';
import { readStatistics } from '#functions/store/statistics.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { createCompany, createUser, describeUser, findUserByEmail } from '#functions/store/users.ts';
import { newVersioned, nextVersion } from '#functions/store/versioned_items.ts';
import { fixedKeys } from '../../support/keys.ts';
import { sessionOf } from '../../support/session_of.ts';
import { disturbed } from '../../support/store_calls.ts';
import { type OpenTable, SERVERS } from '../../support/store_servers.ts';

const ANNA = { id: 'anna', first_name: 'Анна', last_name: 'Ковалёва' };
const NOW = new Date('2026-11-21T09:00:00Z');
const fields = { start_date: '2026-01-01', end_date: '2026-12-31', status: 1 } as const;

function project(tenant: Tenant, name: string): StoredProject {
  return { ...newVersioned(ANNA, NOW), ...fields, name, company: tenant.company };
}

function calculation(project: string): StoredCalculation {
  return {
    ...newVersioned(ANNA, NOW),
    name: 'Факел',
    type: 'torch_ch4',
    project,
    inputs: { volume: 1000, koef_transform: 0.67 },
    results: { res_ch4: 13.4, res_ch4_to_co2: 1 / 3 },
    provenance: [],
    actual: [],
    core_sha256: 'ab',
  };
}

describe.each(SERVERS)('the store on $name', ({ open }) => {
  let opened: OpenTable;
  const tenant = Tenant.ofOperations('mine');

  beforeAll(async () => {
    if (open) opened = await open();
  });
  afterAll(() => opened?.close());

  const on = it.skipIf(open === undefined);

  on('keeps a project, lists newest first, moves it to the archive and back', async () => {
    const { db } = opened;
    const own = Tenant.ofOperations('archive');
    for (let n = 0; n < 25; n++) await insertProject(db, own, project(own, `Проект ${n}`));
    const page = await listProjects(db, own, { deleted: false, limit: 10, offset: 20 });
    expect(page.count).toBe(25);
    expect(page.objects.map(({ name }) => name)).toEqual([4, 3, 2, 1, 0].map((n) => `Проект ${n}`));
    const [first] = page.objects as [StoredProject];
    const archived = { ...first, ...nextVersion(first, ANNA, NOW), is_deleted: true, is_active: false };
    expect(await replaceProject(db, own, first, archived)).toEqual(archived);
    expect((await listProjects(db, own, { deleted: false, limit: 100, offset: 0 })).count).toBe(24);
    expect((await listProjects(db, own, { deleted: true, limit: 10, offset: 0 })).objects).toEqual([archived]);
  });

  on('shows nobody the history of another company, even by its id', async () => {
    const { db } = opened;
    const created = await insertProject(db, tenant, project(tenant, 'Своя история'));
    await replaceProject(db, tenant, created, { ...created, ...nextVersion(created, ANNA, NOW), name: 'Новое имя' });
    expect(await readProjectStates(db, tenant, created.id)).toHaveLength(2);
    expect(await readProjectStates(db, Tenant.ofOperations('foreign'), created.id)).toEqual([]);
  });

  on('lets one of many replacements of one version win', async () => {
    const { db } = opened;
    const created = await insertProject(db, tenant, project(tenant, 'Гонка'));
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        replaceProject(db, tenant, created, { ...created, ...nextVersion(created, ANNA, NOW), name: `${n}` }),
      ),
    );
    const won = outcomes.filter((outcome) => !('conflict' in outcome));
    expect(won).toHaveLength(1);
    expect(await readProject(db, tenant, created.id)).toEqual(won[0]);
    expect(outcomes.filter((outcome) => 'conflict' in outcome)).toHaveLength(15);
  });

  on('shows nothing of one company to another', async () => {
    const { db } = opened;
    const created = await insertProject(db, tenant, project(tenant, 'Свой'));
    const other = Tenant.ofOperations('other');
    expect(await readProject(db, other, created.id)).toBeUndefined();
    expect((await listProjects(db, other, { deleted: false, limit: 10, offset: 0 })).count).toBe(0);
  });

  on('gives back every number to the last bit', async () => {
    const { db } = opened;
    const one = calculation('p');
    const odd = { ...one, results: { a: 0.1 + 0.2, b: 1e-30, c: 9_007_199_254_740_991, d: 194.96579999999997, e: 0 } };
    await insertCalculation(db, tenant, odd);
    const window = { deleted: false, limit: 10, offset: 0 };
    const { objects } = await listCalculations(db, tenant, 'torch_ch4', 'p', window);
    expect(objects).toEqual([odd]);
  });

  on('counts what a company has', async () => {
    const { db } = opened;
    const own = Tenant.ofOperations('counted');
    const { id } = await insertProject(db, own, project(own, 'Один'));
    await insertCalculation(db, own, calculation(id));
    await insertCalculation(db, own, calculation(id));
    expect(await readStatistics(db, own)).toEqual({
      projects: 1,
      projects_archived: 0,
      calculations: 2,
      calculations_archived: 0,
      calculations_by_type: { torch_ch4: 2 },
      last_activity: NOW.toISOString(),
    });
  });

  on('finds a user by e-mail, keeps no password, refuses a taken e-mail', async () => {
    const { db } = opened;
    const about = { email: 'a@b.example', postal_address: '', ogrn: '', okved: '', region: '' };
    const company = await createCompany(db, { name: 'Шахта', ...about });
    const own = Tenant.ofOperations(company.id);
    const person = { password: 'тайна', first_name: 'А', last_name: 'К', role: 'staff' } as const;
    const user = await createUser(db, own, { ...person, email: 'Anna@Mine.example ' });
    const found = await findUserByEmail(db, ' anna@mine.EXAMPLE');
    expect(found?.user).toMatchObject(user);
    expect(JSON.stringify(found?.user)).not.toContain('тайна');
    expect((await describeUser(db, own, user)).company).toEqual(company);
    await expect(createUser(db, own, { ...person, email: 'anna@mine.example' })).rejects.toThrow(/taken/);
  });

  on('gives parallel refreshes one successor and counts attempts atomically', async () => {
    const { db } = opened;
    const own = Tenant.ofOperations('sessions');
    const person = { password: 'x', first_name: '', last_name: '', role: 'staff', email: 's@mine.example' } as const;
    const user = await createUser(db, own, person);
    const context = { db, keys: fixedKeys(), now: () => NOW };
    const { refresh, access } = await openSession(context, own, user);
    expect((await sessionOf(context, access))?.user.id).toBe(user.id);
    const pairs = await Promise.all(Array.from({ length: 20 }, () => refreshSession(context, refresh)));
    expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(1);
    const attempt = { account: 'a', address: '127.0.0.1' };
    const taken = await Promise.all(Array.from({ length: 30 }, () => consumeAttempt(db, attempt, NOW)));
    expect(taken.filter((refused) => refused === undefined)).toHaveLength(10);
    await returnAttempt(db, attempt, NOW);
    expect(await consumeAttempt(db, attempt, NOW)).toBeUndefined();
    expect(await consumeAttempt(db, attempt, NOW)).toEqual({ retryAfter: 900 });
  });

  on('answers the dictionaries that were seeded, and says so when they were not', async () => {
    const { db } = opened;
    const read = dictionaryReader(db, () => NOW);
    await expect(read('get_underground')).rejects.toThrow(/seed/);
    await seedDictionaries(db, DICTIONARIES);
    await seedDictionaries(db, DICTIONARIES);
    expect(await read('get_underground')).toEqual(DICTIONARIES.get_underground);
  });

  on('reads a dictionary once for all who ask at the same time, and again a minute later', async () => {
    let reads = 0;
    const db = disturbed(opened.db, (_, carryOut) => {
      reads += 1;
      return carryOut();
    });
    await seedDictionaries(opened.db, DICTIONARIES);
    let clock = NOW.getTime();
    const read = dictionaryReader(db, () => new Date(clock));
    const asked = () => Promise.all(Array.from({ length: 50 }, () => read('get_underground')));
    expect(await asked()).toContainEqual(DICTIONARIES.get_underground);
    await asked();
    expect(reads).toBe(1);
    clock += 60_000;
    await asked();
    expect(reads).toBe(2);
  });
});
