import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, AuditPage } from '#core/contract/audit.ts';
import { API, paths } from '#core/contract/paths.ts';
import type { AdminRoute, Route } from '#functions/http/route.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { closeEntry, listEntries, openEntry } from '#functions/store/audit.ts';
import { CONFIRM, openService, type Person } from '../../../support/service.ts';

const SECRET_CODE = 'ТАЙНЫЙ-КОД-77';
const SECRET_PASSWORD = 'тайный пароль из слов';

const service = await openService();
const admin = await service.createUser({ role: 'admin', first_name: 'Ольга', last_name: 'Главная' });
const worker = await service.createUser({ first_name: 'Пётр', last_name: 'Абрамов' }, admin.company);
afterAll(() => service.close());

const isAction = (route: Route): route is AdminRoute => route.access === 'admin' && route.method !== 'GET';
const actions = ROUTES.filter(isAction).map((route) => [`${route.method} ${route.path}`, route] as const);

/** A body that carries every field that any of the routes wants, secrets among them. */
const BODY = {
  email: 'novyj@mine.example',
  first_name: 'Пётр',
  last_name: 'Абрамов',
  role: 'staff',
  disabled: true,
  guardant_code: SECRET_CODE,
  version: 1,
  ...CONFIRM,
};

const address = ({ path, slash }: Route) => API + path.replace(/\{\w+\}/, worker.user.id) + (slash ? '/' : '');
const entries = async (query = ''): Promise<readonly AuditEntry[]> =>
  ((await admin.get(paths.audit + query)).body as AuditPage).results;

describe('an action of an administrator', () => {
  it.each(actions)('%s has a name in the audit list', (_, { action, summary }) => {
    expect(action).toMatch(/^[А-Я][а-яё]/);
    expect(action).not.toBe(summary);
  });

  it.each(actions)('%s leaves one entry when it succeeds, is refused or is invalid', async (_, route) => {
    for (const body of [{}, BODY, '{']) {
      const before = await entries('?limit=100');
      const answer = await service.call(route.method, address(route), { body, token: admin.tokens.access });
      const [entry, ...rest] = await entries('?limit=100');
      expect(rest.slice(0, 99)).toEqual(before.slice(0, 99));
      const outcome = answer.status < 300 ? 'done' : 'refused';
      expect(entry).toMatchObject({
        actor: admin.user.id,
        actor_name: 'Главная Ольга',
        action: route.action,
        at: service.clock.toISOString(),
        request_id: answer.headers.get('x-request-id') ?? expect.any(String),
        outcome,
      });
      if (outcome === 'refused') expect(entry?.detail).toContain(answer.body.detail);
      if (route.path.includes('{user}')) {
        expect(entry?.target).toBe(worker.user.id);
        expect(entry?.whom).toContain(worker.user.email);
      }
    }
  });

  it('records the invited user and the previous name of a renamed one', async () => {
    const fields = { ...BODY, email: 'gost@mine.example', first_name: 'Гость', last_name: 'Новый' };
    const { user } = (await admin.post(paths.companyUsers, fields)).body;
    await admin.patch(paths.companyUser(user.id), { first_name: 'Гость', last_name: 'Старый', version: 1 });
    const [renamed, invited] = await entries();
    expect(invited).toMatchObject({ whom: 'Новый Гость, gost@mine.example', outcome: 'done' });
    expect(renamed?.detail).toBe('Было: Новый Гость, стало: Старый Гость');
  });

  it('leaves no secret in the audit list', async () => {
    const { user, one_time_password } = (await admin.post(paths.companyUsers, { ...BODY, email: 'tajna@mine.example' }))
      .body;
    await admin.post(paths.companyUserAction(user.id, 'key'), { guardant_code: SECRET_CODE, ...CONFIRM });
    const { access } = (
      await service.signIn({
        email: user.email,
        password: one_time_password,
        guardant_code: SECRET_CODE,
      })
    ).body;
    await service.call('POST', paths.changePassword, { token: access, body: { new_password: SECRET_PASSWORD } });
    const { entries: all } = await listEntries(service.db, admin.tenant, { limit: 1000 });
    const text = JSON.stringify(all);
    expect(text).toContain('Свой пароль сменён');
    for (const secret of [one_time_password, SECRET_CODE, SECRET_PASSWORD, 'argon2id', access])
      expect(text).not.toContain(secret);
  });

  it('has an unknown outcome when its process is interrupted, and an outcome is set once', async () => {
    const cut = {
      actor: admin.user.id,
      actor_name: 'Главная Ольга',
      action: 'Роль изменена',
      target: '',
      request_id: '',
    };
    const id = await openEntry(service.db, admin.tenant, cut, service.clock);
    expect((await entries())[0]).toMatchObject({ id, outcome: 'unknown', action: 'Роль изменена' });
    const closing = { outcome: 'done', whom: 'Абрамов', detail: '' } as const;
    await closeEntry(service.db, admin.tenant, id, closing);
    await closeEntry(service.db, admin.tenant, id, { ...closing, outcome: 'failed' });
    expect((await entries())[0]).toMatchObject({ id, outcome: 'done', whom: 'Абрамов' });
  });

  it('is append-only: neither an entry nor its outcome is ever changed', async () => {
    const calls: string[] = [];
    const undo = service.db.disturb(({ name, args }, carryOut) => {
      if (JSON.stringify(args).includes(admin.tenant.audit)) calls.push(name);
      return carryOut();
    });
    try {
      await admin.patch(paths.companyUser(worker.user.id), BODY);
    } finally {
      undo();
    }
    expect(calls).toEqual(['put', 'put']);
  });

  it('keeps the outcome that an older release stored in the entry', async () => {
    const id = '0190a000-0000-7000-8000-000000000000';
    const who = { actor: admin.user.id, actor_name: 'Главная Ольга', target: '', request_id: '' };
    const what = { action: 'Роль изменена', outcome: 'done', whom: 'Абрамов', detail: '' };
    const old = { id, at: '2026-01-01T00:00:00.000Z', ...who, ...what };
    await service.db.put({ pk: admin.tenant.audit, sk: id, ...old });
    const { entries: all } = await listEntries(service.db, admin.tenant, { limit: 1000 });
    expect(all.at(-1)).toEqual(old);
  });

  it('is listed exactly once over all pages, with or without an outcome', async () => {
    const company = await service.createUser({ role: 'admin' });
    const cut = { actor: company.user.id, actor_name: '', action: 'Роль изменена', target: '', request_id: '' };
    const ids: string[] = [];
    for (let count = 0; count < 9; count++) {
      const id = await openEntry(service.db, company.tenant, cut, service.clock);
      ids.unshift(id);
      if (count % 3 !== 0) await closeEntry(service.db, company.tenant, id, { outcome: 'done', whom: '', detail: '' });
    }
    for (const limit of [1, 2, 4, 9, 20]) {
      const listed: string[] = [];
      let before: string | undefined;
      for (let hasMore = true; hasMore; ) {
        const part = await listEntries(service.db, company.tenant, { before, limit });
        expect(part.entries.length).toBeLessThanOrEqual(limit);
        listed.push(...part.entries.map(({ id }) => id));
        before = listed.at(-1);
        hasMore = part.hasMore;
      }
      expect(listed).toEqual(ids);
    }
  });
});

