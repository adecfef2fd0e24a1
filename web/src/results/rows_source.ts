import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { readRows, readRowsHead, rowsRange } from '#core/calculations/rows_file.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { ROWS_PAGE_LIMIT, type RowsHead, type WireRow } from '#core/contract/rows.ts';
import { wireRows } from '#core/tables/wire_rows.ts';
import { getRows } from '../api/calls.ts';
import { queryClient } from '../api/store.ts';

/** A computed table to show, wherever its rows are. */
export interface RowsSource {
  readonly head: RowsHead;
  /**
   * Rows `offset` … `offset + limit − 1`, cut to what there is. Rejects with an ApiFailure where
   * they cannot be read. `isOnce`: they
   * are not kept for the next time, because a million of them would fill the memory.
   */
  rows(offset: number, limit: number, isOnce?: boolean): Promise<readonly WireRow[]>;
}

/** The rows of a stored calculation, read by pages of the API; what was read once is kept. */
export async function storedSource(
  type: string,
  { id, version }: Pick<Calculation, 'id' | 'version'>,
): Promise<RowsSource> {
  const page = (number: number, isOnce = false) =>
    queryClient.fetchQuery({
      queryKey: ['rows', type, id, version, number],
      queryFn: ({ signal }) => getRows(type, id, number * ROWS_PAGE_LIMIT, ROWS_PAGE_LIMIT, signal),
      // A version of a calculation never changes.
      staleTime: Number.POSITIVE_INFINITY,
      ...(isOnce && { gcTime: 0 }),
    });
  const { head } = await page(0);
  return {
    head,
    rows: async (offset, limit, isOnce) => {
      const end = Math.min(offset + limit, head.count);
      if (end <= offset) return [];
      const first = Math.floor(offset / ROWS_PAGE_LIMIT);
      const last = Math.floor((end - 1) / ROWS_PAGE_LIMIT);
      const pages = await Promise.all(
        Array.from({ length: last - first + 1 }, (_, index) => page(first + index, isOnce)),
      );
      const start = first * ROWS_PAGE_LIMIT;
      return pages.flatMap(({ results }) => results).slice(offset - start, end - start);
    },
  };
}

/** The rows of a rows file in memory: what the preview has computed. */
export function previewSource(definition: CalculationDefinition, bytes: Uint8Array): RowsSource {
  const head = readRowsHead(bytes);
  return {
    head,
    rows: (offset, limit) => {
      const [first, end] = rowsRange(head, offset, limit);
      return Promise.resolve(wireRows(definition, head, readRows(bytes.subarray(first, end))));
    },
  };
}
