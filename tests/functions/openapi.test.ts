import { afterAll, beforeAll, expect, it } from 'vitest';
import { numberInputs } from '#core/calculations/definition.ts';
import { definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { schemaName } from '#functions/routes/calculation_schema.ts';
import { ROUTES } from '#functions/routes/index.ts';
import { openService, type Service } from './service.ts';

let service: Service;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

it('the OpenAPI document lists every route, public ones without a session', async () => {
  const { status, body } = await service.call('GET', paths.openapi);
  expect(status).toBe(200);
  const listed = Object.entries<Record<string, { security: unknown[] }>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => `${method} ${path} ${security.length}`),
  );
  const expected = ROUTES.map(
    ({ method, path, slash, access }) =>
      `${method.toLowerCase()} /api${path}${slash ? '/' : ''} ${access === 'public' ? 0 : 1}`,
  );
  expect(listed.sort()).toEqual(expected.sort());
});

it('every reference in it leads somewhere', async () => {
  const { body, text } = await service.call('GET', paths.openapi);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(body.components.schemas).toHaveProperty(name ?? '');
  }
});

it.each(FIELDS_TYPES)('%s says the unit of every input and result', async (type) => {
  const { body } = await service.call('GET', paths.openapi);
  const asked = body.paths[`/api/v1/${type}/`].post.requestBody.content['application/json'].schema.properties;
  for (const [name, { unit }] of numberInputs(definitionOf(type))) expect(asked[name].description).toContain(unit);
  const answered = body.components.schemas[schemaName(type)].allOf[1].properties;
  for (const [name, result] of Object.entries(definitionOf(type).results)) {
    if (result.kind === 'number') expect(answered[name].description).toContain(result.unit);
  }
});

it('the readable page names every address and runs no script', async () => {
  const { text, headers, status } = await service.call('GET', paths.reference);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/text\/html/);
  for (const { path } of ROUTES) expect(text).toContain(path);
  expect(text).not.toContain('<script');
});
