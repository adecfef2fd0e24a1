import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { CONFIRM, KEY_CODE, openService, PASSWORD, type Person, type Service } from '../../../support/service.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let service: Service;
let admin: Person;
let person: Person;

beforeAll(async () => {
  service = await openService();
  admin = await service.createUser({ role: 'admin' });
});
beforeEach(async () => {
  person = await service.createUser({}, admin.company);
});
afterAll(() => service.close());

const signIn = (fields: object = {}) =>
  service.call('POST', paths.token, {
    body: { email: person.user.email, password: PASSWORD, guardant_code: KEY_CODE, ...fields },
    headers: { 'User-Agent': FIREFOX },
    address: '198.51.100.7',
  });
const list = async (token: string) => (await service.call('GET', paths.ownSessions, { token })).body;
const isAlive = async (token: string) => (await service.call('GET', paths.me, { token })).status === 200;

describe('own sessions', () => {
  it('are listed with the time, the masked network and the browser, newest first', async () => {
    const { access } = (await signIn()).body;
    const { count, next, results } = await list(access);
    expect([count, next]).toEqual([2, null]);
    const at = service.clock.toISOString();
    expect(results[0]).toMatchObject({ opened_at: at, last_used_at: at, is_current: true });
    expect(results[0]).toMatchObject({ network: '198.51.100.0/24', browser: 'Firefox, Windows' });
    expect(results[1]).toMatchObject({ is_current: false, browser: '' });
  });

  it('end one by one, and only one’s own', async () => {
    const { access } = (await signIn()).body;
    const own = (await list(access)).results[1].id;
    const foreign = (await list(admin.tokens.access)).results[0].id;
    const end = (id: string) => service.call('POST', paths.endSession(id), { token: access, body: {} });
    expect((await end(foreign)).status).toBe(404);
    expect(await isAlive(admin.tokens.access)).toBe(true);
    expect((await end(own)).status).toBe(204);
    expect((await end(own)).status).toBe(404);
    expect([await isAlive(person.tokens.access), await isAlive(access)]).toEqual([false, true]);
  });

  it('end everywhere at once, this one, too', async () => {
    const { access, refresh } = (await signIn()).body;
    expect((await service.call('POST', paths.endAllSessions, { token: access, body: {} })).status).toBe(204);
    expect([await isAlive(person.tokens.access), await isAlive(access)]).toEqual([false, false]);
    expect((await service.call('POST', paths.refresh, { body: { token: refresh } })).status).toBe(401);
    expect((await signIn()).status).toBe(200);
  });

  it('are ten at most: a further sign-in ends the one that was used least recently', async () => {
    for (let n = 0; n < 10; n++) {
      service.clock = new Date(service.clock.getTime() + 1000);
      await signIn();
    }
    const { access } = (await signIn()).body;
    expect((await list(access)).count).toBe(10);
    expect(await isAlive(person.tokens.access)).toBe(false);
  });
});

describe('a one-time password', () => {
  it('opens one session, also when two sign in with it at once', async () => {
    const { id, email } = person.user;
    const path = paths.companyUserAction(id, 'reset_password');
    const { one_time_password: password } = (await admin.post(path, { version: 1 })).body;
    const both = await Promise.all([signIn({ password }), signIn({ password })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const again = await signIn({ password });
    const wrong = await service.signIn({ email, password: 'не тот', guardant_code: KEY_CODE });
    expect([again.status, again.text]).toEqual([401, wrong.text]);
    const { access } = both.find(({ status }) => status === 200)?.body ?? {};
    const new_password = 'лошадь скрепка батарея';
    expect((await service.call('POST', paths.changePassword, { token: access, body: { new_password } })).status).toBe(
      200,
    );
    expect((await signIn({ password: new_password })).status).toBe(200);
  });
});

describe('roles and keys', () => {
  const CASES = [
    ['role', { role: 'admin' }],
    ['role', { role: 'staff' }],
    ['key', { guardant_code: 'НОВЫЙ-КОД-1' }],
    ['key', { guardant_code: null }],
  ] as const;

  it.each(CASES)('a change of the %s needs the password and the code of who makes it: %j', async (action, body) => {
    const path = paths.companyUserAction(person.user.id, action);
    const before = (await admin.get(paths.companyUsers)).text;
    for (const confirm of [{}, { ...CONFIRM, confirm_password: 'не тот' }, { ...CONFIRM, confirm_code: 'не тот' }]) {
      const { status, body: answer } = await admin.post(path, { ...body, ...confirm });
      expect([status, answer.errors[0].field]).toEqual([400, 'confirm_password']);
      expect(answer.detail).toMatch(/пароль и код своего ключа|пароль или код вашего ключа/);
    }
    expect((await admin.get(paths.companyUsers)).text).toBe(before);
    expect((await admin.post(path, { ...body, ...CONFIRM })).status).toBe(200);
  });

  it('an invitation of an administrator needs them, one of staff does not', async () => {
    const fields = { email: 'both@mine.example', first_name: 'Иван', last_name: 'Новый' };
    expect((await admin.post(paths.companyUsers, { ...fields, role: 'admin' })).status).toBe(400);
    expect((await admin.post(paths.companyUsers, { ...fields, role: 'staff' })).status).toBe(201);
  });

  it('a stolen session does not find them out: guesses are counted as those of a sign-in', async () => {
    const other = await service.createUser({ role: 'admin' });
    const path = paths.companyUserAction(other.user.id, 'role');
    const guess = (n: number) => other.post(path, { role: 'staff', ...CONFIRM, confirm_password: `догадка ${n}` });
    const statuses = (await Promise.all(Array.from({ length: 14 }, (_, n) => guess(n)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });
});

describe('an administrator without the code of a key', () => {
  it('can do nothing but set one, and signs in with it from then on', async () => {
    const bare = await service.createUser({ role: 'admin', guardant_code: '' });
    expect((await bare.get(paths.me)).body.must_set_key_code).toBe(true);
    for (const path of [paths.projects, paths.companyUsers, paths.statistics]) {
      const { status, body } = await bare.get(path);
      expect([path, status, body.code]).toEqual([path, 403, 'key_code_required']);
      expect(body.detail).toMatch(/задайте его в профиле/);
    }
    const set = (fields: object) => bare.post(paths.changeKeyCode, { confirm_password: PASSWORD, ...fields });
    expect((await set({ guardant_code: '1234' })).body.errors[0].field).toBe('guardant_code');
    expect((await set({ guardant_code: 'СВОЙ-КОД-7', confirm_password: 'не тот' })).status).toBe(400);
    const { status, body } = await set({ guardant_code: 'СВОЙ-КОД-7' });
    expect(status).toBe(200);
    expect((await service.call('GET', paths.companyUsers, { token: body.access })).status).toBe(200);
    expect((await service.call('GET', paths.me, { token: body.access })).body).not.toHaveProperty('must_set_key_code');
    const own = { email: bare.user.email, password: PASSWORD };
    expect((await service.signIn(own)).status).toBe(401);
    expect((await service.signIn({ ...own, guardant_code: 'СВОЙ-КОД-7' })).status).toBe(200);
  });

  it('does not come to be by removing one’s own', async () => {
    const path = paths.companyUserAction(admin.user.id, 'key');
    const { status, body } = await admin.post(path, { guardant_code: null, ...CONFIRM });
    expect([status, body.code]).toEqual([400, 'own_key_code']);
  });
});
