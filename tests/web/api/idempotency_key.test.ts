import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { createProject } from '#web/api/calls.ts';
import { TOKEN_KEY } from '#web/api/session.ts';
import { createTable } from '#web/api/table_calls.ts';
import { eraseSent } from '#web/browser/drafts.ts';
import { WebServer } from '../../support/web/web_server.ts';

let server: WebServer;

const FIELDS = {
  name: 'Шахта',
  start_date: '2026-01-01',
  end_date: '2026-12-31',
  company: 'company-1',
  user: 'user-1',
};
const create = (name = FIELDS.name) => createProject({ ...FIELDS, name }).catch(() => undefined);
const keys = () => server.seen('POST', paths.createProject).map(({ writeKey }) => writeKey);
const isLost = () => Promise.reject(new TypeError('fetch failed'));

beforeEach(async () => {
  server = await WebServer.open();
  vi.stubGlobal('fetch', server.fetch);
  localStorage.setItem(TOKEN_KEY, server.tokens.access);
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

it('a write has an Idempotency-Key that the server accepts', async () => {
  await create();
  expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

it.each([
  ['no answer', isLost],
  ['a failure of the server', async () => new Response('{}', { status: 502 })],
  ['the page of a proxy', async () => new Response('<html></html>')],
])('a write that ended with %s is repeated under the same key, also after a reload', async (_, answer) => {
  server.intercept = answer;
  await create();
  await create();
  // What a reload leaves is the session storage.
  vi.resetModules();
  const fresh = await import('#web/api/calls.ts');
  await fresh.createProject(FIELDS).catch(() => undefined);
  expect(new Set(keys()).size).toBe(1);
  expect(keys()).toHaveLength(3);
});

it('two identical writes at once share one key', async () => {
  await Promise.all([create(), create()]);
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
});

it('a write after a definite response gets a new key', async () => {
  await create();
  server.intercept = async () => new Response('{"detail":"Нет","code":"x"}', { status: 409 });
  await create();
  server.intercept = () => undefined;
  await create();
  expect(new Set(keys()).size).toBe(3);
});

it('a write with other content gets another key', async () => {
  server.intercept = isLost;
  await create();
  await create('Другая');
  expect(new Set(keys()).size).toBe(2);
});

it('a form is identified by its fields and its file', async () => {
  server.intercept = isLost;
  const send = (file: File, name = 'Ряд') =>
    createTable('filling_blanks', { name, actual: [] }, file).catch(() => undefined);
  const file = new File(['a;b'], 'ряд.csv', { lastModified: 1 });
  await send(file);
  await send(new File(['a;b'], 'ряд.csv', { lastModified: 1 }));
  await send(new File(['a;bc'], 'ряд.csv', { lastModified: 1 }));
  await send(file, 'Другой');
  const [first, again, otherFile, otherName] = server.seen('POST', '/').map(({ writeKey }) => writeKey);
  expect(again).toBe(first);
  expect(new Set([first, otherFile, otherName]).size).toBe(3);
});

it('keys are erased together with the drafts', async () => {
  server.intercept = isLost;
  await create();
  expect(sessionStorage.length).toBe(1);
  eraseSent();
  expect(sessionStorage.length).toBe(0);
});
