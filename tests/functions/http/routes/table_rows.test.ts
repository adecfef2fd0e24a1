import { afterAll, describe, expect, it } from 'vitest';
import { definitionOf } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { ROWS_INSIDE, ROWS_PAGE_LIMIT } from '#core/contract/rows.ts';
import { csvFile, DAYS, formOf, jsonRows, predicted, type Row, rowsOf, stored } from '../../../support/datasets.ts';
import { forecastRow } from '../../../support/forecast_row.ts';
import { newProject, openService } from '../../../support/service.ts';
import type { AroundCall } from '../../../support/store_calls.ts';

const TYPE = 'regres_methane';

const service = await openService();
const person = await service.createUser();
const project = await newProject(person);
afterAll(() => service.close());

const create = async (data: readonly Row[], fields: object = {}) => {
  const body = { name: 'Лава', project, method: 'xgboost', data, ...fields };
  const answer = await person.post(paths.calculations(TYPE), body);
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
  return answer.body;
};
const update = (id: string, body: object) => person.patch(paths.updateRows(TYPE, id), body);
const change = (id: string, body: object) => person.patch(paths.changeCalculation(TYPE, id), body);
const read = async (id: string) => (await person.get(paths.calculation(TYPE, id))).body;
const page = (id: string, query: string) => person.get(`${paths.calculationRows(TYPE, id)}${query}`);
const results = ({ data }: Row) => data.map(({ result }: Row) => result);
const ids = ({ data }: Row) => data.map(({ id }: Row) => id);

/** A calculation must show what the predictor says of the very rows that it shows, by the method that it shows. */
async function expectConsistent(body: Row): Promise<void> {
  expect(results(body)).toEqual(await predicted(body.method, body.data));
  expect(body.model.name).toMatch(new RegExp(body.method, 'i'));
}

describe('a regression', () => {
  it.each(['xgboost', 'lightgbm'])(
    'by %s equals the predictor bit for bit, blanks among the values',
    async (method) => {
      const gaps = DAYS.map((day, row) => ({
        ...day,
        ...(row % 3 === 0 && { x2: null }),
        ...(row % 5 === 0 && { x13: null }),
      }));
      const body = await create(gaps, { method });
      expect(results(body)).toEqual(await predicted(method, gaps));
      expect(body.data[0]).toMatchObject({ id: 1, date: '2024-01-01', x1: 1268, x2: null, x13: null });
      expect(body.model).toMatchObject({ id: expect.any(String), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    },
  );

  it('keeps its model for the same method and uses the active one for another method', async () => {
    const created = await create(DAYS.slice(0, 5));
    const other = await change(created.id, { ...created, method: 'lightgbm' });
    await expectConsistent(other.body);
    expect(other.body.model.id).not.toBe(created.model.id);
    const wrong = await change(created.id, { model: created.model.id });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'model']);
    const back = await change(created.id, { method: 'xgboost', model: created.model.id });
    expect(back.body).toMatchObject({ model: created.model, rows_sha256: created.rows_sha256 });
  });
});

describe('rows without measurements', () => {
  const days = DAYS.map(({ date }) => ({ date }));

  it('are never stored as a forecast', async () => {
    const before = await stored(service);
    const body = { name: 'Лава', project, method: 'xgboost' };
    const typed = await person.post(paths.calculations(TYPE), { ...body, data: days });
    expect([typed.status, typed.body.detail]).toEqual([400, expect.stringContaining('ни одного числа')]);
    const file = csvFile(TYPE, { rows: days.map(({ date }) => [date, ...Array(7).fill(null)]) });
    const sent = await person.post(paths.calculations(TYPE), formOf(body, file));
    expect([sent.status, sent.body.detail]).toEqual([400, expect.stringContaining('ни одного числа')]);
    const blank = await person.post(paths.calculations(TYPE), { ...body, data: [DAYS[0], {}, DAYS[2]] });
    expect([blank.status, blank.body.errors]).toEqual([
      400,
      [{ field: 'data', row: 2, message: expect.stringContaining('Строка пуста') }],
    ]);
    expect(await stored(service)).toBe(before);
  });

  it('have no result among other rows, and keep their numbers', async () => {
    const body = await create([DAYS[0] ?? {}, days[1] ?? {}, DAYS[2] ?? {}]);
    const [first, , third] = await predicted('xgboost', DAYS.slice(0, 3));
    expect([ids(body), results(body)]).toEqual([
      [1, 2, 3],
      [first, null, third],
    ]);
    expect(body.warnings).toEqual([expect.stringContaining('строки 2')]);
  });
});

