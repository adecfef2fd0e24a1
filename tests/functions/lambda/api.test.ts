import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { keyedHashBy, pseudonym } from '#functions/auth/keyed_hash.ts';
import { ORIGIN_HEADER, VIEWER_HEADER } from '#functions/lambda/edge.ts';
import { FIXED_RING } from '../../support/keys.ts';
import { openSdkService, type SdkService } from '../../support/sdk_stores.ts';
import { KEY_CODE, newProject, PASSWORD, type Person } from '../../support/service.ts';
import { enterFunction } from './environment.ts';
import { type ApiRequest, apiEvent, contextOf } from './events.ts';

const SECRET = 'only the distribution knows';
const FORMER = 'what it knew before';
const before = { ...process.env };
const vault = mockClient(SecretsManagerClient);
let service: SdkService;
let person: Person;
let handler: typeof import('#functions/lambda/api.ts').handler;

beforeAll(async () => {
  service = await openSdkService();
  service.clock = new Date();
  person = await service.createUser();
  vault.on(GetSecretValueCommand, { SecretId: 'ring' }).resolves({ SecretString: FIXED_RING });
  vault.on(GetSecretValueCommand, { SecretId: 'hash-key' }).resolves({ SecretString: 'h'.repeat(64) });
  vault.on(GetSecretValueCommand, { SecretId: 'origin' }).resolves({ SecretString: SECRET });
  vault.on(GetSecretValueCommand, { SecretId: 'former' }).resolves({ SecretString: FORMER });
  const origins = { ORIGIN_SECRETS: 'origin,former' };
  enterFunction(service, {
    SIGNING_KEYS_SECRET: 'ring',
    HASH_KEY_SECRET: 'hash-key',
    ...origins,
    EXPORT_QUEUE_URL: 'https://queue',
  });
  ({ handler } = await import('#functions/lambda/api.ts'));
});
afterAll(async () => {
  process.env = before;
  vault.restore();
  await service.close();
});

/** Sends a request as the distribution does, signed in. */
function call({ headers, ...request }: ApiRequest): Promise<APIGatewayProxyStructuredResultV2> {
  const shown = { [ORIGIN_HEADER]: SECRET, [VIEWER_HEADER]: '198.51.100.1' };
  const session = { authorization: `Bearer ${person.tokens.access}` };
  return handler(apiEvent({ ...request, headers: { ...shown, ...session, ...headers } }), contextOf());
}

const json = { 'content-type': 'application/json' };

test.each([
  { headers: {} },
  { headers: { [ORIGIN_HEADER]: '' } },
  { headers: { [ORIGIN_HEADER]: `${SECRET}.` } },
  { headers: { [ORIGIN_HEADER]: SECRET.toUpperCase() } },
])('who shows no secret is answered 403 and nothing else: %j', async ({ headers }) => {
  expect(await handler(apiEvent({ path: paths.openapi, headers }), contextOf())).toEqual({ statusCode: 403 });
});

test('who shows the secret of before is answered, until the new one has reached all of the distribution', async () => {
  const answer = await handler(apiEvent({ path: paths.openapi, headers: { [ORIGIN_HEADER]: FORMER } }), contextOf());
  expect(answer.statusCode).toBe(200);
});

test('JSON comes and goes as text, Russian letters and all', async () => {
  const body = JSON.stringify({ name: 'Лава № 7', start_date: '2026-01-01', end_date: '2026-12-31' });
  const made = await call({ method: 'POST', path: paths.createProject, headers: json, body });
  expect(made).toMatchObject({ statusCode: 201, isBase64Encoded: false });
  expect(JSON.parse(made.body ?? '').name).toBe('Лава № 7');
  const list = await call({ path: paths.projects, query: 'limit=1' });
  expect(JSON.parse(list.body ?? '')).toMatchObject({ results: [{ name: 'Лава № 7' }] });
});

test('a body that comes in base64 is the same body', async () => {
  const body = Buffer.from(JSON.stringify({ email: person.user.email, password: PASSWORD, guardant_code: KEY_CODE }));
  const answer = await call({ method: 'POST', path: paths.token, headers: json, body });
  expect(answer.statusCode).toBe(200);
  // Cookies stand beside the headers, each by itself.
  expect(answer.cookies).toEqual([expect.stringMatching(/^__Host-device_\w+=[\w-]+;.*HttpOnly; Secure/)]);
  expect(answer.headers).not.toHaveProperty('set-cookie');
});

