import { Text } from '@mantine/core';
import type { WorkbookLoad } from '#core/contract/workbook_schema.ts';
import { Notice } from '../components/Notice.tsx';
import { Table } from '../components/Table.tsx';

/** What a workbook would change: counts, then the rows with what was and what will be. */
export function WorkbookPreview({ load }: { readonly load: WorkbookLoad }) {
  const { created, changed, unchanged, rows, notes } = load;
  const left = created + changed - rows.length;
  return (
    <section aria-label="Что изменит книга">
      <Text fw={600} role="status">
        Новых: {created}, изменённых: {changed}, без изменений: {unchanged}
      </Text>
      {notes.map((note) => (
        <Notice key={note} tone="warning">
          {note}
        </Notice>
      ))}
      {created + changed === 0 && <Text size="sm">Книга совпадает с проектом: записывать нечего.</Text>}
      {rows.length > 0 && (
        <Table
          label="Изменения книги"
          scrollLabel="Изменения книги, прокрутка"
          cards="lines"
          columns={[
            { key: 'name', header: 'Расчёт', cell: ({ name }) => name },
            { key: 'kind', header: 'Что будет', cell: (row) => (row.is_new ? 'новый' : 'изменится') },
            {
              key: 'cells',
              header: 'Было → станет',
              cell: ({ cells, is_new }) =>
                cells.map(({ column, from, to }) => (
                  <div key={column}>
                    {column}: {is_new ? to || '—' : `${from || '—'} → ${to || '—'}`}
                  </div>
                )),
            },
          ]}
          rows={rows}
          keyOf={({ sheet, row }) => `${sheet} ${row}`}
        />
      )}
      {left > 0 && <Text size="sm">И ещё строк: {left}</Text>}
    </section>
  );
}