describe('data_update', () => {
  it('updates rows by id, appends rows without an id and deletes others, then recomputes', async () => {
    const created = await create(DAYS.slice(0, 5));
    const data = [{ id: 2, x1: 900, x7: null }, DAYS[10], { id: 5, x8: '11,5' }];
    const { status, body } = await update(created.id, { data, deleted: [1, 4], version: 1 });
    expect(status).toBe(200);
    expect(ids(body)).toEqual([2, 3, 5, 6]);
    expect(body.data[0]).toMatchObject({ ...DAYS[1], x1: 900, x7: null });
    expect(body.data[2]).toMatchObject({ ...DAYS[4], x8: 11.5 });
    expect(body.data[3]).toMatchObject({ ...DAYS[10], id: 6 });
    expect(body).toMatchObject({ version: 2, name: 'Лава', rows_count: 4, rows: 4, file_name: null });
    await expectConsistent(body);
    expect(await read(created.id)).toEqual(body);
    const next = await update(created.id, { data: [DAYS[11]] });
    expect(ids(next.body)).toEqual([2, 3, 5, 6, 7]);
  });

  it('ignores results among the rows', async () => {
    const created = await create(DAYS.slice(0, 5));
    const forged = created.data.map((row: Row) => ({ ...row, result: 0.001 }));
    const { body } = await update(created.id, { data: forged });
    expect(body).toEqual(created);
  });

  it('refuses an old version, an archived calculation and deleting the last row', async () => {
    const created = await create(DAYS.slice(0, 2));
    const first = await update(created.id, { data: [{ id: 1, x1: 1 }], version: 1 });
    const late = await update(created.id, { data: [{ id: 1, x1: 2 }], version: 1 });
    expect([late.status, late.body.current]).toEqual([409, first.body]);
    const none = await update(created.id, { deleted: [1, 2] });
    expect([none.status, none.body.detail]).toEqual([400, expect.stringContaining('нет строк')]);
    await change(created.id, { is_deleted: true });
    expect((await update(created.id, { data: [{ id: 1, x1: 2 }] })).status).toBe(409);
    expect((await read(created.id)).data[0].x1).toBe(1);
  });

  it('is available only for types with a grid', async () => {
    expect((await person.patch(paths.updateRows('sensitivity', project), { data: [] })).status).toBe(404);
  });

  it('keeps every acknowledged change of parallel requests', async () => {
    const created = await create(DAYS.slice(0, 6));
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((id) => update(created.id, { data: [{ id, x1: 1000 + id }] })),
    );
    const whole = await read(created.id);
    for (const [place, { status }] of answers.entries()) {
      if (status === 200) expect(whole.data[place].x1).toBe(1001 + place);
      else expect([status, whole.data[place].x1]).toEqual([409, DAYS[place]?.x1]);
    }
    expect(whole.version).toBe(1 + answers.filter(({ status }) => status === 200).length);
    await expectConsistent(whole);
  });
});

