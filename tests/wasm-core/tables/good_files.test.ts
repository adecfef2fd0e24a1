import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { filling_blanks } from '#core/calculations/filling_blanks.ts';
import { regres_methane } from '#core/calculations/regres_methane.ts';
import { sensitivity } from '#core/calculations/sensitivity.ts';
import { readHeaders } from '#core/tables/headers.ts';
import { readTable } from '#core/tables/read_table.ts';
import { columnsOf } from './columns_of.ts';
import { THREE_DAYS } from './uploads/kinds.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/uploads/', import.meta.url));
const NORTH = 'Шахта «Северная»';
const SOUTH = 'Разрез Южный';
const SERIES = { name: [NORTH, NORTH, SOUTH, SOUTH], year: [2021, 2022, 2021, 2022] };

/** What the tables hold, whoever wrote them down. */
const TABLES: Readonly<
  Record<string, { definition: CalculationDefinition; columns: Record<string, (number | string)[]> }>
> = {
  regress: {
    definition: regres_methane,
    columns: { ...THREE_DAYS, x2: [1290, 1230, Number.NaN] },
  },
  series: {
    definition: sensitivity,
    columns: { ...SERIES, volume: [1_000_000, 1_100_000, 500_000.5, 510_000], methane: [12, 13, 3.25, 3.5] },
  },
  wide: {
    definition: filling_blanks,
    columns: {
      name: [NORTH, NORTH, NORTH, SOUTH, SOUTH, SOUTH],
      year: [2019, 2020, 2021, 2019, 2020, 2021],
      given: [100, Number.NaN, 120, 40.5, 41, Number.NaN],
    },
  },
};

const filesOf = (folder: string) => readdirSync(join(FOLDER, folder)).sort();
const bytesOf = (folder: string, file: string) => new Uint8Array(readFileSync(join(FOLDER, folder, file)));

function tableOf(file: string) {
  const table = TABLES[/_([a-z]+)\.\w+$/.exec(file)?.[1] ?? ''];
  if (!table) throw new Error(`${file} says not which table it holds`);
  return table;
}

/** pandas writes the numbers of rows into a column without a header. */
const numbering = (file: string) => (file === 'pandas_series.xlsx' ? ['столбец A без заголовка'] : []);

describe('files of real programs', () => {
  it('are 27', () => {
    expect(filesOf('good')).toHaveLength(27);
  });

  it.each(filesOf('good'))('%s is read as its program shows it', async (file) => {
    const { definition, columns } = tableOf(file);
    const read = await readTable(bytesOf('good', file), file, definition, {});
    if (!read.ok) throw new Error(JSON.stringify(read, undefined, 1));
    const { date, ...dateless } = columns;
    expect(columnsOf(read)).toEqual(file.startsWith('no_dates') ? dateless : columns);
    expect(read.ignored).toEqual(numbering(file));
  });

  it.each(filesOf('good').filter((file) => file.includes('_series.')))(
    '%s has the column that the user names',
    async (file) => {
      const bytes = bytesOf('good', file);
      const headers = await readHeaders(bytes, file);
      expect(headers.slice(0, 3)).toEqual(['Шахта', 'Год', 'Добыча угля, т']);
      const settings = { name_element: 'Шахта', name_value: headers[3] ?? '' };
      const read = await readTable(bytes, file, filling_blanks, settings);
      if (!read.ok) throw new Error(JSON.stringify(read, undefined, 1));
      expect(columnsOf(read)).toEqual({ ...SERIES, given: [12, 13, 3.25, 3.5] });
      expect(read.ignored).toEqual(['Добыча угля, т', ...numbering(file)]);
    },
  );

  it.each(filesOf('refused'))('%s is refused with the next step', async (file) => {
    const read = await readTable(bytesOf('refused', file), file, tableOf(file).definition, {});
    expect(read).toMatchObject({ ok: false, status: 415, detail: expect.stringMatching(/сохраните.*\.xlsx/i) });
  });
});
