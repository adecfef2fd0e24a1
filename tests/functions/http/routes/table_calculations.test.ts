import { afterAll, describe, expect, it } from 'vitest';
import { definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { loadServerCore } from '#functions/core.ts';
import {
  csvFile,
  firstCase,
  formOf,
  jsonRows,
  newTable,
  type Row,
  rowsOf,
  stored,
  xlsxFile,
} from '../../../support/datasets.ts';
import { expectCase } from '../../../support/expect_case.ts';
import { activeCalculations, newProject, openService } from '../../../support/service.ts';
import { TABLE_CASES } from '../../../wasm-core/calculations/all_cases.ts';

const service = await openService();
const person = await service.createUser();
const project = await newProject(person);
afterAll(() => service.close());

const list = (type: string, query?: string) => activeCalculations(person, project, type, query);
const create = (type: string, body: unknown) => person.post(paths.calculations(type), body);

describe.each(TABLE_TYPES)('%s', (type) => {
  const definition = definitionOf(type);
  const cases = TABLE_CASES[type] ?? [];
  const read = async (id: string) => (await person.get(paths.calculation(type, id))).body;

  it.each(cases)('is computed from a csv: $title', async (example) => {
    const { status, body, text } = await create(type, newTable(type, project, {}, example));
    expect([status, status === 201 ? '' : text]).toEqual([201, '']);
    expectCase(example, body, rowsOf(definition, body));
    expect(body).toMatchObject({ rows_count: example.rows.length, file_name: 'таблица.csv', version: 1 });
  });

  it('has the same rows from a workbook, bit for bit', async () => {
    const example = firstCase(type);
    const fields = { name: 'Книга', project, ...example.inputs, ...example.settings };
    const csv = await create(type, newTable(type, project, {}, example));
    const xlsx = await create(type, formOf(fields, await xlsxFile(type, example)));
    expect(xlsx.body).toMatchObject({ rows_sha256: csv.body.rows_sha256, file_name: 'таблица.xlsx' });
    expect(rowsOf(definition, xlsx.body)).toEqual(rowsOf(definition, csv.body));
  });

  it('is created from its template without a note', async () => {
    for (const format of ['csv', 'xlsx']) {
      const template = await service.fetch('GET', paths.template(type, format), { token: person.tokens.access });
      expect(template.headers.get('content-disposition')).toMatch(/^attachment; .*filename\*=UTF-8''/);
      const file = new File([await template.arrayBuffer()], `образец.${format}`);
      const { status, body } = await create(type, formOf({ name: 'Образец', project, method: 'xgboost' }, file));
      expect(status).toBe(201);
      expect(body).toMatchObject({ rows_count: definition.table?.example.length, problems: [] });
    }
  });

  it('is listed without rows and read with them, in the same way by single_calc 1, 2 and 3', async () => {
    const first = await create(type, newTable(type, project, { name: 'Первая' }));
    const second = await create(type, newTable(type, project, { name: 'Вторая' }));
    const { body } = await list(type, '&limit=2');
    const { wire } = definition.table ?? { wire: { list: '' } };
    const { [wire.list]: _rows, ...listed } = second.body;
    expect(body.results[0]).toEqual(listed);
    for (const slot of [1, 2, 3]) {
      expect((await person.get(`/api/v1/${type}/${first.body.id}/single_calc/${slot}/`)).body).toEqual(first.body);
    }
    expect((await person.get(`/api/v1/${type}/${first.body.id}/single_calc/4/`)).status).toBe(404);
  });

  it('uses results of the core, never of the client', async () => {
    const names = [
      ...Object.keys(definition.table?.summary ?? {}),
      'rows_count',
      'rows_sha256',
      'core_sha256',
      'file_name',
    ];
    const forged = Object.fromEntries(names.map((name) => [name, '777']));
    const honest = await create(type, newTable(type, project));
    const { body, status } = await create(type, newTable(type, project, { ...forged, problems: 'x', table: 'y' }));
    expect(status).toBe(201);
    for (const name of [...names, 'problems']) expect([name, body[name]]).toEqual([name, honest.body[name]]);
    const { id, version } = honest.body;
    const changed = await person.patch(paths.changeCalculation(type, id), { ...forged, version, name: 'Правка' });
    expect(changed.body).toEqual({ ...honest.body, name: 'Правка', version: 2, updated_at: changed.body.updated_at });
  });

  it('is changed as a whole object by JSON or a form; an old version gets 409 with the current one', async () => {
    const created = await create(type, newTable(type, project));
    const path = paths.changeCalculation(type, created.body.id);
    const renamed = await person.patch(path, { ...created.body, name: 'Иначе' });
    expect(renamed.body).toMatchObject({ name: 'Иначе', version: 2, rows_sha256: created.body.rows_sha256 });
    const late = await person.patch(path, { ...created.body, name: 'Поздно' });
    expect([late.status, late.body.current]).toEqual([409, renamed.body]);
    const form = await person.patch(path, formOf({ name: 'Формой', version: 2 }));
    expect(form.body).toMatchObject({ name: 'Формой', version: 3, rows_sha256: created.body.rows_sha256 });
    const lateForm = await person.patch(path, formOf({ name: 'Поздно', version: 2 }));
    expect([lateForm.status, lateForm.body.current]).toEqual([409, form.body]);
    expect(await read(created.body.id)).toEqual(form.body);
  });

  it('is recomputed from another file, and the previous rows remain in a revision', async () => {
    const example = firstCase(type);
    const created = await create(type, newTable(type, project));
    const path = paths.changeCalculation(type, created.body.id);
    const before = JSON.parse(await stored(service))[0];
    const rows = example.rows.slice(0, -1);
    const changed = await person.patch(path, formOf({ version: 1 }, csvFile(type, { ...example, rows }, 'другая.csv')));
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ version: 2, rows_count: rows.length, file_name: 'другая.csv' });
    const fresh = await create(type, newTable(type, project, {}, { ...example, rows }));
    expect(rowsOf(definition, changed.body)).toEqual(rowsOf(definition, fresh.body));
    expect(changed.body.rows_sha256).toBe(fresh.body.rows_sha256);
    const after = JSON.parse(await stored(service))[0];
    expect(after).toEqual(expect.arrayContaining(before));
    const whole = await create(type, newTable(type, project));
    const back = await person.patch(path, formOf({ version: 2 }, csvFile(type, example)));
    expect(rowsOf(definition, back.body)).toEqual(rowsOf(definition, whole.body));
  });

  it('keeps the results of its core through archiving and restoring', async () => {
    const created = await create(type, newTable(type, project));
    const [figure = ''] = Object.keys(definition.table?.summary ?? {});
    const key = { pk: person.tenant.partition, sk: `K#${type}#${created.body.id}` };
    const results = { ...((await service.db.get(key))?.results as object), [figure]: 4242 };
    await service.db.update(key, { set: { core_sha256: 'older', results } });
    const path = paths.changeCalculation(type, created.body.id);
    const reported = { core_sha256: 'older', [figure]: 4242, rows_sha256: created.body.rows_sha256 };
    const whole = await read(created.body.id);
    const archived = await person.patch(path, { ...whole, is_deleted: true, is_active: false });
    expect(archived.body).toMatchObject({ ...reported, is_deleted: true });
    expect((await person.patch(path, { ...archived.body, name: 'В архиве' })).status).toBe(409);
    const restored = await person.patch(path, { is_deleted: false, is_active: true });
    expect(restored.body).toMatchObject({ ...reported, is_deleted: false });
    const edited = await person.patch(path, { ...restored.body, name: 'Пересчитан' });
    expect(edited.body).toMatchObject({
      name: 'Пересчитан',
      core_sha256: created.body.core_sha256,
      [figure]: created.body[figure],
    });
  });

  it('cannot be added to an archived project and leaves no files', async () => {
    const archived = await newProject(person);
    await person.patch(paths.changeProject(archived), { is_deleted: true, is_active: false });
    const before = await stored(service);
    expect((await create(type, newTable(type, archived))).status).toBe(409);
    expect(await stored(service)).toBe(before);
  });

  it('is refused with all faults of fields and cells, and nothing is stored', async () => {
    const example = firstCase(type);
    const number = Object.values(definition.table?.columns ?? {}).findIndex(({ kind }) => kind === 'number');
    const rows = example.rows.map((row, place) =>
      row.map((cell, column) => (column === number && place < 2 ? 'много' : cell)),
    );
    const before = await stored(service);
    const { status, body } = await create(
      type,
      formOf({ name: ' ', project, method: 'forest', ef: 'x' }, csvFile(type, { rows })),
    );
    expect(status).toBe(400);
    const fields = body.errors.flatMap(({ field }: Row) => field ?? []);
    expect(fields).toEqual(
      expect.arrayContaining([
        'name',
        ...Object.keys(definition.inputs).filter((one) => one === 'ef' || one === 'method'),
      ]),
    );
    expect(body.errors).toContainEqual(expect.objectContaining({ row: 2, value: 'много' }));
    expect(body.errors).toContainEqual(expect.objectContaining({ row: 3, value: 'много' }));
    expect(body.errors_total).toBe(body.errors.length);
    expect(await stored(service)).toBe(before);
  });

  it('is refused with a count of all faults and a list of at most a hundred', async () => {
    const example = firstCase(type);
    const number = Object.values(definition.table?.columns ?? {}).findIndex(({ kind }) => kind === 'number');
    const [first = []] = example.rows;
    const rows = Array.from({ length: 150 }, (_, year) =>
      first.map((cell, column) =>
        column === number ? 'много' : typeof cell === 'number' && cell > 1900 && cell < 2200 ? 1950 + year : cell,
      ),
    );
    const { status, body } = await create(type, newTable(type, project, { name: '' }, { ...example, rows }));
    expect([status, body.errors.length]).toEqual([400, 100]);
    expect(body.errors_total).toBeGreaterThanOrEqual(151);
    expect(body.errors[0].field).toBe('name');
  });

  it('is included in the statistics', async () => {
    const other = await service.createUser();
    const id = await newProject(other);
    await other.post(paths.calculations(type), newTable(type, id));
    const { body } = await other.get(paths.statistics);
    expect(body).toMatchObject({ calculations: 1, calculations_by_type: { [type]: 1 } });
  });
});

