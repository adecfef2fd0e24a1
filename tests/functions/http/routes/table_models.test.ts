import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { loadRowModel, predictRows } from '#core/models/row_model.ts';
import { loadServerCore } from '#functions/core.ts';
import { DAYS, predicted, type Row, stored } from '../../../support/datasets.ts';
import { newProject, openService, type Person } from '../../../support/service.ts';

const TYPE = 'regres_methane';
const COLUMNS = ['x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'];
const FILE = new Uint8Array(readFileSync('tests/fixtures/trees/models/lgb_small100.txt'));
const data = DAYS.slice(0, 20);

const service = await openService();
const admin = await service.createUser({ role: 'admin' });
const foreign = await service.createUser({ role: 'admin' });
/** A calculation made while the shipped model was the active one. */
const before = (await create(admin)).body;
/** The company's own model, active since. */
const own = await load(admin);
afterAll(() => service.close());

async function load(person: Person): Promise<Row> {
  const form = new FormData();
  form.set('is_active', 'true');
  form.set('file', new File([FILE], 'лава.txt'));
  const { status, body } = await person.post(paths.models, form);
  expect(status).toBe(201);
  return body;
}

async function create(person: Person, fields: object = {}) {
  const project = await newProject(person);
  return person.post(paths.calculations(TYPE), { name: 'Лава', project, method: 'lightgbm', data, ...fields });
}

const change = (body: object) => admin.patch(paths.changeCalculation(TYPE, before.id), body);
const results = (body: Row) => body.data.map(({ result }: Row) => result);

async function ownAnswers(rows: readonly Row[]): Promise<number[]> {
  const model = await loadRowModel(await loadServerCore(), { id: '', name: '', sha256: '' }, FILE, COLUMNS);
  const numbers = rows.flatMap((row) => COLUMNS.map((name) => row[name] ?? Number.NaN));
  return [...predictRows(model, Float64Array.from(numbers))];
}

it('a new calculation uses and stores the active model of the company', async () => {
  const { body } = await create(admin);
  expect(body.model).toEqual({ id: own.id, name: own.name, sha256: own.sha256 });
  expect(results(body)).toEqual(await ownAnswers(data));
  expect(results(body)).not.toEqual(await predicted('lightgbm', data));
});

it('an existing calculation keeps its model when edited, unless another is requested', async () => {
  expect(before.model.id).toBe('demonstration-lightgbm');
  const edited = await admin.patch(paths.updateRows(TYPE, before.id), { data: [{ id: 1, x1: 900 }] });
  const changed = [{ ...data[0], x1: 900 }, ...data.slice(1)];
  expect(edited.body.model).toEqual(before.model);
  expect(results(edited.body)).toEqual(await predicted('lightgbm', changed));
  const echoed = await change(edited.body);
  expect(echoed.body.model).toEqual(before.model);
  const active = await change({ ...echoed.body, model: null });
  expect(active.body.model.id).toBe(own.id);
  expect(results(active.body)).toEqual(await ownAnswers(changed));
  const back = await change({ model: before.model.id });
  expect(back.body).toMatchObject({ model: before.model, rows_sha256: edited.body.rows_sha256 });
});

it('a model of another company gives the response of a missing one, and nothing is stored', async () => {
  const kept = await stored(service);
  const never = { name: 'Лава', method: 'lightgbm', data, model: '0197ffff-ffff-7fff-bfff-ffffffffffff' };
  const project = await newProject(foreign);
  const send = (model: string) => foreign.post(paths.calculations(TYPE), { ...never, project, model });
  const [theirs, none] = [await send(own.id), await send(never.model)];
  expect([theirs.status, none.status]).toEqual([400, 400]);
  expect(theirs.text.replace(own.id, '')).toBe(none.text.replace(never.model, ''));
  expect(JSON.parse(await stored(service))[0]).toEqual(JSON.parse(kept)[0]);
  expect((await create(foreign)).body.model.id).toBe('demonstration-lightgbm');
});
