import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { accessOf, changeAccess, companyKey } from '#functions/store/access.ts';
import { hashSecret } from '#functions/store/passwords.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { changeUser, createCompany, readUser } from '#functions/store/users.ts';
import { CONFIRM, KEY_CODE, openService, PASSWORD, type Person } from '../../../support/service.ts';

const OWN_PASSWORD = 'тихая шахта у реки';

let admin: Person;
let worker: Person;

const service = await openService();
beforeEach(async () => {
  admin = await service.createUser({ role: 'admin', first_name: 'Ольга', last_name: 'Ёлкина' });
  worker = await service.createUser({ first_name: 'Пётр', last_name: 'Абрамов' }, admin.company);
  // A quarter of an hour of its own, so that attempts of tests do not add up.
  service.clock = new Date(service.clock.getTime() + 15 * 60_000);
  [admin, worker] = await Promise.all([again(admin), again(worker)]);
});
afterAll(() => service.close());

/** The same person, signed in now. */
async function again(person: Person, password = PASSWORD): Promise<Person> {
  const { email } = person.user;
  const { body, status } = await service.signIn({ email, password, guardant_code: KEY_CODE });
  if (status !== 200) throw new Error(body.detail);
  const call = (method: string) => (path: string, sent?: unknown) =>
    service.call(method, path, { body: sent, token: body.access });
  return { ...person, tokens: body, get: call('GET'), post: call('POST'), patch: call('PATCH') };
}

const act = (person: Person, action: Parameters<typeof paths.companyUserAction>[1], body: object) =>
  admin.post(paths.companyUserAction(person.user.id, action), { ...CONFIRM, ...body });
const isIn = async (person: Person) => (await person.get(paths.me)).status === 200;
const NEW = { email: 'novyj@mine.example', first_name: 'Иван', last_name: 'Новый', role: 'staff' };
let invited = 0;
const invitation = () => ({ ...NEW, ...CONFIRM, email: `novyj${++invited}@mine.example` });

describe('the list of users', () => {
  it('lists the users of the company by name, with role, key and password state, without secrets', async () => {
    const { body, text } = await admin.get(paths.companyUsers);
    expect(body.results).toEqual([
      {
        id: worker.user.id,
        first_name: 'Пётр',
        last_name: 'Абрамов',
        email: worker.user.email,
        role: 'staff',
        disabled: false,
        has_key: true,
        password: 'own',
        version: 1,
      },
      expect.objectContaining({ last_name: 'Ёлкина', role: 'admin' }),
    ]);
    expect(text).not.toMatch(/argon|hash/);
  });

  it('is paged', async () => {
    const { body } = await admin.get(`${paths.companyUsers}?limit=1&offset=1`);
    expect([body.count, body.next, body.results[0].last_name]).toEqual([2, null, 'Ёлкина']);
  });
});

