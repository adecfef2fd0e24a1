import { createHash } from 'node:crypto';
import { createWriteStream, statSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { rowsStart, writeRowsFile } from '#core/calculations/rows_file.ts';
import { loadServerCore } from '#functions/core.ts';
import { makeReport } from '#functions/export/report.ts';
import { writeExport } from '#functions/export/write_export.ts';
import type { StoredTable } from '#functions/store/calculations.ts';
import { rowsKey } from '#functions/store/file_key.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { openTestFiles } from '../../support/service.ts';
import { contentOf } from '../../support/written_exports.ts';

/**
 * A process of its own that exports a table of so many rows from a real store: `large_child.ts <format> <rows> <file>`. Prints how long
 * it took, and the most memory that it had beyond what it began with, MB.
 */

const [format, rows, path] = process.argv.slice(2);
const count = Number(rows);
const [type] = TABLE_TYPES;
if ((format !== 'xls' && format !== 'xlsx') || !type || !path) throw new Error('large_child.ts <format> <rows> <file>');

const { files, close } = await openTestFiles();
const tenant = Tenant.ofOperations('company');
const table = await storeRows();
const content = contentOf(['Большая таблица']);
const calculations = content.calculations.map((calculation) => {
  const stored = { ...(calculation.table as StoredTable), ...table };
  return { ...calculation, type, table: stored };
});
const whole = { ...content, calculations };

globalThis.gc?.();
const before = process.memoryUsage.rss();
const started = performance.now();
let most = 0;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 20);
const out = createWriteStream(path);
await writeExport(format, whole, await makeReport({ core: await loadServerCore(), files, tenant }, whole, true), out);
out.end();
await finished(out);
clearInterval(watch);
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
const took = Math.round(performance.now() - started);
const peak = megabytes(process.resourceUsage().maxRSS * 1024);
console.log(
  JSON.stringify({
    format,
    count,
    took,
    before: megabytes(before),
    most: megabytes(most),
    peak,
    file: statSync(path).size,
  }),
);
await close();

/** Every number of row r and column c is its own: r + c / 16. */
async function storeRows() {
  const { table, results } = definitionOf(type ?? 'regres_methane');
  const columns = ['id', ...Object.keys(table?.columns ?? {}), ...Object.keys(results)];
  const data = Object.fromEntries(
    columns.map((name, column) => [name, Float64Array.from({ length: count }, (_, row) => row + column / 16)]),
  );
  const head = { columns, count, texts: {}, summary: {}, problems: [], warnings: [] };
  const bytes = writeRowsFile({ head, data });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await files.put(rowsKey(tenant, 'calculation-0', sha256), bytes);
  return { rows: { sha256, bytes: bytes.length, start: rowsStart(head), count } };
}