test('a form with a file comes in base64, byte for byte', async () => {
  const project = await newProject(person);
  const form = new FormData();
  const fields = { name: 'Прогноз', project, method: 'xgboost' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // In windows-1251, which is no UTF-8.
  const rows = 'x1;x2;x7;x8;x12;x13;x15;Примечание\r\n1200,5;1250;38;10;0,5;1900;4;норма\r\n';
  const codes = [...rows].map((letter) => letter.charCodeAt(0));
  const file = new Uint8Array(codes.map((code) => (code < 0x80 ? code : code - 0x350)));
  form.append('file_data', new Blob([file]), 'лава.csv');
  const request = new Request('https://x', { method: 'POST', body: form });
  const made = await call({
    method: 'POST',
    path: paths.calculations('regres_methane'),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: new Uint8Array(await request.arrayBuffer()),
  });
  expect(JSON.parse(made.body ?? '')).toMatchObject({ rows_count: 1 });
});

test.each(['txt', 'xls', 'xlsx'] as const)('an export to %s goes in base64, byte for byte', async (format) => {
  const project = await newProject(person, { name: 'Мой отчёт' });
  const { headers, body = '', ...answer } = await call({ path: paths.export(project, format) });
  expect(answer).toMatchObject({ statusCode: 200, isBase64Encoded: true });
  const bytes = Buffer.from(body, 'base64');
  expect(bytes.length).toBe(Number(headers?.['content-length']));
  const firsts = { txt: 'efbbbf', xls: 'd0cf11e0', xlsx: '504b0304' };
  expect(bytes.toString('hex')).toMatch(new RegExp(`^${firsts[format]}`));
  if (format === 'txt') expect(bytes.toString()).toContain('Мой отчёт');
});

describe('what cannot be answered says so as ever', () => {
  test.each([
    [{ path: '/api/nothing/' }, 404, {}],
    [{ path: '/' }, 404, {}],
    [{ path: '//evil.example/api/' }, 404, {}],
    [{ method: 'DELETE', path: paths.projects }, 405, { allow: 'GET, HEAD' }],
    [{ method: 'POST', path: paths.createProject, headers: json, body: '{' }, 400, {}],
    [{ method: 'POST', path: paths.createProject, body: 'x' }, 415, {}],
    [{ method: 'POST', path: paths.createProject, headers: json, body: `"${'x'.repeat(300_000)}"` }, 413, {}],
    [{ path: paths.projects, headers: { authorization: 'Bearer x.y.z' } }, 401, {}],
  ] as const)('%j: %i', async (request, status, headers) => {
    const answer = await call(request);
    expect(answer).toMatchObject({ statusCode: status, isBase64Encoded: false, headers });
    expect(answer.headers?.['x-request-id']).toBeTruthy();
    expect(JSON.parse(answer.body ?? '').detail).toMatch(/[а-я]/);
  });
});

test('the length that a client claims does not help a body past the limit', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(300_000) });
  const headers = { ...json, 'content-length': '10' };
  expect((await call({ method: 'POST', path: paths.createProject, headers, body })).statusCode).toBe(413);
});

test('attempts to sign in are counted by the address of the viewer, not of the distribution', async () => {
  const body = JSON.stringify({ email: 'nobody@mine.example', password: 'wrong', guardant_code: '' });
  const headers = { ...json, [VIEWER_HEADER]: '198.51.100.7', 'x-forwarded-for': '203.0.113.9' };
  for (const sourceIp of ['192.0.2.8', '192.0.2.9'])
    expect((await call({ method: 'POST', path: paths.token, headers, body, sourceIp })).statusCode).toBe(401);
  const { Items = [] } = await service.db.client.send(
    new ScanCommand({
      TableName: service.db.name,
      FilterExpression: 'begins_with(pk, :kind) AND attempts > :none',
      ExpressionAttributeValues: { ':kind': 'T#sign-in#address#', ':none': 0 },
    }),
  );
  const viewer = pseudonym(keyedHashBy(Buffer.from('h'.repeat(64))), 'network', '198.51.100.7');
  expect(Items.map(({ pk, attempts }) => [pk, attempts])).toEqual([[`T#sign-in#address#${viewer}`, 2]]);
});
