import type { TableUse } from '../calculations/definition.ts';
import type { Fault } from '../contract/errors.ts';
import { counted, quoted, russianNumber } from '../contract/russian.ts';
import type { MissingYears, RawTable } from './column_builder.ts';
import { FREE_ADDED_ROWS, MAX_ADDED_PER_ROW, MAX_ADDED_ROWS } from './limits.ts';
import { TableStop } from './refused.ts';
import { momentOf, objectOf, yearOf } from './series_keys.ts';

/** Most rows that filling missing years may add to a table of `given` rows. */
export function mayAdd(given: number): number {
  return Math.max(FREE_ADDED_ROWS, Math.min(MAX_ADDED_PER_ROW * given, Math.max(MAX_ADDED_ROWS, given)));
}

/**
 * Refuses a table if filling missing years would add too many rows to it. The check precedes any
 * allocation. `keys`: sort keys of its rows, ascending.
 */
export function refuseAdded(
  { columns, series }: TableUse,
  { texts, rows, blanks }: RawTable,
  keys: Iterable<number>,
  location: Pick<Fault, 'sheet'>,
): void {
  if (!series) return;
  const gaps = series.fillsYears ? missingBetween(keys) : NONE;
  const [added, given] = [gaps.added + blanks.added, rows.length - blanks.added];
  if (added <= mayAdd(given)) return;
  const { object, count, first, last } = blanks.widest.count > gaps.widest.count ? blanks.widest : gaps.widest;
  const years = `${counted(count, 'год', 'года', 'лет')}: ${first === last ? first : `с ${first} по ${last}`}`;
  const message = `У объекта ${quoted(texts[series.object]?.[object] ?? '')} нет значений за ${years}. Проверьте годы и уберите лишние строки и столбцы.`;
  const detail = `Пропущенных лет в рядах ${russianNumber(added)}, а строк со значениями ${russianNumber(given)}: для них допустимо ${russianNumber(mayAdd(given))}. ${message}`;
  const column = columns[series.year]?.label ?? series.year;
  throw new TableStop(413, 'too_many_rows', detail, [{ ...location, column, value: String(first), message }]);
}

const NONE = { added: 0, widest: { object: 0, count: 0, first: 0, last: 0 } } as const;

function missingBetween(keys: Iterable<number>): { readonly added: number; readonly widest: MissingYears } {
  let added = 0;
  let widest: MissingYears = NONE.widest;
  let last = Number.NaN;
  for (const key of keys) {
    const moment = momentOf(key);
    const count = objectOf(moment) === objectOf(last) ? Math.max(0, moment - last - 1) : 0;
    added += count;
    if (count > widest.count)
      widest = { object: objectOf(moment), count, first: yearOf(last + 1), last: yearOf(moment - 1) };
    last = moment;
  }
  return { added, widest };
}