describe('rows typed in the grid', () => {
  const types = TABLE_TYPES.filter((type) => definitionOf(type).table?.hasGrid);

  it.each(types.flatMap((type) => (TABLE_CASES[type] ?? []).map((example) => [type, example] as const)))(
    '%s: $title',
    async (type, example) => {
      const { inputs, settings, rows } = example;
      const body = { name: 'Строки', project, ...inputs, ...settings, data: jsonRows(type, rows) };
      const answer = await create(type, body);
      expect(answer.status).toBe(201);
      expectCase(example, answer.body, rowsOf(definitionOf(type), answer.body));
      expect(answer.body.file_name).toBeNull();
      expect(rowsOf(definitionOf(type), answer.body).map(({ id }) => id)).toEqual(rows.map((_, row) => row + 1));
    },
  );

  it.each(types)('%s: cell faults name row, column and value', async (type) => {
    const [row = {}] = jsonRows(type, firstCase(type).rows);
    const [name = ''] =
      Object.entries(definitionOf(type).table?.columns ?? {}).find(([, { kind }]) => kind === 'number') ?? [];
    const data = [row, { ...row, [name]: '1,2,3' }, { ...row, [name]: -1 }];
    const { status, body } = await create(type, { name: 'Строки', project, ...firstCase(type).settings, data });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field: 'data', row: 2, column: name, value: '1,2,3', message: expect.stringContaining('разделителя') },
      { field: 'data', row: 3, column: name, value: '-1', message: expect.stringContaining('от') },
    ]);
  });
});