describe('an edit by two requests, as specified', () => {
  const rename = (id: string, { version: _old, data: _rows, ...whole }: Row) =>
    change(id, { ...whole, name: 'Правка', method: 'lightgbm' });
  const data = DAYS.slice(20, 25).map((day, row) => ({ id: row + 1, ...day }));
  const rows = (id: string) => update(id, { data });
  const outcome = async (id: string) => {
    const { name, method, rows_sha256, results: _none, ...whole } = await read(id);
    await expectConsistent({ ...whole, method });
    return { name, method, rows_sha256 };
  };

  it('gives the same result in either order and with repeats, without a mixed state', async () => {
    const orders = [
      [rename, rows],
      [rows, rename],
      [rename, ...Array(10).fill(rows)],
    ];
    const ends = [];
    for (const calls of orders) {
      const created = await create(DAYS.slice(0, 5));
      for (const call of calls) {
        expect((await call(created.id, created)).status).toBe(200);
        await outcome(created.id);
      }
      ends.push(await outcome(created.id));
    }
    expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1);
    expect(ends[0]).toMatchObject({ name: 'Правка', method: 'lightgbm' });
  });

  it('leaves the old or the new state if killed at any store call, and a repeat completes it', async () => {
    const control = await create(DAYS.slice(0, 5));
    await rename(control.id, control);
    await rows(control.id);
    const expected = await outcome(control.id);
    for (const effect of ['before', 'after'] as const) {
      for (let kill = 1; ; kill++) {
        const created = await create(DAYS.slice(0, 5));
        await rename(created.id, created);
        const between = await outcome(created.id);
        const killed = await withKill(kill, effect, () => rows(created.id));
        const now = await outcome(created.id);
        expect([between.rows_sha256, expected.rows_sha256]).toContain(now.rows_sha256);
        expect((await rows(created.id)).status).toBe(200);
        expect(await outcome(created.id)).toEqual(expected);
        if (!killed) {
          // The rows, the revision and the item: three calls were there to be killed.
          expect(kill).toBe(4);
          break;
        }
      }
    }
  });

  it('leaves no partial calculation if a creation is killed', async () => {
    for (let kill = 1; ; kill++) {
      const own = await newProject(person);
      const body = { name: 'Убит', project: own, method: 'xgboost', data: DAYS.slice(0, 5) };
      const killed = await withKill(kill, 'after', () => person.post(paths.calculations(TYPE), body));
      const { body: listed } = await person.get(`${paths.calculations(TYPE)}?project=${own}`);
      expect(listed.count).toBeLessThan(2);
      for (const { id } of listed.results) await outcome(id);
      if (!killed) {
        expect(kill).toBe(3);
        break;
      }
    }
  });
});

/** Ends the process, as far as the request can tell, at its n-th writing call to a store; tells whether there was such a call. */
async function withKill(
  n: number,
  effect: 'before' | 'after',
  act: () => Promise<{ status: number }>,
): Promise<boolean> {
  let calls = 0;
  let killed = false;
  const killer: AroundCall = async ({ name }, carryOut) => {
    if (!name.startsWith('put') || killed) return carryOut();
    calls += 1;
    if (calls < n) return carryOut();
    killed = true;
    if (effect === 'after') await carryOut();
    throw new Error('killed');
  };
  const undo = [service.files, service.db].map((store) => store.disturb(killer));
  try {
    const { status } = await act();
    expect(status < 300).toBe(!killed);
  } finally {
    for (const take of undo) take();
  }
  return killed;
}