describe('a failing store', () => {
  /** Runs `act` while every write of this part of the audit list fails. */
  async function failing<T>(part: 'entry' | 'outcome', act: () => Promise<T>): Promise<T> {
    const mend = service.db.disturb(async ({ name, args }, carryOut) => {
      const input = JSON.stringify(args);
      const isOutcome = input.includes('#outcome"');
      if (name === 'put' && input.includes(admin.tenant.audit) && isOutcome === (part === 'outcome'))
        throw new Error('the store is gone');
      return carryOut();
    });
    try {
      return await act();
    } finally {
      mend();
    }
  }

  let colleague: Person;
  beforeAll(async () => {
    colleague = await service.createUser({}, admin.company);
  });
  const promote = () => admin.post(paths.companyUserAction(colleague.user.id, 'role'), { role: 'admin', ...CONFIRM });
  const roleOf = async () => (await colleague.get(paths.me)).body.role;

  it('prevents an action that cannot be recorded', async () => {
    const answer = await failing('entry', promote);
    expect([answer.status, await roleOf()]).toEqual([500, 'staff']);
  });

  it('leaves an outcome unknown that cannot be recorded, and logs it', async () => {
    const answer = await failing('outcome', promote);
    expect([answer.status, await roleOf()]).toEqual([200, 'admin']);
    expect((await entries())[0]).toMatchObject({ action: 'Роль изменена', outcome: 'unknown' });
    expect(service.log).toContainEqual(expect.objectContaining({ event: 'audit_outcome_lost' }));
  });
});

describe('the audit list', () => {
  it('is paged from the newest entry without gaps while entries are added', async () => {
    const before = (await entries('?limit=100')).map(({ id }) => id);
    const seen: string[] = [];
    let next: string | null = `${paths.audit}?limit=3`;
    while (next !== null) {
      const { body }: { body: AuditPage } = await admin.get(next);
      seen.push(...body.results.map(({ id }) => id));
      next = body.next;
      await admin.post(paths.companyUserAction(worker.user.id, 'role'), { role: 'staff' });
    }
    expect(before.length).toBeGreaterThan(6);
    expect(seen).toEqual(before);
  });
});
