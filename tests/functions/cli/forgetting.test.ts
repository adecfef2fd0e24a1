import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { forgetUser } from '#functions/cli/forgetting.ts';
import { listEntries } from '#functions/store/audit.ts';
import { CONFIRM, KEY_CODE, newProject, openService, PASSWORD, PROJECT } from '../../support/service.ts';

let service: Awaited<ReturnType<typeof openService>>;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

it('a forgotten user is a pseudonym everywhere, is out at once, and the e-mail is free', async () => {
  const admin = await service.createUser({ role: 'admin', first_name: 'Ольга', last_name: 'Главная' });
  const names = { first_name: 'Марфа', last_name: 'Неповторимая' };
  const person = await service.createUser(names, admin.company);
  const namesake = await service.createUser(names, admin.company);
  const project = await newProject(person, { name: 'Остаётся' });
  await person.patch(paths.changeProject(project), { ...PROJECT, name: 'Остаётся изменённым', version: 1 });
  const foreign = await newProject(namesake);
  await admin.post(paths.companyUserAction(person.user.id, 'role'), { role: 'staff', ...CONFIRM });
  const path = paths.companyUser(person.user.id);
  await admin.patch(path, { ...names, last_name: 'Переименованная', version: 1 });

  const outcome = await forgetUser(service.db, person.user.id, service.clock);
  expect(outcome).toMatchObject({ pseudonym: `Пользователь ${person.user.id.slice(-6)}` });
  const stored: string[] = [];
  for await (const item of service.db.scan()) stored.push(JSON.stringify(item));
  const text = stored.join('\n');
  expect(text).not.toContain(person.user.email);
  expect(text).not.toContain('Переименованная');

  expect((await person.get(paths.me)).status).toBe(401);
  const right = { email: person.user.email, password: PASSWORD, guardant_code: KEY_CODE };
  expect((await service.signIn(right)).status).toBe(401);
  const kept = (await admin.get(paths.project(project))).body;
  expect([kept.name, kept.author]).toEqual(['Остаётся изменённым', expect.stringMatching(/^Пользователь /)]);
  // Another person of the same name is another person.
  expect((await admin.get(paths.project(foreign))).body.author).toContain('Неповторимая');
  const { entries } = await listEntries(service.db, admin.tenant, { limit: 10 });
  expect(entries[0]).toMatchObject({ action: 'Пользователь забыт', outcome: 'done' });
  expect(JSON.stringify(entries)).not.toContain(person.user.email);
  expect((await service.createUser({ email: person.user.email }, admin.company)).tokens.access).toBeTruthy();
});

it('nobody is forgotten who is unknown or the last administrator', async () => {
  const admin = await service.createUser({ role: 'admin' });
  expect(await forgetUser(service.db, admin.user.id, service.clock)).toEqual({ refused: 'last_admin' });
  expect(await forgetUser(service.db, 'нет такого', service.clock)).toEqual({ refused: 'unknown' });
  expect((await admin.get(paths.me)).status).toBe(200);
});
