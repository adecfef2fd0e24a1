import { randomUUID } from 'node:crypto';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { type CalculationType, FIELDS_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { FILE_FIELD } from '#functions/http/form.ts';
import { WORKBOOK_SHEETS } from '#functions/workbook/layout.ts';
import { serviceWithMine } from '../../../support/fresh_fixtures.ts';
import { createCalculation, type Person } from '../../../support/service.ts';
import { CASES } from '../../../wasm-core/calculations/all_cases.ts';

let person: Person;
let project: string;
let mine: string;

const service = await serviceWithMine((fresh) => {
  ({ person, project, mine } = fresh);
});

const calculation = (type: string, name: string, fields: object) =>
  createCalculation(person, type, { name, project, ...fields });

const diesel = (name: string, volume = 26) => calculation('open_mining_co2', name, { volume, ef: 3.149 });
const listed = async () => (await person.get(paths.projectCalculations(project))).body.results;

async function download(): Promise<ExcelJS.Workbook> {
  const response = await service.fetch('GET', paths.workbook(project), { token: person.tokens.access });
  expect(response.status).toBe(200);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(await response.arrayBuffer());
  return workbook;
}

/** The bytes of a file; written again, they have another time in them. */
const bytesOf = async (workbook: ExcelJS.Workbook) => new Uint8Array(await workbook.xlsx.writeBuffer());

async function load(
  workbook: ExcelJS.Workbook | Uint8Array<ArrayBuffer>,
  { check = false, key = randomUUID() as string, by = person } = {},
) {
  const form = new FormData();
  form.set(FILE_FIELD, new File([workbook instanceof Uint8Array ? workbook : await bytesOf(workbook)], 'книга.xlsx'));
  return service.call('POST', `${paths.workbook(project)}${check ? '?check=true' : ''}`, {
    body: form,
    token: by.tokens.access,
    headers: { 'Idempotency-Key': key },
  });
}

/** The sheet that has a row with the name, and that row. */
function rowOf(workbook: ExcelJS.Workbook, name: string) {
  for (const sheet of workbook.worksheets) {
    for (let number = 2; number <= sheet.rowCount; number++) {
      if (sheet.getRow(number).getCell(3).value === name) return { sheet, row: sheet.getRow(number) };
    }
  }
  throw new Error(`no row ${name}`);
}

function sheetOf(workbook: ExcelJS.Workbook, type: CalculationType): ExcelJS.Worksheet {
  const name = WORKBOOK_SHEETS.find((sheet) => sheet.type === type)?.name ?? '';
  return workbook.getWorksheet(name) as ExcelJS.Worksheet;
}

/** Column of the first input, from 1. */
const VOLUME = 5;

describe('the workbook of an inventory', () => {
  it('changes nothing when it is loaded as it was downloaded, with every type in it', async () => {
    for (const type of FIELDS_TYPES) await calculation(type, `Образец ${type}`, CASES[type]?.[0]?.inputs ?? {});
    const gross = { volume: 1e6 / 3, ef: 18, koef_transform: 0.67, object: mine };
    await calculation('underground_emission_ch4', 'Треть', gross);
    const before = await listed();
    const { status, body } = await load(await download());
    expect([status, body.created, body.changed, body.unchanged]).toEqual([200, 0, 0, FIELDS_TYPES.length + 1]);
    expect(await listed()).toEqual(before);
  });

  it('changes the one calculation of which one cell was changed', async () => {
    await diesel('Самосвалы');
    const other = await diesel('Бульдозеры', 40);
    const workbook = await download();
    const { row } = rowOf(workbook, 'Самосвалы');
    row.getCell(VOLUME).value = 30;
    const checked = await load(workbook, { check: true });
    expect(checked.body).toMatchObject({ is_stored: false, created: 0, changed: 1, unchanged: 1 });
    expect(checked.body.rows[0]).toMatchObject({ name: 'Самосвалы', is_new: false, cells: [{ from: '26', to: '30' }] });
    expect((await listed()).map(({ volume }: { volume: number }) => volume)).toEqual([40, 26]);
    expect((await load(workbook)).body).toMatchObject({ is_stored: true, changed: 1 });
    const after = await listed();
    expect(after[1]).toMatchObject({ volume: 30, res_co2: 30 * 3.149, version: 2 });
    expect(after[0]).toEqual(expect.objectContaining({ id: other.id, version: 1 }));
  });

  it('adds rows without a number as new calculations, of an object too', async () => {
    const workbook = await download();
    const sheet = sheetOf(workbook, 'underground_emission_ch4');
    sheet.addRow([null, null, 'Пласт 48', 'Шахта', 1000, 10, 0.67]);
    const { status, body, text } = await load(workbook);
    expect(status, text).toBe(200);
    expect([body.created, body.changed, body.unchanged]).toEqual([1, 0, 0]);
    expect(await listed()).toMatchObject([{ name: 'Пласт 48', object: mine, role: 'main', res_ch4_to_co2: 167_500 }]);
  });

  it('stores nothing of a workbook with one faulty cell, and names the sheet, row and column', async () => {
    await diesel('Самосвалы');
    await diesel('Бульдозеры', 40);
    const workbook = await download();
    const { sheet, row } = rowOf(workbook, 'Самосвалы');
    row.getCell(VOLUME).value = 30;
    const bad = rowOf(workbook, 'Бульдозеры').row;
    bad.getCell(VOLUME).value = '1000 т';
    const before = await listed();
    const { status, body } = await load(workbook);
    expect([status, body.code, body.errors_total]).toEqual([400, 'faulty_workbook', 1]);
    expect(body.errors[0]).toMatchObject({ sheet: sheet.name, row: bad.number, column: 'E', value: '1000 т' });
    expect(body.detail).toContain(`Лист «${sheet.name}», строка ${bad.number}, столбец E`);
    expect(await listed()).toEqual(before);
  });

  it.each([
    ['a blank number', 5, null, 'E'],
    ['a number below its bound', 5, -1, 'E'],
    ['an unknown object', 4, 'Нет такой', 'D'],
    ['a blank name', 3, null, 'C'],
    ['an unknown number of a calculation', 1, randomUUID(), 'A'],
    ['an error of Excel', 5, { error: '#N/A' }, 'E'],
  ])('refuses %s by its cell', async (_, index, value, column) => {
    await diesel('Самосвалы');
    const workbook = await download();
    const { row } = rowOf(workbook, 'Самосвалы');
    row.getCell(index).value = value as ExcelJS.CellValue;
    const { status, body } = await load(workbook);
    expect([status, body.errors?.[0]?.row, body.errors?.[0]?.column]).toEqual([400, 2, column]);
  });

  it('refuses headers that it does not know and headers that are missing', async () => {
    await diesel('Самосвалы');
    const workbook = await download();
    const { sheet } = rowOf(workbook, 'Самосвалы');
    sheet.getRow(1).getCell(5).value = 'Сколько';
    const { status, body } = await load(workbook);
    expect([status, body.errors_total]).toEqual([400, 2]);
    expect(body.errors[0]).toMatchObject({ row: 1, column: 'E', value: 'Сколько' });
  });

  it('makes no calculation of a row «Итого»', async () => {
    await diesel('Самосвалы');
    const workbook = await download();
    rowOf(workbook, 'Самосвалы').sheet.addRow([null, null, 'Итого', null, 26]);
    const { body } = await load(workbook);
    expect([body.created, body.changed, body.unchanged, body.notes.length]).toEqual([0, 0, 1, 1]);
    expect(await listed()).toHaveLength(1);
  });

  it('refuses a row of a calculation that somebody has changed since the download', async () => {
    const one = await diesel('Самосвалы');
    const workbook = await download();
    await person.patch(paths.changeCalculation('open_mining_co2', one.id), { volume: 27 });
    const { row } = rowOf(workbook, 'Самосвалы');
    row.getCell(VOLUME).value = 30;
    const { status, body } = await load(workbook);
    expect([status, body.errors[0].column]).toEqual([400, 'B']);
    expect(await listed()).toMatchObject([{ volume: 27 }]);
  });

  it('is loaded once for a repeated request, and completes one that was interrupted', async () => {
    await diesel('Самосвалы');
    const workbook = await download();
    const { sheet, row } = rowOf(workbook, 'Самосвалы');
    row.getCell(VOLUME).value = 30;
    sheet.addRow([null, null, 'Бульдозеры', 'Шахта', 40, 3.149]);
    const file = await bytesOf(workbook);
    const key = randomUUID();
    const { put } = service.db;
    let hasFailed = false;
    service.db.put = async (...item) => {
      if (String(item[0].name) === 'Бульдозеры' && !hasFailed) {
        hasFailed = true;
        throw new Error('the power is off');
      }
      return put.apply(service.db, item);
    };
    expect((await load(file, { key })).status).toBe(500);
    service.db.put = put;
    for (const _ of [1, 2]) {
      const { status, body, text } = await load(file, { key });
      expect(status, text).toBe(200);
      expect([body.created, body.changed, body.unchanged]).toEqual([1, 1, 0]);
    }
    expect(await listed()).toMatchObject([
      { name: 'Бульдозеры', volume: 40, version: 1, object: mine },
      { name: 'Самосвалы', volume: 30, version: 2 },
    ]);
  });

  it('is refused for an archived project, another company’s, and a file that is no workbook', async () => {
    await diesel('Самосвалы');
    const workbook = await download();
    const other = await service.createUser();
    expect((await load(workbook, { by: other })).status).toBe(404);
    const form = new FormData();
    form.set(FILE_FIELD, new File(['a;b\n1;2'], 'таблица.csv'));
    const csv = await service.call('POST', paths.workbook(project), { body: form, token: person.tokens.access });
    expect([csv.status, csv.body.detail]).toEqual([400, expect.stringContaining('книга инвентаризации')]);
    await person.patch(paths.changeProject(project), { is_deleted: true });
    expect((await load(workbook)).status).toBe(409);
  });

  it('checks 2,000 rows in a small part of the time that a request may take', async () => {
    const workbook = await download();
    const sheet = sheetOf(workbook, 'open_mining_co2');
    for (let row = 1; row <= 2000; row++) {
      sheet.addRow([null, null, `Машина ${row}`, null, row, 3.149]);
    }
    const start = performance.now();
    const { status, body, text } = await load(workbook, { check: true });
    console.info(`2,000 rows checked in ${((performance.now() - start) / 1000).toFixed(2)} s`);
    expect(status, text.slice(0, 300)).toBe(200);
    expect([body.created, body.rows.length]).toEqual([2000, 200]);
    expect(await listed()).toEqual([]);
  });
});
