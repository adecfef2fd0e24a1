import { OUTLINE_RUNS, type RowsHead } from '../contract/rows.ts';
import type { CalculationDefinition } from './definition.ts';
import { writeRowsFile } from './rows_file.ts';
import { seriesStarts, type TableContext, type TableData } from './table.ts';

/** A computed table: its head, and the whole rows file as it is stored. */
export interface ComputedTable {
  readonly head: RowsHead;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Computes a checked table. The browser, the request handler and the worker all call this function.
 */
export async function computeTable(
  definition: CalculationDefinition,
  data: TableData,
  context: TableContext,
): Promise<ComputedTable> {
  const { table } = definition;
  if (!table) throw new TypeError(`«${definition.title}» takes no table`);
  const { results, summary, problems = [], warnings = [] } = await table.compute(data, context);
  const columns = { ...data.columns, ...results };
  const object = table.series && data.columns[table.series.object];
  const charted = columns[Object.keys(definition.results)[0] ?? ''];
  const head: RowsHead = {
    columns: ['id', ...Object.keys(table.columns), ...Object.keys(definition.results)].filter((name) => columns[name]),
    count: data.count,
    texts: data.texts,
    ...(object && { starts: seriesStarts(object) }),
    summary,
    problems,
    warnings,
    ...(!table.series && charted && { outline: outline(charted) }),
  };
  return { head, bytes: writeRowsFile({ head, data: columns }) };
}

/** Minimum and maximum of each of at most OUTLINE_RUNS equal runs of a column. */
function outline(column: Float64Array): [number | null, number | null][] {
  const runs = Math.min(OUTLINE_RUNS, column.length);
  return Array.from({ length: runs }, (_, run) => {
    const first = Math.floor((run * column.length) / runs);
    const end = Math.floor(((run + 1) * column.length) / runs);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let row = first; row < end; row++) {
      const value = column[row] ?? Number.NaN;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return low <= high ? [low, high] : [null, null];
  });
}
