import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { GenerateApiParams } from 'swagger-typescript-api';
import { afterAll, describe, expect, it } from 'vitest';
import { numberInputs } from '#core/calculations/definition.ts';
import { CALCULATION_TYPES, definitionOf, FIELDS_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { schemaName } from '#functions/http/calculation_schema.ts';
import { openApi } from '#functions/http/openapi.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { newTable, type Row, rowsOf } from '../../support/datasets.ts';
import { newProject, openService } from '../../support/service.ts';

/** The module of the formats as Node loads it. */
const addFormats = formats.default;

const service = await openService();
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

it('an operation that waits for its turn says when to repeat it, when nobody waits and when it takes too long', () => {
  const document = openApi(ROUTES) as { paths: Record<string, Record<string, { responses: Record<number, object> }>> };
  const wait = { headers: { 'Retry-After': expect.anything() } };
  for (const [path, method] of [
    [paths.companyInventory, 'get'],
    [paths.calculations('filling_blanks'), 'post'],
    [paths.export('{project}', 'xlsx'), 'get'],
  ] as const) {
    const responses = document.paths[path]?.[method]?.responses ?? {};
    expect(responses[408], path).toBeDefined();
    expect(responses[413], path).toBeDefined();
    expect(responses[429], path).toMatchObject(wait);
    expect(responses[503], path).toMatchObject(wait);
  }
  const list = document.paths[paths.calculations('filling_blanks')]?.get?.responses ?? {};
  expect(Object.keys(list)).not.toContain('503');
});

it('every reference in the OpenAPI document resolves', async () => {
  const { body, text } = await service.call('GET', paths.openapi);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(body.components.schemas).toHaveProperty(name ?? '');
  }
});

it.each(FIELDS_TYPES)('%s describes the unit of every input and result', async (type) => {
  const { body } = await service.call('GET', paths.openapi);
  const asked = body.paths[`/api/v1/${type}/`].post.requestBody.content['application/json'].schema.properties;
  for (const [name, { unit }] of numberInputs(definitionOf(type))) expect(asked[name].description).toContain(unit);
  const answered = body.components.schemas[schemaName(type)].allOf[1].properties;
  for (const [name, result] of Object.entries(definitionOf(type).results)) {
    if (result.kind === 'number') expect(answered[name].description).toContain(result.unit);
  }
});

describe.each(TABLE_TYPES)('%s', (type) => {
  const definition = definitionOf(type);
  const { columns = {}, summary = {}, wire, hasGrid } = definition.table ?? {};
  const document = async () => (await service.call('GET', paths.openapi)).body;
  const rowsIn = (answered: Row) =>
    wire && 'rows' in wire ? answered.elements.items.properties[wire.rows].items : answered.data.items;

  it('is created by a form with a file, and by JSON if rows can be typed', async () => {
    const { content } = (await document()).paths[`/api/v1/${type}/`].post.requestBody;
    expect(Object.keys(content).sort()).toEqual([...(hasGrid ? ['application/json'] : []), 'multipart/form-data']);
    const { properties, required } = content['multipart/form-data'].schema;
    expect(properties.file_data).toMatchObject({ format: 'binary' });
    expect(required).toContain('file_data');
    for (const name of Object.keys(definition.inputs)) expect(properties[name].title).toMatch(/\S/);
    for (const name of hasGrid ? Object.keys(columns) : []) {
      expect(content['application/json'].schema.properties.data.items.properties[name].title).toBe(
        columns[name]?.label,
      );
    }
  });

  it('describes label and unit of every column, result and metric', async () => {
    const { components } = await document();
    const answered = components.schemas[schemaName(type)].allOf[1].properties;
    for (const [name, { label, unit }] of Object.entries(summary)) {
      expect([answered[name].title, answered[name].description]).toEqual([label, expect.stringContaining(unit)]);
    }
    for (const rows of [rowsIn(answered), components.schemas[`${schemaName(type)}Rows`].properties.results.items]) {
      expect(Object.keys(rows.properties)).toEqual(['id', ...Object.keys(columns), ...Object.keys(definition.results)]);
      for (const [name, { label, unit }] of Object.entries(columns)) {
        expect(rows.properties[name].title).toBe(label);
        if (unit) expect(rows.properties[name].description).toContain(unit);
      }
      for (const [name, result] of Object.entries(definition.results)) {
        expect(rows.properties[name].title).toBe(result.label);
        if (result.kind === 'number') expect(rows.properties[name].description).toContain(result.unit);
      }
    }
  });

  it('describes its responses', async () => {
    const { components } = await document();
    const described = components.schemas[schemaName(type)].allOf;
    const names = described.flatMap((part: Row) =>
      Object.keys(part.properties ?? components.schemas.CalculationCommon.properties),
    );
    const person = await service.createUser();
    const project = await newProject(person);
    const { body } = await person.post(paths.calculations(type), newTable(type, project));
    expect(Object.keys(body).filter((name) => !names.includes(name))).toEqual([]);
    const [row = {}] = rowsOf(definition, body);
    const inRows = Object.keys(rowsIn(described[1].properties).properties);
    expect(Object.keys(row).filter((name) => !inRows.includes(name))).toEqual([]);
  });

  it('describes the refusal of too large or unsupported files and the formats of a template', async () => {
    const { paths: all } = await document();
    for (const operation of [all[`/api/v1/${type}/`].post, all[`/api/v1/${type}/{calculation}/`].patch]) {
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['400', '413', '415']));
    }
    expect(Object.keys(all[`/api/v1/${type}/template/`].get.responses[200].content)).toContain('text/csv');
  });
});

