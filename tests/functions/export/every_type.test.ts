import { afterAll, expect, it } from 'vitest';
import { CALCULATION_TYPES, definitionOf } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { newTable } from '../../support/datasets.ts';
import { cellsOf, expectedCells } from '../../support/expected_exports.ts';
import { download } from '../../support/export_company.ts';
import { readSheetJs } from '../../support/export_readers.ts';
import { newProject, openService } from '../../support/service.ts';
import { CASES } from '../../wasm-core/calculations/all_cases.ts';

const service = await openService();
const person = await service.createUser();
afterAll(() => service.close());

it.each(CALCULATION_TYPES)('%s is exported to each format by its definition alone', async (type) => {
  const project = await newProject(person);
  const { title, table } = definitionOf(type);
  const body = table
    ? newTable(type, project, { name: 'Расчёт' })
    : { name: 'Расчёт', project, ...CASES[type]?.[0]?.inputs };
  const { id } = (await person.post(paths.calculations(type), body)).body;
  const answer = (await person.get(paths.calculation(type, id))).body;
  for (const format of ['xls', 'xlsx']) {
    const { bytes } = await download(service, person, `${paths.export(project, format)}?detail=true`);
    const [, rows = []] = [...readSheetJs(bytes).values()];
    const cell = cellsOf(rows, 'Расчёт');
    for (const [label, value] of expectedCells(type, answer)) expect([label, cell(label)]).toEqual([label, value]);
  }
  const text = new TextDecoder().decode((await download(service, person, paths.export(project, 'txt'))).bytes);
  expect(text).toContain(title.toUpperCase());
});
