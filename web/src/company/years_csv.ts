import Papa from 'papaparse';
import { exactText } from '../format.ts';
import type { YearRow } from './year_rows.ts';

/** Excel takes a file of UTF-8 for another encoding unless it begins with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The table of years for a Russian Excel: figures at full precision, texts never a formula. */
export function yearsCsv(years: readonly number[], rows: readonly YearRow[]): string {
  const head = ['Объект', 'Показатель', 'Единица', ...years.map(String)];
  const lines = rows.map(({ group, label, unit, values }) => [
    // Names are of people: one that begins like a formula is kept as text.
    ...[group, label].map((text) => text.replace(/^(?=[=+\-@\t\r])/, "'")),
    ...[unit, ...values.map((value) => (value === null ? '' : exactText(value)))],
  ]);
  return BYTE_ORDER_MARK + Papa.unparse([head, ...lines], { delimiter: ';' });
}
