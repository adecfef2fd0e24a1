import { describe, expect, it } from 'vitest';
import { computeTable } from '#core/calculations/compute_table.ts';
import { definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { readRows, rowsRange } from '#core/calculations/rows_file.ts';
import { loadRowModel } from '#core/models/row_model.ts';
import { readTable } from '#core/tables/read_table.ts';
import { wireRows } from '#core/tables/wire_rows.ts';
import { makeTemplate } from '#functions/calculations/template.ts';
import { fileCells } from '#web/compute/file_cells.ts';
import { fileHeaders } from '#web/compute/file_headers.ts';
import { storedTable } from '#web/compute/stored_table.ts';
import { GRID_ROWS } from '#web/grid/rows.ts';
import { core, MODEL_FILE } from '../../support/web/core.ts';

const bytesOf = (...lines: readonly string[]) => new TextEncoder().encode(lines.join('\n'));
const blanks = definitionOf('filling_blanks');
const regression = definitionOf('regres_methane');

describe('the headers of a file', () => {
  it('are offered, and recognised ones are preselected', async () => {
    const bytes = bytesOf('Разрез;Год;Добыча угля, тыс. т;Запасы', 'А;2020;1;2');
    expect(await fileHeaders(blanks, bytes, 'a.csv')).toEqual({
      headers: ['Разрез', 'Год', 'Добыча угля, тыс. т', 'Запасы'],
      recognised: { name_element: 'Разрез', name_value: 'Добыча угля, тыс. т' },
      free: [],
    });
  });

  it('of a wide table let the user name the value', async () => {
    const bytes = bytesOf('Шахта;2019;2020', 'А;1;2');
    expect(await fileHeaders(blanks, bytes, 'a.csv')).toMatchObject({ free: ['name_value'] });
  });

  it('are empty for an unreadable file', async () => {
    expect(await fileHeaders(blanks, new Uint8Array([0, 1, 2]), 'a.csv')).toMatchObject({ headers: [] });
  });
});

describe('the cells of a file', () => {
  it('are texts by column name, faulty ones included; blank rows are skipped', () => {
    const rest = 'x2;x8;x12;x13;x15';
    const bytes = bytesOf(`х1;x7;${rest};лишний`, '1,5;плохо;;;;;;z', ';;', '2;;');
    const others = { x2: '', x8: '', x12: '', x13: '', x15: '' };
    expect(fileCells(regression, bytes, 'a.csv', {})).toEqual({
      ok: true,
      rows: [
        { x1: '1,5', x7: 'плохо', ...others },
        { x1: '2', x7: '', ...others },
      ],
    });
  });

  it('are not opened while a column is missing, and unrecognised headers are listed', () => {
    const bytes = bytesOf('Дата;Воздух лавы;Метан', '01.01.2026;1268;39', '02.01.2026;1270;38');
    expect(fileCells(regression, bytes, 'a.csv', {})).toEqual({
      ok: false,
      message: expect.stringContaining('Не распознаны заголовки файла: «Воздух лавы», «Метан».'),
    });
  });

  it('are refused above the limit of the grid', () => {
    const bytes = bytesOf('x1;x2;x7;x8;x12;x13;x15', ...Array.from({ length: GRID_ROWS + 1 }, () => '1'));
    expect(fileCells(regression, bytes, 'a.csv', {})).toMatchObject({ ok: false, message: /больше 5\s000 строк/ });
  });
});

describe.each(TABLE_TYPES)('%s: rows of the server', (type) => {
  it('are recomputed to the same bytes', async () => {
    const definition = definitionOf(type);
    const { bytes: file, fileName } = await makeTemplate(definition, 'csv');
    const read = await readTable(file, fileName, definition, {});
    if (!read.ok) throw new Error(JSON.stringify(read.errors));
    const context = {
      core,
      inputs: { ef: 2.5 },
      ...(definition.table?.modelInput && {
        model: await loadRowModel(core, { id: 'm', name: 'm', sha256: '' }, MODEL_FILE),
      }),
    };
    const { head, bytes } = await computeTable(definition, read.data, context);
    const [first, end] = rowsRange(head, 0, head.count);
    const travelled = JSON.parse(JSON.stringify(wireRows(definition, head, readRows(bytes.subarray(first, end)))));
    const again = await computeTable(definition, storedTable(definition, head, travelled), context);
    expect(again.bytes).toEqual(bytes);
  });
});