describe('an invitation', () => {
  it('gives a one-time password that only allows setting a new one', async () => {
    const fields = invitation();
    const { status, body } = await admin.post(paths.companyUsers, { ...fields, email: fields.email.toUpperCase() });
    expect(status).toBe(201);
    expect(body.user).toMatchObject({ email: fields.email, password: 'one_time', has_key: false, role: 'staff' });
    const signedIn = await service.signIn({ email: fields.email, password: body.one_time_password });
    const token = signedIn.body.access;
    expect((await service.call('GET', paths.me, { token })).body.must_change_password).toBe(true);
    const refused = await service.call('GET', paths.projects, { token });
    expect([refused.status, refused.body.code]).toEqual([403, 'password_change_required']);

    const change = (new_password: string) =>
      service.call('POST', paths.changePassword, { token, body: { new_password } });
    expect((await change(body.one_time_password)).body.detail).toMatch(/совпадает с прежним/);
    const changed = await change(OWN_PASSWORD);
    expect(changed.status).toBe(200);
    expect((await service.call('GET', paths.projects, { token: changed.body.access })).status).toBe(200);
    // The session of the one-time password is over, and so is the password.
    expect((await service.call('GET', paths.me, { token })).status).toBe(401);
    expect((await service.signIn({ email: fields.email, password: body.one_time_password })).status).toBe(401);
    expect((await service.signIn({ email: fields.email, password: OWN_PASSWORD })).status).toBe(200);
  });

  it('expires after three days with the response of a wrong password', async () => {
    const fields = invitation();
    const { one_time_password } = (await admin.post(paths.companyUsers, fields)).body;
    service.clock = new Date(service.clock.getTime() + 72 * 3600_000 + 1000);
    const late = await service.signIn({ email: fields.email, password: one_time_password });
    const wrong = await service.signIn({ email: fields.email, password: 'не тот' });
    expect([late.status, late.text]).toEqual([401, wrong.text]);
    const { results } = (await (await again(admin)).get(paths.companyUsers)).body;
    expect(results).toContainEqual(expect.objectContaining({ email: fields.email, password: 'expired' }));
  });

  it('creates an administrator', async () => {
    const { body } = await admin.post(paths.companyUsers, { ...invitation(), role: 'admin' });
    expect(body.user.role).toBe('admin');
  });

  it('is refused for an e-mail in use in any company, and creates no user', async () => {
    const foreign = await service.createUser();
    for (const email of [worker.user.email, ` ${foreign.user.email.toUpperCase()}`]) {
      const { status, body } = await admin.post(paths.companyUsers, { ...invitation(), email });
      expect([status, body.code, body.errors[0].field]).toEqual([409, 'email_taken', 'email']);
    }
    expect((await admin.get(paths.companyUsers)).body.count).toBe(2);
  });

  it('sent twice at once creates one user', async () => {
    const fields = invitation();
    const answers = await Promise.all([1, 2, 3, 4].map(() => admin.post(paths.companyUsers, fields)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect((await admin.get(paths.companyUsers)).body.count).toBe(3);
  });

  it.each([
    [
      'email',
      [undefined, null, 5, '', 'нет собаки', 'a@b', 'a b@c.example', `${'a'.repeat(250)}@b.ru`, 'a@b.\u202eru'],
    ],
    ['first_name', [undefined, null, 7, '', ' ', '\u202eabc', 'я'.repeat(101)]],
    ['last_name', [undefined, {}, '', '\u0000']],
    ['role', [undefined, null, 'root', 'ADMIN', 1]],
  ])('is refused for its %s', async (field, wrong) => {
    for (const value of wrong) {
      const { status, body } = await admin.post(paths.companyUsers, { ...invitation(), [field]: value });
      expect([value, status]).toEqual([value, 400]);
      expect(body.errors).toContainEqual(expect.objectContaining({ field }));
      expect(body.detail).toMatch(/[а-яё]/i);
    }
    expect((await admin.get(paths.companyUsers)).body.count).toBe(2);
  });
});

describe('the name of a user', () => {
  it('can be changed, and a change of an older version is refused with the current one', async () => {
    const path = paths.companyUser(worker.user.id);
    const body = { first_name: 'Пётр', last_name: 'Петров', version: 1 };
    expect((await admin.patch(path, body)).body).toMatchObject({ last_name: 'Петров', version: 2 });
    const late = await admin.patch(path, { ...body, last_name: 'Сидоров' });
    expect([late.status, late.body.current.last_name]).toEqual([409, 'Петров']);
    expect((await worker.get(paths.me)).body.last_name).toBe('Петров');
  });
});

describe('a disabled user', () => {
  it('loses all sessions immediately, cannot sign in, and old sessions remain ended after enabling', async () => {
    const second = await again(worker);
    expect((await act(worker, 'access', { disabled: true })).body.disabled).toBe(true);
    expect(await Promise.all([worker, second].map(isIn))).toEqual([false, false]);
    const refresh = (token: string) => service.call('POST', paths.refresh, { body: { token } });
    expect((await refresh(worker.tokens.refresh)).status).toBe(401);
    const right = { email: worker.user.email, password: PASSWORD, guardant_code: KEY_CODE };
    expect((await service.signIn(right)).status).toBe(401);
    expect((await act(worker, 'access', { disabled: false })).body.disabled).toBe(false);
    expect(await Promise.all([worker, second].map(isIn))).toEqual([false, false]);
    expect((await refresh(second.tokens.refresh)).status).toBe(401);
    expect(await isIn(await again(worker))).toBe(true);
  });

  it('loses the role and cannot get it while disabled', async () => {
    await act(worker, 'role', { role: 'admin' });
    expect((await act(worker, 'access', { disabled: true })).body).toMatchObject({ disabled: true, role: 'staff' });
    const refused = await act(worker, 'role', { role: 'admin' });
    expect([refused.status, refused.body.code]).toEqual([409, 'user_disabled']);
    expect((await act(worker, 'access', { disabled: false })).body).toMatchObject({ disabled: false, role: 'staff' });
  });
});

describe('a reset password', () => {
  it('ends the sessions and the old password, and a double click acts once', async () => {
    const { body, status } = await act(worker, 'reset_password', { version: 1 });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ password: 'one_time', version: 2 });
    expect((await act(worker, 'reset_password', { version: 1 })).status).toBe(409);
    expect(await isIn(worker)).toBe(false);
    const { email } = worker.user;
    expect((await service.signIn({ email, password: PASSWORD, guardant_code: KEY_CODE })).status).toBe(401);
    const password = body.one_time_password;
    // The key is asked for as before.
    expect((await service.signIn({ email, password })).status).toBe(401);
    expect((await service.signIn({ email, password, guardant_code: KEY_CODE })).status).toBe(200);
  });

  it('is refused for oneself in favour of the profile', async () => {
    expect((await act(admin, 'reset_password', { version: 1 })).body.code).toBe('own_password');
    expect(await isIn(admin)).toBe(true);
  });
});