it('the readable page shows the formulas of every calculation', async () => {
  const { text } = await service.call('GET', paths.reference);
  const shown = text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
  for (const type of CALCULATION_TYPES) {
    for (const result of Object.values(definitionOf(type).results)) {
      expect(shown).toContain(result.label);
      if (result.kind === 'number' && result.formula) expect(shown).toContain(result.formula);
    }
  }
});

it('the readable page names every address and runs no script', async () => {
  const { text, headers, status } = await service.call('GET', paths.reference);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/text\/html/);
  for (const { path } of ROUTES) expect(text).toContain(path);
  expect(text).not.toContain('<script');
});

describe('the OpenAPI document for generated clients', () => {
  interface Operation {
    readonly operationId: string;
    readonly tags: readonly string[];
    readonly parameters?: readonly { readonly name: string; readonly schema: object; readonly example: unknown }[];
    readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
    readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
  }
  interface Content {
    readonly schema: object;
    readonly example?: unknown;
  }

  const document = openApi(ROUTES) as {
    readonly tags: readonly { readonly name: string }[];
    readonly servers: readonly { readonly url: string }[];
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  it('gives each operation a distinct operationId and a listed tag', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ROUTES.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
    const tags = document.tags.map(({ name }) => name);
    for (const operation of operations) expect(tags).toContain(operation.tags[0]);
    expect(document.servers).toHaveLength(1);
  });

  it('gives each operation valid examples of parameters, body and response', () => {
    const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }).addFormat('binary', true));
    const { schemas } = document.components;
    const check = (where: string, { schema, example }: Content) => {
      expect(example, where).toBeDefined();
      const fits = ajv.compile({ components: { schemas }, ...schema });
      expect(fits(example) || [where, fits.errors, example]).toBe(true);
    };
    for (const { operationId, parameters = [], requestBody, responses } of operations) {
      for (const parameter of parameters) check(`${operationId} ${parameter.name}`, parameter);
      const bodies = Object.values(requestBody?.content ?? {});
      for (const body of bodies) check(`${operationId} body`, body);
      const json = Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Number(status) < 300 ? (content['application/json'] ?? []) : [],
      );
      for (const answer of json) check(`${operationId} answer`, answer);
      expect(parameters.length + bodies.length + json.length, operationId).toBeGreaterThan(0);
    }
  }, 60_000);

  it('compiles to a TypeScript client', async () => {
    mkdirSync('.cache', { recursive: true });
    const folder = mkdtempSync('.cache/client-');
    try {
      const { generateApi } = await import('swagger-typescript-api');
      const spec = document as unknown as GenerateApiParams['spec'];
      const { files } = await generateApi({
        spec,
        output: false,
        silent: true,
        generateClient: true,
      } as GenerateApiParams);
      for (const { fileName, fileContent } of files) writeFileSync(join(folder, `${fileName}.ts`), fileContent);
      const use = `import { Api } from './Api.ts';
const api = new Api({ baseUrl: 'http://127.0.0.1' });
const { data } = await api.api.createProject({ name: 'Отчёт', start_date: '2026-01-01', end_date: '2026-12-31' });
export const id: string = data.id;
`;
      writeFileSync(join(folder, 'use.ts'), use);
      const options = [
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--target',
        'es2022',
        '--module',
        'nodenext',
      ];
      const more = [
        '--moduleResolution',
        'nodenext',
        '--allowImportingTsExtensions',
        '--types',
        'node',
        '--lib',
        'es2022,dom',
      ];
      const tsc = ['node_modules/typescript/bin/tsc', ...options, ...more, join(folder, 'use.ts')];
      const { stdout } = await promisify(execFile)(process.execPath, tsc).catch((error) => error as { stdout: string });
      expect(stdout).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 120_000);
});
