import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { createUser } from '#functions/store/users.ts';
import { newProject, openService, PASSWORD, type Person, PROJECT } from '../../../support/service.ts';

let person: Person;

const service = await openService();
beforeEach(async () => {
  person = await service.createUser();
});
afterAll(() => service.close());

const active = (query = '') => `${paths.projects}?company=${person.company.id}&is_active=true&is_deleted=false${query}`;
const archive = () => `${paths.projects}?company=${person.company.id}&is_active=true&is_deleted=true`;
const names = (page: { results: { name: string }[] }) => page.results.map(({ name }) => name);

describe('projects', () => {
  it('are created and read back as specified', async () => {
    const created = await person.post(paths.createProject, {
      ...PROJECT,
      name: '  Отчёт за 2026 год ',
      status: 1,
      company: person.company.id,
      user: person.user.id,
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...PROJECT,
      status: 1,
      company: person.company.id,
      user: person.user.id,
      is_active: true,
      is_deleted: false,
      version: 1,
      created_at: service.clock.toISOString(),
    });
    const got = await person.get(paths.project(created.body.id));
    expect(got.body).toEqual(created.body);
    expect(got.headers.get('cache-control')).toBe('no-store');
  });

  it('are listed newest first in pages with links to the neighbours', async () => {
    for (let n = 1; n <= 23; n++) await newProject(person, { name: `Проект ${n}` });
    const first = (await person.get(active())).body;
    expect(first.count).toBe(23);
    expect(first.results).toHaveLength(10);
    expect(names(first)[0]).toBe('Проект 23');
    expect(first.previous).toBeNull();
    const second = (await person.get(first.next)).body;
    expect(names(second)[0]).toBe('Проект 13');
    const last = (await person.get(second.next)).body;
    expect(names(last)).toEqual(['Проект 3', 'Проект 2', 'Проект 1']);
    expect(last.next).toBeNull();
    expect((await person.get(last.previous)).body).toEqual(second);
  });

  it('are paged by limit and offset; invalid values mean the defaults', async () => {
    for (let n = 1; n <= 12; n++) await newProject(person, { name: `Проект ${n}` });
    const size = async (query: string) => (await person.get(active(query))).body.results.length;
    expect(await size('&limit=2&offset=1')).toBe(2);
    for (const large of ['1000', '99999999999999999999']) expect(await size(`&limit=${large}`)).toBe(12);
    for (const wrong of ['limit=0', 'limit=-1', 'limit=abc', 'limit=1e3', 'limit=']) {
      expect([wrong, await size(`&${wrong}`)]).toEqual([wrong, 10]);
    }
    for (const wrong of ['offset=-1', 'offset=abc', 'offset='])
      expect([wrong, await size(`&${wrong}`)]).toEqual([wrong, 10]);
    for (const beyond of ['100', '99999999999999999999']) {
      const { body } = await person.get(active(`&offset=${beyond}`));
      expect(body).toMatchObject({ count: 12, results: [] });
    }
  });

  it('are changed as a whole object with a new version', async () => {
    const id = await newProject(person);
    const project = (await person.get(paths.project(id))).body;
    const changed = await person.patch(paths.changeProject(id), { ...project, name: 'Новое название' });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ name: 'Новое название', version: 2, created_at: project.created_at });
    expect((await person.get(paths.project(id))).body).toEqual(changed.body);
  });

  it('have the creator and the last editor', async () => {
    const colleague = await createUser(service.db, person.tenant, {
      email: `colleague-${person.user.id}@mine.example`,
      password: PASSWORD,
      first_name: 'Олег',
      last_name: 'Шахов',
      role: 'staff',
    });
    const { body: tokens } = await service.signIn({ email: colleague.email, password: PASSWORD });
    const id = await newProject(person);
    const changed = await service.call('PATCH', paths.changeProject(id), {
      body: { name: 'Правка коллеги' },
      token: tokens.access,
    });
    expect(changed.body).toMatchObject({
      user: person.user.id,
      author: 'Ковалёва Анна',
      editor: 'Шахов Олег',
      changed_by: colleague.id,
    });
  });

  it('are archived and restored by the flags', async () => {
    const id = await newProject(person);
    const project = (await person.get(paths.project(id))).body;
    const archived = await person.patch(paths.changeProject(id), { ...project, is_deleted: true, is_active: false });
    expect(archived.body).toMatchObject({ is_deleted: true, is_active: false });
    expect((await person.get(active())).body.count).toBe(0);
    expect((await person.get(archive())).body.results).toEqual([archived.body]);
    const edit = await person.patch(paths.changeProject(id), { ...archived.body, name: 'Правка в архиве' });
    expect(edit.status).toBe(409);
    expect(edit.body).toMatchObject({ code: 'archived', detail: expect.stringContaining('восстановите') });
    const restored = await person.patch(paths.changeProject(id), {
      ...archived.body,
      is_deleted: false,
      is_active: true,
    });
    expect(restored.status).toBe(200);
    expect((await person.get(active())).body.results).toEqual([restored.body]);
    expect((await person.get(archive())).body.count).toBe(0);
  });

  it('refuse a change with an old version and return the current one', async () => {
    const id = await newProject(person);
    const mine = (await person.get(paths.project(id))).body;
    const theirs = await person.patch(paths.changeProject(id), { ...mine, name: 'Правка коллеги' });
    const late = await person.patch(paths.changeProject(id), { ...mine, name: 'Моя правка' });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: 'conflict', current: theirs.body });
    expect((await person.get(paths.project(id))).body.name).toBe('Правка коллеги');
  });

  it('accept exactly one of many parallel changes of one version', async () => {
    const id = await newProject(person);
    const project = (await person.get(paths.project(id))).body;
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) => person.patch(paths.changeProject(id), { ...project, name: `Правка ${n}` })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(31);
    expect((await person.get(paths.project(id))).body).toEqual(won[0]?.body);
  });

  it('accept a change without a version and keep the previous state as a revision', async () => {
    const id = await newProject(person);
    const { version, ...project } = (await person.get(paths.project(id))).body;
    const answers = await Promise.all(
      ['А', 'Б', 'В'].map((name) => person.patch(paths.changeProject(id), { ...project, name })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3, 4]);
  });

  it('get no new version from a change without a difference', async () => {
    const id = await newProject(person);
    const project = (await person.get(paths.project(id))).body;
    service.clock = new Date(service.clock.getTime() + 1000);
    for (const body of [{}, project, { name: `  ${PROJECT.name} ` }, { version: 1 }, { is_deleted: false }]) {
      const { status, body: answer } = await person.patch(paths.changeProject(id), body);
      expect([status, answer]).toEqual([200, project]);
    }
    expect((await person.get(`${paths.project(id)}/history/`)).body.results).toHaveLength(1);
  });

  it.each([
    ['\u200b', 'a zero-width space'],
    [' \u2060\ufeff ', 'a word joiner'],
    ['\u00ad', 'a soft hyphen'],
    ['\u3164', 'a Hangul filler'],
    ['\u2800', 'a Braille blank'],
    ['\u200d\ufe0f', 'a joiner'],
  ])('refuse the name %j, which is only %s', async (name) => {
    const { status, body } = await person.post(paths.createProject, { ...PROJECT, name });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'name' })]]);
  });

  it('remove invisible characters from a name', async () => {
    const { body } = await person.post(paths.createProject, {
      ...PROJECT,
      name: '\u200bОт\u00adчёт\ufeff за год\u2060',
    });
    expect(body.name).toBe('Отчёт за год');
  });

  it('refuse blank names, impossible dates and an end before the start, all at once and by field', async () => {
    const { status, body } = await person.post(paths.createProject, {
      name: ' ',
      start_date: '2026-02-30',
      end_date: '',
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['name', 'start_date', 'end_date']);
    const reversed = await person.post(paths.createProject, { ...PROJECT, start_date: '2027-01-01' });
    expect(reversed.body.errors).toEqual([
      { field: 'end_date', value: '2026-12-31', message: expect.stringContaining('раньше даты начала') },
    ]);
    expect((await person.get(active())).body.count).toBe(0);
  });
});