describe('the code of a Guardant key', () => {
  const signIn = (guardant_code: string) =>
    service.signIn({ email: worker.user.email, password: PASSWORD, guardant_code });

  it('is replaced, removed and enrolled, and never stored as it is', async () => {
    expect((await act(worker, 'key', { guardant_code: ' НОВЫЙ-КОД ' })).body.has_key).toBe(true);
    expect(await isIn(worker)).toBe(false);
    expect([(await signIn(KEY_CODE)).status, (await signIn('НОВЫЙ-КОД')).status]).toEqual([401, 200]);
    expect(JSON.stringify(await readUser(service.db, admin.tenant, worker.user.id))).not.toContain('НОВЫЙ-КОД');
    expect((await act(worker, 'key', { guardant_code: null })).body.has_key).toBe(false);
    expect((await signIn('')).status).toBe(200);
    expect((await act(worker, 'key', { guardant_code: KEY_CODE })).body.has_key).toBe(true);
    expect((await signIn('')).status).toBe(401);
  });

  it('matches despite spaces, accents and look-alike letters', async () => {
    expect((await act(worker, 'key', { guardant_code: 'АВ12 СЕ34-Й' })).status).toBe(200);
    // As enrolled; by Latin letters; with other spaces and an invisible character; decomposed.
    for (const typed of ['АВ12 СЕ34-Й', 'AB12CE34-Й', ' АВ12\u00a0СЕ34-\u200bЙ ', 'АВ12 СЕ34-И\u0306'])
      expect([typed, (await signIn(typed)).status]).toEqual([typed, 200]);
    for (const typed of ['АВ12СЕ34', 'ав12 се34-й', 'АВ12 СЕ35-Й'])
      expect([typed, (await signIn(typed)).status]).toEqual([typed, 401]);
  });

  it('is still accepted if an older release stored it as typed', async () => {
    const stored = await hashSecret('КОД 12-АВ');
    await changeUser(service.db, admin.tenant, worker.user.id, (user) => ({ ...user, guardant_hash: stored }));
    for (const typed of ['КОД 12-АВ', ' КОД 12-АВ '])
      expect([typed, (await signIn(typed)).status]).toEqual([typed, 200]);
  });

  it('of oneself keeps the session, so that a typing error can be corrected', async () => {
    const typo = 'опечатка';
    expect((await act(admin, 'key', { guardant_code: typo })).status).toBe(200);
    expect((await act(admin, 'key', { guardant_code: KEY_CODE, confirm_code: typo })).status).toBe(200);
    expect(await isIn(await again(admin))).toBe(true);
  });

  it.each([undefined, '', ' ', 'abc', '1234567', '00000000', '11112222', 5, {}, 'я'.repeat(257), 'код\u0000код'])(
    '%j is refused',
    async (code) => {
      const { status, body } = await act(worker, 'key', { guardant_code: code });
      expect([status, body.errors[0].field]).toEqual([400, 'guardant_code']);
      expect(await isIn(worker)).toBe(true);
    },
  );
});

