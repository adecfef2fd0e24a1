import { describe, expect, it } from 'vitest';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { dayOf } from '#core/tables/cell_values.ts';
import { readTable } from '#core/tables/read_table.ts';
import { makeTemplate } from '#functions/calculations/template.ts';

/** What the example of a definition means as numbers and texts. */
function meant({ table }: CalculationDefinition): Record<string, (number | string)[]> {
  const entries = Object.entries(table?.columns ?? {}).map(([name, { kind }], place) => {
    const values = (table?.example ?? []).map((row) => {
      const cell = row[place] ?? null;
      if (cell === null) return Number.NaN;
      return kind === 'date' ? (dayOf(String(cell)) ?? Number.NaN) : cell;
    });
    return [name, values] as const;
  });
  return Object.fromEntries(entries);
}

describe.each(TABLE_TYPES)('the template of %s', (type) => {
  const definition = definitionOf(type);

  it.each(['csv', 'xlsx'] as const)('as %s reads back as the example of the definition', async (format) => {
    const { bytes, fileName } = await makeTemplate(definition, format);
    const read = await readTable(bytes, fileName, definition, {});
    if (!read.ok) throw new Error(JSON.stringify(read));
    const texts = (name: string, column: Float64Array) =>
      Array.from(column, (value) => read.data.texts[name]?.[value] ?? value);
    const columns = Object.entries(read.data.columns).filter(([name]) => name !== 'id');
    expect(Object.fromEntries(columns.map(([name, column]) => [name, texts(name, column)]))).toEqual(meant(definition));
    expect(read.ignored).toEqual([]);
  });

  it('as xlsx explains every column on a second sheet', async () => {
    const { default: ExcelJS } = await import('exceljs');
    const workbook = new ExcelJS.Workbook();
    const { bytes } = await makeTemplate(definition, 'xlsx');
    await workbook.xlsx.load(Buffer.from(bytes) as unknown as ArrayBuffer);
    const labels = workbook.getWorksheet('Пояснения')?.getColumn(1).values.slice(2);
    expect(labels).toEqual(Object.values(definition.table?.columns ?? {}).map(({ label }) => label));
    expect(workbook.getWorksheet('Данные')?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  });

  it('as csv opens in a Russian Excel: UTF-8 byte order mark, semicolons, decimal commas', async () => {
    const { bytes, contentType } = await makeTemplate(definition, 'csv');
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    expect(contentType).toBe('text/csv; charset=utf-8');
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text).toMatch(/;/);
    expect(text).not.toMatch(/;-?\d+\.\d+(?:;|\r)/);
  });
});