describe('pages of rows', () => {
  it('are selected by offset and limit; at the end they are short or empty', async () => {
    const created = await create(DAYS.slice(0, 12));
    const rows = async (query: string) => ids({ data: (await page(created.id, query)).body.results });
    expect(await rows('?limit=5')).toEqual([1, 2, 3, 4, 5]);
    expect(await rows('?limit=5&offset=10')).toEqual([11, 12]);
    expect(await rows('?limit=1&offset=11')).toEqual([12]);
    expect(await rows('?limit=5&offset=12')).toEqual([]);
    expect(await rows('?limit=5&offset=999999999')).toEqual([]);
    expect(await rows('')).toHaveLength(12);
    for (const wrong of ['?limit=0', '?limit=-1', '?limit=x', '?offset=-1', '?offset=1e1']) {
      expect([wrong, (await rows(wrong)).length]).toEqual([wrong, 12]);
    }
    const { body } = await page(created.id, '?limit=2&offset=3');
    expect(body).toMatchObject({ count: 12, head: { count: 12, summary: { rows: 12 } } });
    expect(body.results).toEqual(created.data.slice(3, 5));
  });

  it('complete a calculation of 2,001 rows, whose response has 2,000, without loss by a change', async () => {
    const many = Array.from({ length: ROWS_INSIDE + 1 }, (_, row) => forecastRow({ x1: row, x8: row % 7 }));
    const created = await create(many);
    expect(created).toMatchObject({ rows_count: 2001, rows: 2001 });
    expect(created.data).toHaveLength(ROWS_INSIDE);
    const { body } = await page(created.id, '?limit=5000&offset=1500');
    expect(ids({ data: body.results })).toEqual(Array.from({ length: 501 }, (_, row) => 1501 + row));
    expect((await page(created.id, '?limit=5000')).body.results).toHaveLength(ROWS_PAGE_LIMIT);
    const more = { rows_left_out: 1, rows_next: `${paths.calculationRows(TYPE, created.id)}?limit=1000&offset=2000` };
    for (const whole of [created, await read(created.id)]) expect(whole).toMatchObject(more);
    expect((await person.get(more.rows_next)).body.results.map(({ id }: Row) => id)).toEqual([2001]);
    const echoed = await change(created.id, { ...created, name: 'Целиком' });
    expect(echoed.body).toMatchObject({ rows_count: 2001, rows_sha256: created.rows_sha256, name: 'Целиком' });
    const last = await update(created.id, { data: [{ id: 2001, x1: 5 }] });
    expect(last.body).toMatchObject({ rows_count: 2001, version: 3 });
    const [row] = (await page(created.id, '?offset=2000')).body.results;
    expect(row).toMatchObject({ id: 2001, x1: 5, result: (await predicted('xgboost', [{ ...many[2000], x1: 5 }]))[0] });
  });

  it('cover 100,000 rows of a file in one request, and the item remains small', async () => {
    const rows = Array.from({ length: 100_000 }, (_, row) => [null, row % 2000, 1200, 39, 10, 0.5, 2000, row % 9]);
    const file = csvFile(TYPE, { rows }, '100000.csv');
    const { status, body } = await person.post(
      paths.calculations(TYPE),
      formOf({ name: 'Много', project, method: 'lightgbm' }, file),
    );
    expect([status, body.rows_count, body.data.length]).toEqual([201, 100_000, ROWS_INSIDE]);
    const { results: last } = (await page(body.id, '?offset=99000&limit=1000')).body;
    expect(results({ data: last })).toEqual(await predicted('lightgbm', jsonRows(TYPE, rows.slice(99_000))));
    const listed = await person.get(`${paths.calculations(TYPE)}?project=${project}&limit=1`);
    expect(listed.text.length).toBeLessThan(5000);
  }, 30_000);

  it('of series are flat, while elements group them by object', async () => {
    const rows = ['Б', 'А'].flatMap((name) => [2023, 2024, 2025].map((year) => [name, year, 1000 + year, 12]));
    const file = csvFile('sensitivity', { rows });
    const { body } = await person.post(paths.calculations('sensitivity'), formOf({ name: 'Ряды', project }, file));
    expect(body.elements.map(({ id, name, data_sensitivity }: Row) => [id, name, data_sensitivity.length])).toEqual([
      [1, 'Б', 3],
      [2, 'А', 3],
    ]);
    const { body: flat } = await person.get(`${paths.calculationRows('sensitivity', body.id)}?offset=2&limit=2`);
    expect(flat.results.map(({ name, year }: Row) => [name, year])).toEqual([
      ['Б', 2025],
      ['А', 2023],
    ]);
    expect(rowsOf(definitionOf('sensitivity'), body).slice(2, 4)).toEqual(flat.results);
  });
});

it('an item has at most a hundred problems; the last one counts the others', async () => {
  const name = (object: number) => `${object} ${'шахта '.repeat(30)}`.trim();
  const rows = Array.from({ length: 500 }, (_, object) => [
    [name(object), 2024, object, null],
    [name(object), 2025, null, null],
  ]).flat();
  const file = csvFile('filling_blanks', { rows });
  const { status, body } = await person.post(
    paths.calculations('filling_blanks'),
    formOf({ name: 'Ряды', project }, file),
  );
  expect([status, body.problems_total, body.problems.length]).toEqual([201, 100, 100]);
  expect(body.problems.at(-1).message).toContain('401');
  for (const { message } of body.problems) expect(message.length).toBeLessThan(310);
  const listed = await person.get(`${paths.calculations('filling_blanks')}?project=${project}`);
  expect(new TextEncoder().encode(listed.text).length).toBeLessThan(200_000);
});

it('rows missing from the bucket are reported as an internal error and logged', async () => {
  const created = await create(DAYS.slice(0, 3));
  const [keys] = JSON.parse(await stored(service));
  const key = keys.find((one: string) => one.includes(created.id));
  await service.files.remove(key);
  expect((await page(created.id, '')).status).toBe(500);
  expect(service.log.at(-1)).toMatchObject({ level: 'error', event: 'request_failed' });
});
