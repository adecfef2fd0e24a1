import type { CalculationType } from '#core/calculations/index.ts';

/** A small good table of a kind, the column that inputs spoil, and where its years or days stand. */
export interface Kind {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** The third line of the file has `spoilt` in this place: a number of a column with bounds. */
  readonly target: number;
  readonly time: number;
  /** What the table reads as: columns by wire name; texts as they are. */
  readonly columns: Readonly<Record<string, readonly (number | string)[]>>;
}

const DAY = 20_454;

/** The columns of three days, 1 January 2026 being the first. */
export const THREE_DAYS = {
  date: [DAY, DAY + 1, DAY + 2],
  x1: [1268, 1305, 1287],
  x2: [1290, 1230, 1240],
  x7: [39.2, 39.1, 38.4],
  x8: [10.17, 10.92, 10.55],
  x12: [0.5911, 0.6515, 0.6204],
  x13: [1998, 1955, 1971],
  x15: [3.9866, 4.2697, 4.0512],
};

export const KINDS: Readonly<Partial<Record<CalculationType, Kind>>> = {
  regres_methane: {
    headers: ['date', 'x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'],
    rows: [
      ['01.01.2026', 1268, 1290, 39.2, 10.17, 0.5911, 1998, 3.9866],
      ['02.01.2026', 1305, 1230, 39.1, 10.92, 0.6515, 1955, 4.2697],
      ['03.01.2026', 1287, 1240, 38.4, 10.55, 0.6204, 1971, 4.0512],
    ],
    target: 1,
    time: 0,
    columns: THREE_DAYS,
  },
  filling_blanks: yearly(
    ['name', 'year', 'given'],
    [
      ['Шахта «Северная»', 2019, 100],
      ['Шахта «Северная»', 2020, 110.5],
      ['Шахта «Северная»', 2021, 120],
    ],
  ),
  sensitivity: yearly(
    ['name', 'year', 'volume', 'methane'],
    [
      ['Шахта «Северная»', 2019, 1000000, 12],
      ['Шахта «Северная»', 2020, 1100000, 13],
      ['Шахта «Северная»', 2021, 1250000, 12.5],
    ],
  ),
};

/** A table of years reads as its cells, by column. */
function yearly(headers: readonly string[], rows: readonly (readonly (string | number)[])[]): Kind {
  const columns = Object.fromEntries(headers.map((name, index) => [name, rows.map((row) => row[index] ?? '')]));
  return { headers, rows, target: 2, time: 1, columns };
}
