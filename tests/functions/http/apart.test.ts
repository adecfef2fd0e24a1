import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { keyedHashBy } from '#functions/auth/keyed_hash.ts';
import { loadServerCore } from '#functions/core.ts';
import { createApart, type ForwardedRequest } from '#functions/http/apart.ts';
import { createApp, routeContext } from '#functions/http/app.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { FIXED_HASH_KEY, fixedKeys } from '../../support/keys.ts';
import { newProject, openService, type Person, type Service } from '../../support/service.ts';

let service: Service;
let person: Person;
let project: string;
/** The API whose requests with tables another thread answers: what goes there and back is cloned. */
let apart: Pick<Service, 'fetch'>;
const forwarded: string[] = [];
/** The last request that went to another thread, as it was cloned. */
let sent: ForwardedRequest | undefined;

beforeAll(async () => {
  service = await openService();
  person = await service.createUser({ role: 'admin' });
  project = await newProject(person);
  const { db, files } = service;
  const own = { core: await loadServerCore(), db, files, keys: fixedKeys(), now: () => service.clock, log: () => {} };
  const answer = createApart(ROUTES, routeContext({ ...own, keyedHash: keyedHashBy(FIXED_HASH_KEY) }));
  const app = createApp(ROUTES, {
    ...own,
    hashKey: FIXED_HASH_KEY,
    answerApart: async (request) => {
      sent = request;
      forwarded.push(`${request.method} ${new URL(request.url).pathname}`);
      return structuredClone(await answer(structuredClone(request)));
    },
  });
  apart = {
    fetch: async (method, path, { body, headers } = {}) => {
      const init = { method, headers: { Authorization: `Bearer ${person.tokens.access}`, ...headers } };
      return app.request(path, { ...init, ...(body !== undefined && { body: body as FormData | string }) });
    },
  };
});
afterAll(() => service.close());

const CSV = 'Объект;Год;Значение\nШтрек;2020;1,5\nШтрек;2021;2\n';

function form(text: string, fields: Readonly<Record<string, string>> = {}): FormData {
  const all = { name: 'Таблица', project, ...fields };
  const made = new FormData();
  for (const [name, value] of Object.entries(all)) made.set(name, value);
  made.set('file_data', new File([text], 'таблица.csv'));
  return made;
}

/** Both answers to one request: by the thread that was asked, and by another one. */
async function both(
  method: string,
  path: string,
  body?: () => FormData | string,
  headers: Record<string, string> = {},
) {
  const type = typeof body?.() === 'string' ? { 'Content-Type': 'application/json' } : {};
  const options = () => ({ body: body?.(), token: person.tokens.access, headers: { ...type, ...headers } });
  const answers = [await service.fetch(method, path, options()), await apart.fetch(method, path, options())];
  return Promise.all(answers.map(async (one) => ({ status: one.status, headers: named(one), text: await one.text() })));
}

const named = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !['x-request-id', 'content-length'].includes(name)));

/** Ids differ from one calculation to the next, and nothing else. */
const withoutIds = (text = '') => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID');

test('another thread returns the same bytes for a table', async () => {
  const path = paths.calculations('filling_blanks');
  const [here, there] = await both('POST', path, () => form(CSV));
  expect(there?.status).toBe(201);
  expect(withoutIds(there?.text)).toBe(withoutIds(here?.text));
  expect(there?.headers).toEqual(here?.headers);
  expect(forwarded.at(-1)).toContain('POST');
});

test('another thread refuses a faulty table with the same message', async () => {
  const path = paths.calculations('filling_blanks');
  const [here, there] = await both('POST', path, () => form(CSV.replace('1,5', 'нет')));
  expect(there?.status).toBe(400);
  expect(there).toEqual(here);
});

test('a repeat in another thread finds the result of the first request', async () => {
  const path = paths.calculations('filling_blanks');
  const [here, there] = await both('POST', path, () => form(CSV), {
    'Idempotency-Key': 'повтор-1'.replace('повтор', 'repeat'),
  });
  expect(there?.status).toBe(201);
  expect(there?.text).toBe(here?.text);
});

test('another thread learns who asks, and no hash of a password or a key', async () => {
  await both('POST', paths.calculations('filling_blanks'), () => form(CSV));
  const user = sent?.user;
  expect(Object.keys(user ?? {}).sort()).toEqual(['first_name', 'id', 'last_name']);
  expect(user?.first_name).toBe(person.user.first_name);
});

test('what is computed from all calculations of a project or of the company is answered in another thread', async () => {
  const made = await person.post(paths.calculations('filling_blanks'), form(CSV));
  for (const [method, path, body] of [
    ['GET', paths.inventory(project)],
    ['GET', paths.companyInventory],
    ['GET', paths.edition(project)],
    ['POST', paths.edition(project)],
    ['POST', paths.copyCalculation('filling_blanks', made.body.id), JSON.stringify({ project })],
  ] as const) {
    const [here, there] = await both(method, path, body === undefined ? undefined : () => body);
    expect(there?.status).toBe(here?.status);
    expect(there?.status).toBeLessThan(300);
    expect(forwarded.at(-1)).toBe(`${method} ${path}`);
  }
});

test('a request without a table is answered in the main thread', async () => {
  const before = forwarded.length;
  const [here, there] = await both('GET', `${paths.calculations('filling_blanks')}?project=${project}`);
  expect(there).toEqual(here);
  expect(forwarded.length).toBe(before);
});

test('a model refused in another thread is a refused action in the audit list', async () => {
  const body = new FormData();
  body.set('file', new File(['это не модель'], 'model.txt'));
  const answer = await apart.fetch('POST', paths.models, { body });
  expect(answer.status).toBe(400);
  const { body: listed } = await person.get(paths.audit);
  expect(listed.results[0]).toMatchObject({ action: 'Модель загружена', outcome: 'refused', whom: 'model' });
});
