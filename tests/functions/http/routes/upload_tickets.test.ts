import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TABLE_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { firstCase, stored } from '../../../support/datasets.ts';
import { csv, type JobHouse, openJobHouse, TYPE } from '../../../support/job_fixture.ts';
import { newProject, type Person } from '../../../support/service.ts';

let house: JobHouse;

beforeAll(async () => {
  house = await openJobHouse();
});
afterAll(() => house.close());

const FILE = { file_name: 'лава.csv', size: 1000 };
const ask = (fields: object, type: string = TYPE, person: Pick<Person, 'post'> = house.person) =>
  person.post(paths.uploadTicket(type), {
    ...{ name: 'Прогноз', project: house.project, method: 'xgboost' },
    ...FILE,
    ...fields,
  });

describe('an upload ticket', () => {
  test.each(TABLE_TYPES)('of %s has the job, the form and its expiry', async (type) => {
    const { status, body } = await ask({ ...firstCase(type).settings }, type);
    expect(status).toBe(201);
    expect(body.job).toMatchObject({ type, project: house.project, state: 'waiting', file_name: 'лава.csv' });
    expect(body.fields.key).toMatch(new RegExp(`^uploads/${house.person.company.id}/${body.job.id}/[0-9a-f-]{36}$`));
    expect(Date.parse(body.expires_at) - house.clock.getTime()).toBe(900_000);
  });

  test('stores only the file name, without folders and invisible characters', async () => {
    const { body } = await ask({ file_name: '../../../C:\\папка\\ла\u202eва.csv' });
    expect(body.job.file_name).toBe('лава.csv');
  });

  test.each([
    ['file_name', [undefined, null, '', 5, {}, []]],
    ['size', [undefined, null, 0, -1, 1.5, '1000', Number.MAX_VALUE, {}]],
    ['name', [undefined, '', '\u0000', {}]],
    ['method', ['unknown', 5, {}]],
    ['project', [undefined, 5]],
  ] as const)('is refused for an invalid %s with its field, and nothing is stored', async (field, values) => {
    const before = await stored(house);
    for (const value of values) {
      const { status, body } = await ask({ [field]: value });
      expect([field, value, status]).toEqual([field, value, 400]);
      expect(body.errors).toContainEqual(expect.objectContaining({ field }));
      expect(body.detail).toMatch(/[а-я]/);
    }
    expect(await stored(house)).toBe(before);
  });

  test('is refused for a file that is too large, with the limit', async () => {
    const { status, body } = await ask({ size: 128 * 2 ** 20 + 1 });
    expect([status, body.detail]).toEqual([413, expect.stringContaining('128 МБ')]);
    expect((await ask({ size: 128 * 2 ** 20 })).status).toBe(201);
  });

  test('is refused for a project in the archive', async () => {
    const project = await newProject(house.person, { name: 'Старый' });
    await house.person.patch(paths.changeProject(project), { is_deleted: true, is_active: false });
    expect((await ask({ project })).body.code).toBe('archived');
  });

  test('for an old version of a calculation is refused with the current one', async () => {
    const first = await house.ticket();
    await house.send(first, csv(20));
    await house.deliver();
    const { calculation } = first.job;
    await house.person.patch(paths.changeCalculation(TYPE, calculation), { name: 'Правка', version: 1 });
    const late = await ask({ calculation, version: 1 });
    expect([late.status, late.body.current]).toEqual([409, expect.objectContaining({ name: 'Правка', version: 2 })]);
    expect((await ask({ calculation, version: 2 })).status).toBe(201);
    expect((await ask({ calculation, version: 'два' })).status).toBe(400);
    await house.person.patch(paths.changeCalculation(TYPE, calculation), { is_deleted: true, is_active: false });
    expect((await ask({ calculation })).body.code).toBe('archived');
  });

  test('is refused while twenty files of the project are pending', async () => {
    const project = await newProject(house.person, { name: 'Занятой' });
    const jobs = [];
    for (let n = 0; n < 20; n++) jobs.push((await ask({ project })).body.job.id);
    expect((await ask({ project })).body.code).toBe('too_many_jobs');
    await house.person.post(paths.cancelJob(jobs[0]), {});
    expect((await ask({ project })).status).toBe(201);
  });

  test('is refused while 150 files of the company are pending, until one ends; another company is not', async () => {
    const person = await house.createUser();
    const project = await newProject(person);
    const first = (await ask({ project }, TYPE, person)).body.job.id;
    const key = { pk: person.tenant.partition, sk: 'UNFINISHED_JOBS' };
    for (let n = 1; n < 150; n++) await house.db.update(key, { include: { jobs: `earlier-${n}` } });
    const refused = await ask({ project }, TYPE, person);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      code: 'too_many_unfinished',
      detail: expect.stringMatching(/150 файлов.*Повторите через минуту/),
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask({ project: await newProject(house.person, { name: 'Другая' }) })).status).toBe(201);
    await person.post(paths.cancelJob(first), {});
    expect((await ask({ project }, TYPE, person)).status).toBe(201);
  });

  test('is refused after two hundred in 15 minutes, for this company only', async () => {
    house.later(900);
    house.person = await house.signInAgain();
    const window = Math.floor(house.clock.getTime() / 900_000);
    const { partition } = house.person.tenant;
    await house.db.put({ pk: partition, sk: `W#tickets#${window}`, attempts: 198 });
    const project = await newProject(house.person, { name: 'Много файлов' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ project })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.body).toMatchObject({
      code: 'too_many_tickets',
      detail: expect.stringMatching(/200 файлов.*через \d+ мин/),
    });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await house.createUser();
    expect((await house.ticket({ project: await newProject(other) }, other)).job.state).toBe('waiting');
    house.later(900);
    house.person = await house.signInAgain();
    expect((await ask({ project })).status).toBe(201);
  });
});
