import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { REQUEST_FILE_LIMIT } from '#core/contract/rows.ts';
import { TABLE_LIMIT } from '#functions/http/body.ts';
import { csvFile, firstCase, formOf, newTable, stored } from '../../support/datasets.ts';
import { newProject, openService } from '../../support/service.ts';

const TYPE = 'sensitivity';
const BOUNDARY = '7'.repeat(20);

let before: string;

const service = await openService();
const person = await service.createUser();
const project = await newProject(person);
beforeEach(async () => {
  before = await stored(service);
});
afterAll(() => service.close());

const create = (body: unknown, headers: HeadersInit = {}) =>
  service.call('POST', paths.calculations(TYPE), { body, token: person.tokens.access, headers });

/** The bytes of a form, to be damaged: its parts, and the boundary between them. */
function raw(parts: readonly string[]) {
  const text = parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('');
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  return { body: new TextEncoder().encode(`${text}--${BOUNDARY}--\r\n`), headers: { 'Content-Type': type } };
}

const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (name: string, content: string, filename = 'a.csv') =>
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: text/csv\r\n\r\n${content}`;

const CSV = 'Объект;Год;Добыча угля;Относительная метанообильность\r\nШахта;2024;1000;12,5\r\n';
const good = () => [field('name', 'Форма'), field('project', project), file('file_data', CSV)];

async function expectRefused(answer: Awaited<ReturnType<typeof create>>, status: number, message: RegExp) {
  expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(message)]);
  expect(await stored(service)).toBe(before);
}

describe('a form with a file', () => {
  it('is read as a browser sends it', async () => {
    const { body, headers } = raw(good());
    const answer = await create(body, headers);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ name: 'Форма', file_name: 'a.csv', rows_count: 1 });
  });

  it.each([
    ['../../etc/passwd.csv', 'passwd.csv'],
    ['C:\\\\Отчёты\\\\шахта.csv', 'шахта.csv'],
    ['a%0D%0ASet-Cookie: x.csv', 'aSet-Cookie: x.csv'],
    ['шахта\u202evsc.csv', 'шахтаvsc.csv'],
    [`${'я'.repeat(10_000)}.csv`, `${'я'.repeat(196)}.csv`],
    ['.csv', '.csv'],
    ['__proto__', '__proto__'],
  ])('with the name %s is shown as %s', async (given, shown) => {
    const { body, headers } = raw([...good().slice(0, 2), file('file_data', CSV, given)]);
    const answer = await create(body, headers);
    expect([answer.status, answer.body.file_name]).toEqual([201, shown]);
  });

  it('ignores fields with names of prototypes, dots and brackets', async () => {
    const names = [
      '__proto__',
      'constructor',
      'constructor.prototype.x',
      'a.b.c',
      `${'a.'.repeat(10_000)}x`,
      'x[]',
      'y[0]',
    ];
    const { body, headers } = raw([...good(), ...names.map((name) => field(name, '{"polluted": 1}'))]);
    const answer = await create(body, headers);
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body)).not.toEqual(expect.arrayContaining(['a', 'x[]']));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('has flags, version and lists as texts', async () => {
    const { body } = await create(newTable(TYPE, project, { actual: 'get_handling_underground_ch4', ef: '3,5' }));
    expect(body).toMatchObject({ ef: '3.500000', actual: ['get_handling_underground_ch4'] });
    const path = paths.changeCalculation(TYPE, body.id);
    const archived = await person.patch(path, formOf({ version: 1, is_deleted: 'true', is_active: 'false' }));
    expect(archived.body).toMatchObject({ is_deleted: true, version: 2, ef: '3.500000' });
    for (const wrong of [{ is_deleted: 'toString' }, { version: 'x' }, { version: '1e1' }]) {
      expect((await person.patch(path, formOf(wrong))).status).toBe(400);
    }
  });
});

describe('a faulty form is refused, nothing is stored, and the next form works:', () => {
  it.each<[string, () => readonly string[], RegExp]>([
    ['without a file', () => good().slice(0, 2), /Приложите файл/],
    ['with an empty choice of a file', () => [...good().slice(0, 2), file('file_data', '', '')], /Приложите файл/],
    ['with two files', () => [...good(), file('file_data', CSV)], /один файл/],
    ['with a file in another field', () => [...good().slice(0, 2), file('data', CSV)], /в поле file_data/],
    ['with a text for a file', () => [...good().slice(0, 2), field('file_data', CSV)], /нужен файл/],
    ['with a field given twice', () => [...good(), field('name', 'Вторая')], /несколько раз/],
    ['with a file of no bytes', () => [...good().slice(0, 2), file('file_data', '', 'a.csv')], /./],
    [
      'with 10,001 fields',
      () => [...good(), ...Array.from({ length: 10_001 }, (_, n) => field(`f${n}`, ''))],
      /больше 100 полей/,
    ],
    ['with a part without a name', () => [...good(), 'Content-Disposition: form-data\r\n\r\nx'], /повреждена/],
    ['with a part without a head', () => [...good(), '\r\nx'], /повреждена/],
  ])('%s', async (_, parts, message) => {
    const { body, headers } = raw(parts());
    await expectRefused(await create(body, headers), 400, message);
    expect((await create(newTable(TYPE, project))).status).toBe(201);
  });

  it('the boundary is missing, different or never sent', async () => {
    const { body } = raw(good());
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'multipart/form-data; boundary=']) {
      await expectRefused(await create(body, { 'Content-Type': type }), 400, /повреждена/);
    }
    const { headers } = raw([]);
    for (const bytes of [new Uint8Array(), new Uint8Array([0]), body.slice(0, 100), body.slice(0, -30)]) {
      await expectRefused(await create(bytes, headers), 400, /повреждена/);
    }
  });

  it('the file or the body is larger than 4 MiB, whatever its Content-Length', async () => {
    const large = csvFile(TYPE, firstCase(TYPE));
    const padded = new File([large, '\r\n'.repeat(REQUEST_FILE_LIMIT / 2)], 'большая.csv');
    const answer = await create(formOf({ name: 'Большая', project }, padded));
    await expectRefused(answer, 413, /upload_ticket/);
    const { body, headers } = raw([...good(), field('x', 'x'.repeat(TABLE_LIMIT))]);
    await expectRefused(await create(body, headers), 413, /4 МБ/);
    for (const length of ['10', '0', '-1', 'x']) {
      await expectRefused(await create(body, { ...headers, 'Content-Length': length }), 413, /4 МБ/);
    }
    const claimed = String(TABLE_LIMIT + 1);
    await expectRefused(await create('{}', { 'Content-Length': claimed }), 413, /4 МБ/);
  });

  it('JSON larger than that, or above 256 KB for a type without a table', async () => {
    await expectRefused(await create({ name: 'x'.repeat(TABLE_LIMIT) }), 413, /4 МБ/);
    await expectRefused(
      await person.post(paths.calculations('torch_ch4'), { name: 'x'.repeat(300_000) }),
      413,
      /256 КБ/,
    );
    const { body, headers } = raw(good());
    const other = await service.call('POST', paths.calculations('torch_ch4'), {
      body,
      headers,
      token: person.tokens.access,
    });
    await expectRefused(other, 415, /JSON/);
  });

  it('the content is not a table, whatever its name', async () => {
    const pdf = new File(['%PDF-1.7\n%âãÏÓ\n'], 'таблица.xlsx');
    await expectRefused(await create(formOf({ name: 'Другое', project }, pdf)), 415, /[а-яё]/i);
    const { errors } = (await create(formOf({ name: '', project }, pdf))).body;
    expect(errors).toContainEqual(expect.objectContaining({ field: 'name' }));
  });
});

it('an interrupted body is refused and not logged as an error', async () => {
  const { headers } = raw([]);
  const broken = new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(`--${BOUNDARY}`));
      controller.error(new Error('aborted'));
    },
  });
  const response = await service.fetch('POST', paths.calculations(TYPE), {
    body: broken,
    headers,
    token: person.tokens.access,
  });
  expect([response.status, (await response.json()).code]).toEqual([400, 'cut_short']);
  expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
});
