import { describe, expect, it } from 'vitest';
import { definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { readTable } from '#core/tables/read_table.ts';
import { columnsOf } from './columns_of.ts';
import { uploadsOf } from './uploads/corpus.ts';

describe.each(TABLE_TYPES)('files for %s', (type) => {
  const uploads = uploadsOf(type);

  it('are 109', () => {
    expect(uploads).toHaveLength(109);
  });

  it.each(uploads.map((upload) => [`${upload.group}: ${upload.name}`, upload] as const))(
    '%s',
    async (_, upload) => {
      const bytes = upload.bytes();
      const before = process.cpuUsage();
      const read = await readTable(bytes, upload.fileName, definitionOf(type), {});
      const { user, system } = process.cpuUsage(before);
      // Time of this process alone: other tests run beside it.
      expect((user + system) / 1000).toBeLessThan(3000);
      const { outcome } = upload;
      if ('columns' in outcome) {
        if (!read.ok) throw new Error(JSON.stringify(read, undefined, 1));
        expect(columnsOf(read)).toEqual(outcome.columns);
        return;
      }
      const { status, code, says = '', ...place } = outcome;
      expect(read).toMatchObject({ ok: false, status, code });
      if (read.ok) return;
      expect(read.detail).toMatch(/[а-яё].*\.$/s);
      expect(read.detail).toContain(says);
      const [fault] = read.errors;
      if (Object.keys(place).length > 0) {
        expect({ ...fault, column: fault?.column?.replace(/:.*/s, '') }).toMatchObject(place);
        expect(fault?.message).toMatch(/[а-яё]/);
      }
    },
    30_000,
  );
});
