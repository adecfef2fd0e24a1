import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { Key } from '#functions/store/database.ts';
import { csvFile, firstCase, formOf } from '../../support/datasets.ts';
import { newProject, openService, type Person, PROJECT } from '../../support/service.ts';
import { CASES } from '../../wasm-core/calculations/all_cases.ts';

const service = await openService();
const person = await service.createUser();
afterAll(() => service.close());

const send = (by: Person, key: string, path: string, body: unknown, method = 'POST') =>
  service.call(method, path, { body, token: by.tokens.access, headers: { 'Idempotency-Key': key } });
const count = async () => (await person.get(paths.projects)).body.count;

describe('an Idempotency-Key', () => {
  it.each(['', 'коротко'.normalize('NFD').replace(/[^ -~]/g, 'x'), 'a b c d e f', 'x'.repeat(129), '<script>1'])(
    'that is invalid (%s) is refused, and nothing is created',
    async (key) => {
      const before = await count();
      const { status, body } = await send(person, key, paths.createProject, PROJECT);
      expect([status, body.code]).toEqual([400, 'bad_idempotency_key']);
      expect(body.detail).toMatch(/UUID/);
      expect(await count()).toBe(before);
    },
  );

  it('belongs to one request and is refused with another body', async () => {
    const key = randomUUID();
    expect((await send(person, key, paths.createProject, PROJECT)).status).toBe(201);
    const before = await count();
    const other = await send(person, key, paths.createProject, { ...PROJECT, name: 'Другой' });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    expect(other.body.detail).toMatch(/новый ключ/);
    expect(await count()).toBe(before);
  });

  it('belongs to one user: others with the same key create their own objects', async () => {
    const key = randomUUID();
    const colleague = await service.createUser({}, person.company);
    const stranger = await service.createUser();
    const answers = [];
    for (const one of [person, colleague, stranger]) answers.push(await send(one, key, paths.createProject, PROJECT));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3);
  });

  it('expires after a day', async () => {
    const key = randomUUID();
    const started = service.clock;
    const first = await send(person, key, paths.createProject, PROJECT);
    try {
      service.clock = new Date(started.getTime() + 24 * 3_600_000 + 1000);
      const again = await service.signIn({
        email: person.user.email,
        password: 'верный пароль 1',
        guardant_code: 'ключ-1234',
      });
      const later = { ...person, tokens: again.body };
      const second = await send(later, key, paths.createProject, PROJECT);
      expect(second.status).toBe(201);
      expect(second.body.id).not.toBe(first.body.id);
    } finally {
      service.clock = started;
    }
  });
});

describe('a repeated request', () => {
  it('returns the created object even if it was changed and its project archived since', async () => {
    const key = randomUUID();
    const project = await newProject(person);
    const body = { name: 'Факел', project, ...CASES.torch_ch4?.[0]?.inputs };
    const first = await send(person, key, paths.calculations('torch_ch4'), body);
    const { id } = first.body;
    await person.patch(paths.changeCalculation('torch_ch4', id), { name: 'Переименован' });
    await person.patch(paths.changeProject(project), { is_deleted: true });
    const again = await send(person, key, paths.calculations('torch_ch4'), body);
    expect(again.text).toBe(first.text);
    expect((await person.get(`${paths.calculations('torch_ch4')}?project=${project}`)).body.count).toBe(1);
  });

  it('with a form is recognised whatever its boundary', async () => {
    const key = randomUUID();
    const project = await newProject(person);
    const table = firstCase('filling_blanks');
    const path = paths.calculations('filling_blanks');
    const fields = { ...table.settings, name: 'Ряд', project };
    const first = await send(person, key, path, formOf(fields, csvFile('filling_blanks', table)));
    expect(first.status).toBe(201);
    expect((await send(person, key, path, formOf(fields, csvFile('filling_blanks', table)))).text).toBe(first.text);
    const other = formOf(fields, csvFile('filling_blanks', { ...table, rows: table.rows.slice(1) }));
    expect((await send(person, key, path, other)).status).toBe(409);
  });

  it('of a change returns the version that it made, whatever the current version', async () => {
    const key = randomUUID();
    const id = await newProject(person);
    const path = paths.changeProject(id);
    const first = await send(person, key, path, { name: 'Второй', version: 1 }, 'PATCH');
    expect(first.body.version).toBe(2);
    await person.patch(path, { name: 'Третий' });
    expect((await send(person, key, path, { name: 'Второй', version: 1 }, 'PATCH')).text).toBe(first.text);
    expect((await person.get(paths.project(id))).body).toMatchObject({ name: 'Третий', version: 3 });
  });

  it('reads no history older than its key for an outdated change, however long that is', async () => {
    const id = await newProject(person);
    const path = paths.changeProject(id);
    for (let version = 1; version <= 40; version++) await person.patch(path, { name: `Имя ${version}` });
    const before = service.clock;
    service.clock = new Date(before.getTime() + 60 * 60_000);
    const colleague = await service.createUser({}, person.company);
    let read = 0;
    const undo = service.db.disturb(async ({ name }, carryOut) => {
      const answer = await carryOut();
      if (name.startsWith('range')) read += (answer as unknown[]).length;
      return answer;
    });
    const key = randomUUID();
    const late = () => send(colleague, key, path, { name: 'Поздно', version: 1 }, 'PATCH');
    expect([(await late()).status, read]).toEqual([409, 0]);
    expect((await late()).status).toBe(409);
    undo();
    service.clock = before;
    expect(read).toBe(10);
  });

  it('creates one object after a failure of the store between key and object', async () => {
    const key = randomUUID();
    const before = await count();
    let left = 3;
    const mend = service.db.disturb(async ({ args: [item] }, carryOut) => {
      if ((item as Key).sk?.startsWith('P#') && left-- > 0) throw new Error('the store is away');
      return carryOut();
    });
    const answers = [];
    for (let time = 0; time < 5; time++) answers.push(await send(person, key, paths.createProject, PROJECT));
    mend();
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 201, 201]);
    expect(answers[3]?.text).toBe(answers[4]?.text);
    expect(await count()).toBe(before + 1);
  });

  it('of a password reset shows the one-time password again until it is replaced', async () => {
    const admin = await service.createUser({ role: 'admin' });
    const invitation = { email: `${randomUUID()}@mine.example`, first_name: 'Пётр', last_name: 'Ильин', role: 'staff' };
    const invited = await admin.post(paths.companyUsers, invitation);
    const { id, version } = invited.body.user;
    const path = paths.companyUserAction(id, 'reset_password');
    const key = randomUUID();
    const first = await send(admin, key, path, { version });
    expect(first.status).toBe(200);
    expect((await send(admin, key, path, { version })).text).toBe(first.text);
    const signedIn = await service.signIn({ email: invitation.email, password: first.body.one_time_password });
    expect(signedIn.status).toBe(200);
    await admin.post(path, { version: first.body.user.version });
    const late = await send(admin, key, path, { version });
    expect(late.status).toBe(409);
  });

  it('shows no internal fields of the store', async () => {
    const id = await newProject(person);
    await person.patch(paths.changeProject(id), { name: 'Другой' });
    for (const path of [paths.project(id), paths.projects, paths.projectHistory(id)]) {
      expect((await person.get(path)).text).not.toContain('write_id');
    }
  });
});
