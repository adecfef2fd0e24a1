import { afterAll, expect, it } from 'vitest';
import { TABLE_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { readProjectSnapshot } from '#functions/export/project_snapshot.ts';
import { rowsSections } from '#functions/export/rows_sections.ts';
import { readProject } from '#functions/store/projects.ts';
import { firstCase, formOf, newTable } from '../../support/datasets.ts';
import { newProject, openService } from '../../support/service.ts';
import { written } from '../../support/written_exports.ts';

const service = await openService();
const person = await service.createUser();
afterAll(() => service.close());

it.each(TABLE_TYPES)('%s: the sheet of rows, uploaded again, gives the same table bit for bit', async (type) => {
  const project = await newProject(person);
  const made = (await person.post(paths.calculations(type), newTable(type, project))).body;
  const content = await readProjectSnapshot(service.db, person.tenant, async () => {
    const found = await readProject(service.db, person.tenant, project);
    if (!found) throw new Error('The project has gone');
    return found;
  });
  const sheet = await written('xlsx', rowsSections({ files: service.files, tenant: person.tenant }, content));
  const { inputs, settings } = firstCase(type);
  const fields = { name: 'Снова', project, ...inputs, ...settings };
  const again = await person.post(paths.calculations(type), formOf(fields, new File([sheet], 'экспорт.xlsx')));
  expect([again.status, again.body.detail]).toEqual([201, undefined]);
  expect(again.body.rows_sha256).toBe(made.rows_sha256);
});