describe('statistics', () => {
  it('counts projects, calculations by type and the archive', async () => {
    const id = await newProject(person);
    const archived = await newProject(person, { name: 'В архив' });
    await person.patch(paths.changeProject(archived), { is_deleted: true, is_active: false });
    const calculation = { name: 'Факел', project: id, volume: 1, koef_transform: 0.67 };
    await person.post(paths.calculations('torch_ch4'), calculation);
    const second = await person.post(paths.calculations('torch_ch4'), calculation);
    service.clock = new Date(service.clock.getTime() + 1000);
    await person.patch(paths.changeCalculation('torch_ch4', second.body.id), { is_deleted: true, is_active: false });
    expect((await person.get(paths.statistics)).body).toEqual({
      projects: 1,
      projects_archived: 1,
      calculations: 1,
      calculations_archived: 1,
      calculations_by_type: { torch_ch4: 1 },
      last_activity: service.clock.toISOString(),
    });
  });

  it('excludes calculations of archived projects', async () => {
    const project = await newProject(person);
    const calculation = { name: 'Факел', project, volume: 1, koef_transform: 0.67 };
    await person.post(paths.calculations('torch_ch4'), calculation);
    const second = await person.post(paths.calculations('torch_ch4'), calculation);
    await person.patch(paths.changeCalculation('torch_ch4', second.body.id), { is_deleted: true });
    await person.patch(paths.changeProject(project), { is_deleted: true });
    expect((await person.get(paths.statistics)).body).toMatchObject({
      projects: 0,
      projects_archived: 1,
      calculations: 0,
      calculations_archived: 0,
      calculations_by_type: {},
    });
    await person.patch(paths.changeProject(project), { is_deleted: false });
    expect((await person.get(paths.statistics)).body).toMatchObject({
      calculations: 1,
      calculations_archived: 1,
      calculations_by_type: { torch_ch4: 1 },
    });
  });
});
