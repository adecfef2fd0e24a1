import { afterAll, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { CONFIRM, openService } from '../../../support/service.ts';

const service = await openService();
const admin = await service.createUser({ role: 'admin' });
const person = await service.createUser({ first_name: 'Марфа', last_name: 'Неповторимая' }, admin.company);
const other = await service.createUser({}, admin.company);
const role = { role: 'staff', ...CONFIRM };
for (const { user } of [person, other]) await admin.post(paths.companyUserAction(user.id, 'role'), role);
afterAll(() => service.close());

it('a person takes out name, e-mail, sessions and the entries about them, and nobody else’s', async () => {
  const answer = await service.fetch('POST', paths.personalData, { token: person.tokens.access, body: CONFIRM });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  const text = await answer.text();
  const data = JSON.parse(text);
  const { id, email } = person.user;
  expect(data.user).toMatchObject({ id, email, first_name: 'Марфа', last_name: 'Неповторимая', role: 'staff' });
  expect(data.secrets).toEqual({ has_password: true, has_key_code: true });
  expect(data.sessions).toHaveLength(1);
  expect(data.actions.map(({ target }: { target: string }) => target)).toEqual([id]);
  expect(data.register.length).toBeGreaterThan(5);
  expect(text).not.toMatch(/argon2|password_hash|guardant_hash/);
});

it('an administrator finds what they did to others in their own file', async () => {
  const { body } = await admin.post(paths.personalData, CONFIRM);
  expect(body.actions).toHaveLength(2);
  expect(body.actions[0].actor).toBe(admin.user.id);
});

it.each([
  ['no password', {}],
  ['a wrong password', { ...CONFIRM, confirm_password: 'не тот' }],
  ['a wrong code of the key', { ...CONFIRM, confirm_code: 'не тот' }],
])('a session with %s gets no file', async (_, body) => {
  const { status, text } = await person.post(paths.personalData, body);
  expect(status).toBe(400);
  expect(text).not.toContain(person.user.email);
});

it('the file is in the log by ids, without name or e-mail', async () => {
  await person.post(paths.personalData, CONFIRM);
  const line = service.accesses.findLast(({ event }) => event === 'own_data_exported');
  expect(line).toMatchObject({ level: 'access', user: person.user.id, company: person.company.id });
  expect(JSON.stringify(line)).not.toMatch(/@|Неповторимая/);
});
