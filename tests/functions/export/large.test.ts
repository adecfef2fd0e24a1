import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Book, readSheetJs } from '../../support/export_readers.ts';

const ROWS = 100_000;

/** Memory of the whole process, its store included, MB. */
const MEMORY = 512;

/** Reads the sheets of a workbook from its XML: a library would take minutes. Texts are their places among the shared ones. */
function readXml(bytes: Uint8Array): Book {
  const parts = unzipSync(bytes);
  const part = (name: string) => new TextDecoder().decode(parts[name]);
  const names = [...part('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name = '']) => name);
  return new Map(
    names.map((name, place) => {
      const rows: (number | null)[][] = [];
      for (const [, column = '', row, value] of part(`xl/worksheets/sheet${place + 1}.xml`).matchAll(CELL)) {
        const cells = rows[Number(row) - 1] ?? [];
        rows[Number(row) - 1] = cells;
        cells[column.charCodeAt(0) - 65] = Number(value);
      }
      return [name, rows];
    }),
  );
}

const CELL = /<c r="([A-Z])(\d+)"[^>]*><v>([^<]*)<\/v>/g;

const folder = mkdtempSync(join(tmpdir(), 'large-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['xls', 'xlsx'])('100,000 rows in %s', { timeout: 180_000 }, (format) => {
  const file = join(folder, `large.${format}`);
  let said: { readonly peak: number };
  let data: Book;

  beforeAll(async () => {
    const child = ['tests/functions/export/large_child.ts', format, String(ROWS), file];
    said = JSON.parse((await promisify(execFile)(process.execPath, child)).stdout);
    const bytes = new Uint8Array(readFileSync(file));
    const book = format === 'xls' ? readSheetJs(bytes) : readXml(bytes);
    data = new Map([...book].filter(([name]) => /^\d+\.\d+ /.test(name)));
  }, 180_000);

  it(`are written within ${MEMORY} MB`, () => {
    expect(said.peak).toBeLessThan(MEMORY);
  });

  it('are complete, in order, on as many sheets as needed, each with a header', () => {
    const sheets = [...data.values()];
    expect(sheets.map((rows) => rows.length)).toEqual(format === 'xls' ? [65_536, 34_466] : [100_001]);
    expect(new Set(sheets.map(([header]) => JSON.stringify(header))).size).toBe(1);
    const [header = []] = sheets[0] ?? [];
    const result = header.length - 1;
    // Row r of column c is r + c / 16; column 0 of the file is the id, which the sheet leaves out.
    const rows = sheets.flatMap((rows) => rows.slice(1));
    for (const [row, cells] of rows.entries()) {
      if (cells[result] !== row + (result + 1) / 16)
        expect([row, cells[result]]).toEqual([row, row + (result + 1) / 16]);
    }
  });

  it('are on sheets with distinct names', () => {
    expect([...data.keys()]).toEqual(
      format === 'xls' ? ['1.1 Большая таблица', '1.1 Большая таблица (2)'] : ['1.1 Большая таблица'],
    );
  });
});
