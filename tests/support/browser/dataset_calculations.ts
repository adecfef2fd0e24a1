import type { CalculationType } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { paths } from '#core/contract/paths.ts';
import type { Cell } from '../../wasm-core/calculations/table_cases.ts';
import { csvFile, formOf } from '../datasets.ts';
import { days, MINES, SERIES } from '../web/computed_datasets.ts';
import type { ApiClient } from './api_client.ts';

/** A calculation on a table, for screens. */
interface Shown {
  readonly type: CalculationType;
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly rows: readonly (readonly Cell[])[];
}

/** Dusty days: little air in the longwall, much methane. */
const GASSY: Cell[][] = days(30).map((row, day) =>
  day % 5 === 4 ? row.map((cell, at) => (at === 5 ? 2.4 : cell)) : row,
);

export const SHOWN = {
  forecast: { type: 'regres_methane', name: 'Лава 24-12, зима', fields: { method: 'xgboost' }, rows: days(120) },
  gassy: { type: 'regres_methane', name: 'Лава 24-12, газовые дни', fields: { method: 'lightgbm' }, rows: GASSY },
  long: {
    type: 'regres_methane',
    name: 'Лава 24-12, семь лет',
    fields: { method: 'lightgbm' },
    rows: days(2500, { isDated: false }),
  },
  series: {
    type: 'filling_blanks',
    name: 'Добыча по шахтам',
    fields: { name_value: 'Добыча угля, тыс. т' },
    rows: SERIES,
  },
  mines: { type: 'sensitivity', name: 'Две шахты', fields: { ef: '2.5' }, rows: MINES },
} as const satisfies Record<string, Shown>;

/** Creates the calculations by the API; returns their ids. */
export async function makeShown(api: ApiClient, project: string): Promise<Record<keyof typeof SHOWN, string>> {
  const made: [string, string][] = [];
  for (const [key, { type, name, fields, rows }] of Object.entries<Shown>(SHOWN)) {
    const form = formOf({ ...fields, name, project }, csvFile(type, { rows, settings: fields }, `${key}.csv`));
    const { id } = await api.call<Calculation>('POST', paths.calculations(type), form);
    made.push([key, id]);
  }
  return Object.fromEntries(made) as Record<keyof typeof SHOWN, string>;
}