describe('the last administrator', () => {
  it('is neither demoted nor disabled', async () => {
    const demoted = await act(admin, 'role', { role: 'staff' });
    expect([demoted.status, demoted.body.code]).toEqual([409, 'last_admin']);
    expect(demoted.body.detail).toMatch(/последний администратор/);
    expect((await act(admin, 'access', { disabled: true })).status).toBe(400);
    expect((await admin.get(paths.companyUsers)).status).toBe(200);
    // The rule is the store's own, whoever asks.
    expect(await changeAccess(service.db, admin.tenant, admin.user.id, 'disable')).toBe('last_admin');
  });

  it('may leave when there is another, also by a repeated request', async () => {
    await act(worker, 'role', { role: 'admin' });
    expect((await act(admin, 'role', { role: 'staff' })).body.role).toBe('staff');
    expect((await admin.get(paths.companyUsers)).status).toBe(403);
    expect(await changeAccess(service.db, admin.tenant, admin.user.id, 'demote')).toBe('done');
  });

  it('remains when all administrators demote and disable each other at once', async () => {
    const { db } = service;
    const { id: _own, ...fields } = admin.company;
    for (let round = 0; round < 20; round++) {
      const company = await createCompany(db, fields);
      const tenant = Tenant.ofOperations(company.id);
      const all = ['один', 'два', 'три', 'четыре'];
      for (const user of all) await changeAccess(db, tenant, user, 'promote');
      const changes = all.flatMap((user) => (['demote', 'disable'] as const).map((change) => ({ user, change })));
      const outcomes = await Promise.all(changes.map(({ user, change }) => changeAccess(db, tenant, user, change)));
      expect(outcomes).toContain('last_admin');
      const { admins, disabled } = accessOf(await db.get(companyKey(tenant)));
      expect(admins.size).toBe(1);
      for (const user of admins) expect(disabled.has(user)).toBe(false);
    }
  });
});

describe("one's own password", () => {
  const change = (password: unknown, new_password: unknown) =>
    worker.post(paths.changePassword, { password, new_password });

  it('is changed with the current one; other sessions end, this one continues with new tokens', async () => {
    const other = await again(worker);
    const { status, body } = await change(PASSWORD, OWN_PASSWORD);
    expect(status).toBe(200);
    expect((await service.call('GET', paths.me, { token: body.access })).status).toBe(200);
    expect(await Promise.all([worker, other].map(isIn))).toEqual([false, false]);
    expect(await isIn(await again(worker, OWN_PASSWORD))).toBe(true);
  });

  it('is not changed without the current one, and guesses are counted', async () => {
    const wrong = await change('не тот', OWN_PASSWORD);
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'password']);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => change('не тот', OWN_PASSWORD)));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(9);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(11);
    expect(await isIn(worker)).toBe(true);
  });

  it.each([undefined, 5, '', 'короткий', 'аааааааааааааа', 'я'.repeat(1025)])('%j is refused', async (password) => {
    const { status, body } = await change(PASSWORD, password);
    expect([status, body.errors[0].field]).toEqual([400, 'new_password']);
  });
});
