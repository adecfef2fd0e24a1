import { expect, test } from 'vitest';
import { definitionOf } from '#core/calculations/index.ts';
import { previewSource, storedSource } from '#web/results/rows_source.ts';
import { rowsFile, rowsPage } from '../../support/web/result_datasets.ts';
import { freshBrowser, server, signedIn } from '../../support/web/screen.tsx';
import { json, problem } from '../../support/web/web_server.ts';

freshBrowser();

const TYPE = 'regres_methane';
const COUNT = 2500;

/** Row r has the id r + 1 and the result r / 1000; every tenth has no x1. */
const bytes = rowsFile(
  { columns: ['id', 'x1', 'result'] },
  Array.from({ length: COUNT }, (_, row) => [row + 1, row % 10 === 0 ? Number.NaN : 1200 + row, row / 1000]),
);

const ids = async (rows: Promise<readonly { readonly id?: unknown }[]>) => (await rows).map(({ id }) => id);

test('a rows file in memory and a stored calculation give the same rows for any page', async () => {
  await signedIn();
  server.intercept = ({ path }) => (path.includes('/rows/') ? json(rowsPage(TYPE, bytes, path)) : undefined);
  const stored = await storedSource(TYPE, { id: 'calculation-1', version: 3 });
  const preview = previewSource(definitionOf(TYPE), bytes);
  expect(stored.head).toEqual(preview.head);
  for (const [offset, limit] of [
    [0, 5],
    [998, 5],
    [1995, 600],
    [0, COUNT],
  ] as const) {
    const rows = await preview.rows(offset, limit);
    expect(rows[0]).toEqual({ id: offset + 1, x1: offset % 10 === 0 ? null : 1200 + offset, result: offset / 1000 });
    expect(await stored.rows(offset, limit)).toEqual(rows);
  }
  expect(await ids(stored.rows(COUNT - 2, 5))).toEqual([COUNT - 1, COUNT]);
  expect(await ids(stored.rows(COUNT, 5))).toEqual([]);
});

test('a page of rows is cached for its version', async () => {
  await signedIn();
  server.intercept = ({ path }) => (path.includes('/rows/') ? json(rowsPage(TYPE, bytes, path)) : undefined);
  const source = await storedSource(TYPE, { id: 'calculation-1', version: 3 });
  await source.rows(0, 5);
  await source.rows(5, 5);
  await storedSource(TYPE, { id: 'calculation-1', version: 3 });
  expect(server.seen('GET', `/api/v1/${TYPE}/calculation-1/rows/`)).toHaveLength(1);
  await storedSource(TYPE, { id: 'calculation-1', version: 4 });
  expect(server.seen('GET', `/api/v1/${TYPE}/calculation-1/rows/`)).toHaveLength(2);
});

test('rows that cannot be loaded fail with the server’s message', async () => {
  await signedIn();
  server.intercept = ({ path }) => (path.includes('/rows/') ? problem(404, 'Такой записи нет.') : undefined);
  await expect(storedSource(TYPE, { id: 'calculation-1', version: 1 })).rejects.toThrow('Такой записи нет.');
});
