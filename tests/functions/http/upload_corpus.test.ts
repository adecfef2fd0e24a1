import { afterAll, describe, expect, it } from 'vitest';
import { TABLE_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { REQUEST_FILE_LIMIT } from '#core/contract/rows.ts';
import { listen } from '#functions/server/listen.ts';
import { collectGarbage } from '../../support/collect_garbage.ts';
import { formOf, stored } from '../../support/datasets.ts';
import { newProject, openService } from '../../support/service.ts';
import { type Aim, UPLOAD_REQUESTS } from '../../support/upload_requests.ts';
import { kindOf, uploadsOf } from '../../wasm-core/tables/uploads/corpus.ts';
import type { Refusal } from '../../wasm-core/tables/uploads/upload.ts';

const MEGABYTE = 1e6;

const service = await openService();
// The app behind a real socket, for requests that lie about their length or never end.
const fetch = (request: Request) =>
  service.fetch(request.method, new URL(request.url).pathname, {
    headers: request.headers,
    body: request.body ?? '',
  });
const server = await listen({ fetch }, '127.0.0.1', 0);
const person = await service.createUser();
const project = await newProject(person);
afterAll(async () => {
  await server.close();
  await service.close();
});

/** Fields of a good form; types without a method pass it over. */
const fields = () => ({ name: 'Проверка', project, method: 'xgboost' });

/** The next request works: the person still reads the list. */
async function expectServed(type: string) {
  const { status } = await person.get(`${paths.calculations(type)}?project=${project}&is_active=true&is_deleted=false`);
  expect(status).toBe(200);
  expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
}

describe.each(TABLE_TYPES)('uploads to %s', (type) => {
  const uploads = uploadsOf(type);

  it.each(uploads.map((upload) => [`${upload.group}: ${upload.name}`, upload] as const))(
    '%s',
    async (_, { bytes, fileName, outcome }) => {
      const before = await stored(service);
      const file = new File([new Uint8Array(bytes())], fileName);
      const sent = await asBytes(formOf(fields(), file));
      if (file.size > MEGABYTE) collectGarbage();
      const started = process.cpuUsage();
      const memory = process.memoryUsage().rss;
      const { status, body, text } = await service.call('POST', paths.calculations(type), sent);
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1000).toBeLessThan(3000);
      expect(process.memoryUsage().rss - memory).toBeLessThan(150 * MEGABYTE);
      const isLarge = file.size > REQUEST_FILE_LIMIT;
      if ('columns' in outcome && !isLarge) expect([status, status === 201 ? '' : text]).toEqual([201, '']);
      else {
        const { status: refused, code, says = '', ...place } = 'columns' in outcome || isLarge ? LARGE : outcome;
        expect({ status, code: body.code }).toEqual({ status: refused, code });
        expect(body.detail).toMatch(/[а-яё].*\.$/is);
        expect(body.detail).toContain(says);
        const [fault] = body.errors ?? [];
        if (Object.keys(place).length > 0) {
          expect({ ...fault, column: fault?.column?.replace(/:.*/s, '') }).toMatchObject(place);
        }
        expect(await stored(service)).toBe(before);
      }
      await expectServed(type);
    },
    60_000,
  );

  it.each(UPLOAD_REQUESTS.map((request) => [request.name, request] as const))(
    'request: %s',
    async (_, { status, send }) => {
      const before = await stored(service);
      expect(await send(aimAt(type))).toBe(status);
      if (status !== 201) expect(await stored(service)).toBe(before);
      expect(Object.getPrototypeOf({})).toBe(Object.prototype);
      expect(({} as Record<string, unknown>).x).toBeUndefined();
      await expectServed(type);
    },
    60_000,
  );
});

/** A form as it goes over the wire, made before the memory of its reading is measured. */
async function asBytes(form: FormData) {
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
  return { body: new Uint8Array(await request.arrayBuffer()), token: person.tokens.access, headers };
}

/** A file above the limit of a request is refused before it is read; it goes by a ticket. */
const LARGE: Refusal = { status: 413, code: 'too_large', says: '4 МБ' };

function aimAt(type: (typeof TABLE_TYPES)[number]): Aim {
  const { headers, rows } = kindOf(type);
  const path = paths.calculations(type);
  const token = person.tokens.access;
  return {
    path,
    token,
    origin: new URL(server.url),
    fields: fields(),
    csv: `${[headers, ...rows].map((row) => row.join(';')).join('\n')}\n`,
    post: async (body, contentType) => {
      return (await service.call('POST', path, { body, token, headers: { 'Content-Type': contentType } })).status;
    },
  };
}
