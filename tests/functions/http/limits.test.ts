import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { loadServerCore } from '#functions/core.ts';
import { type AppDeps, createApp } from '#functions/http/app.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { newTable } from '../../support/datasets.ts';
import { fixedKeys } from '../../support/keys.ts';
import { newProject, openService, type Person, type Service } from '../../support/service.ts';

const TYPE = 'filling_blanks';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

/** The API with a limit of its own. */
async function limited(limits: Pick<AppDeps, 'costlyCalls' | 'companyBytes'>) {
  const { db, files } = service;
  const own = { db, files, keys: fixedKeys(), hashKey: new Uint8Array(32), now: () => service.clock, log: () => {} };
  const app = createApp(ROUTES, { ...own, core: await loadServerCore(), ...limits });
  return async (person: Person, method: string, path: string, body?: FormData | object) => {
    const isForm = body === undefined || body instanceof FormData;
    const headers = {
      Authorization: `Bearer ${person.tokens.access}`,
      ...(!isForm && { 'Content-Type': 'application/json' }),
    };
    const content = isForm ? body : JSON.stringify(body);
    const answer = await app.request(path, { method, headers, ...(content !== undefined && { body: content }) });
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, headers: answer.headers, body: isJson ? await answer.json() : undefined };
  };
}

test('a person who sends tables and exports faster than people do is asked to wait; colleagues and lists are not', async () => {
  const call = await limited({ costlyCalls: 2 });
  const person = await service.createUser();
  const colleague = await service.createUser({}, person.company);
  const project = await newProject(person);
  expect((await call(person, 'POST', paths.calculations(TYPE), newTable(TYPE, project))).status).toBe(201);
  expect((await call(person, 'GET', paths.export(project, 'txt'))).status).toBe(200);
  const { status, body, headers } = await call(person, 'POST', paths.calculations(TYPE), newTable(TYPE, project));
  expect(status).toBe(429);
  expect(body).toMatchObject({
    code: 'too_many_costly_calls',
    detail: expect.stringMatching(/2 таблиц.*Продолжите через/),
  });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  const list = `${paths.calculations(TYPE)}?project=${project}`;
  expect((await call(person, 'GET', list)).body).toMatchObject({ count: 1 });
  expect((await call(colleague, 'POST', paths.calculations(TYPE), newTable(TYPE, project))).status).toBe(201);
});

test('a company that has stored its quota is told so, and nothing more of it is stored; another company has its own', async () => {
  const call = await limited({ companyBytes: 1000 });
  const [full, other] = [await service.createUser(), await service.createUser()];
  const project = await newProject(full);
  const send = (person: Person, into: string) => call(person, 'POST', paths.calculations(TYPE), newTable(TYPE, into));
  let sent = await send(full, project);
  let accepted = 0;
  for (; sent.status === 201 && accepted < 100; accepted++) sent = await send(full, project);
  expect(accepted).toBeGreaterThan(0);
  const files = await service.fileKeys();
  const refused = await send(full, project);
  expect(refused).toMatchObject({
    status: 413,
    body: { code: 'quota_spent', detail: expect.stringContaining('Место компании') },
  });
  expect(await service.fileKeys()).toEqual(files);
  expect((await call(full, 'GET', `${paths.calculations(TYPE)}?project=${project}`)).body).toMatchObject({
    count: accepted,
  });
  expect((await send(other, await newProject(other))).status).toBe(201);
});

test('copies of a table count as costly calls and against the quota of the company', async () => {
  const person = await service.createUser();
  const project = await newProject(person);
  const first = await limited({});
  const { body: origin } = await first(person, 'POST', paths.calculations(TYPE), newTable(TYPE, project));
  const copies = async (call: Awaited<ReturnType<typeof limited>>, most: number) => {
    for (let made = 0; made < most; made++) {
      const answer = await call(person, 'POST', paths.copyCalculation(TYPE, origin.id), { project });
      if (answer.status !== 201) return answer;
    }
    throw new Error(`${most} copies are accepted`);
  };
  const files = (await service.fileKeys()).length;
  expect(await copies(await limited({ companyBytes: 1000 }), 100)).toMatchObject({
    status: 413,
    body: { code: 'quota_spent' },
  });
  const kept = (await service.fileKeys()).length;
  expect(kept - files).toBeLessThan(10);
  expect(await copies(await limited({ costlyCalls: 30 }), 31)).toMatchObject({
    status: 429,
    body: { code: 'too_many_costly_calls' },
  });
});