it('types without a grid refuse rows of JSON and ask for a file', async () => {
  for (const type of TABLE_TYPES.filter((one) => !definitionOf(one).table?.hasGrid)) {
    const { settings, rows } = firstCase(type);
    const { status, body } = await create(type, { name: 'Строки', project, ...settings, data: jsonRows(type, rows) });
    expect([status, body.errors]).toEqual([
      400,
      [{ field: 'file_data', message: expect.stringContaining('Приложите файл') }],
    ]);
  }
});

it('a calculation has the hash of its core', async () => {
  const { body } = await create('sensitivity', newTable('sensitivity', project));
  expect(body.core_sha256).toBe((await loadServerCore()).sha256);
  expect(body).toMatchObject({
    ef: '2.500000',
    model: null,
    provenance: [{ dictionary: 'get_handling_underground_ch4' }],
  });
});

it('a row of totals does not double the sum and is named in a note', async () => {
  const rows = [
    ['А', 2023, 1000, 10],
    ['Б', 2023, 3000, 12],
  ];
  const [plain, summed] = [rows, [...rows, ['Итого по шахтам', 2023, 4000, 11.5]]].map((table) =>
    create('sensitivity', formOf({ name: 'Год', project }, csvFile('sensitivity', { rows: table }))),
  );
  const [one, other] = [(await plain)?.body, (await summed)?.body];
  expect([other.objects, other.total]).toEqual([one.objects, one.total]);
  expect(other.warnings).toEqual([expect.stringContaining('4 («Итого по шахтам»)')]);
});
