import type { ReadTable } from '#core/tables/read_table.ts';

/** Columns of a table as people read them, without the ids: texts as texts. */
export function columnsOf({ data }: ReadTable & { readonly ok: true }): Record<string, (number | string)[]> {
  const entries = Object.entries(data.columns).filter(([name]) => name !== 'id');
  return Object.fromEntries(
    entries.map(([name, values]) => [name, Array.from(values, (value) => data.texts[name]?.[value] ?? value)]),
  );
}
