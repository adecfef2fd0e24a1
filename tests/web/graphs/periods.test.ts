import { describe, expect, it } from 'vitest';
import type { Project } from '#core/contract/project.ts';
import {
  besideAtFirst,
  byPeriod,
  isWholeYears,
  periodDays,
  periodsChart,
  previousOf,
  yearsText,
} from '#web/graphs/periods.ts';
import { signed } from '#web/graphs/signed.ts';

function project(name: string, start_date: string, end_date: string): Project {
  return { id: `${name} ${start_date}`, name, start_date, end_date } as Project;
}

const year = (name: string, number: number) => project(name, `${number}-01-01`, `${number}-12-31`);
const ids = (projects: readonly Project[]) => projects.map(({ id }) => id);

describe('the period of a project', () => {
  it.each([
    ['2025-01-01', '2025-12-31', '2025', 365, true],
    ['2024-01-01', '2024-12-31', '2024', 366, true],
    ['2023-01-01', '2024-12-31', '2023–2024', 731, true],
    ['2025-01-01', '2025-03-31', '2025', 90, false],
    ['2024-12-01', '2025-01-31', '2024–2025', 62, false],
    ['2025-05-05', '2025-05-05', '2025', 1, false],
  ])('%s — %s is shown as %s, %i days', (start, end, text, days, isWhole) => {
    const one = project('Шахта', start, end);
    expect([yearsText(one), periodDays(one), isWholeYears(one)]).toEqual([text, days, isWhole]);
  });

  it('sorts projects in chronological order', () => {
    const [first, second, third] = [year('А', 2023), year('Б', 2024), year('В', 2025)];
    expect(byPeriod([third, first, second])).toEqual([first, second, third]);
  });
});

describe('the previous project of a comparison', () => {
  const now = year('Шахта «Северная», 2025 год', 2025);

  it('is preferably a project of the same name with the latest earlier period', () => {
    const namesakes = [year('Шахта «Северная», 2022 год', 2022), year('Шахта «Северная», 2023 год', 2023)];
    expect(previousOf(now, [...namesakes, year('Шахта «Южная», 2024 год', 2024)])).toBe(namesakes[1]);
  });

  it('is the latest of the others if there is no project of the same name', () => {
    const other = year('Разрез', 2024);
    expect(previousOf(now, [year('Разрез', 2020), other])).toBe(other);
  });

  it('ends before the project begins', () => {
    const overlapping = project('Шахта «Северная», 2024 год', '2024-07-01', '2025-01-01');
    expect(previousOf(now, [overlapping, year('Шахта «Северная», 2026 год', 2026)])).toBeUndefined();
    expect(previousOf(now, [])).toBeUndefined();
  });
});

describe('the initial selection of compared projects', () => {
  const now = year('Шахта 2025', 2025);

  it('has the four nearest projects of the same name', () => {
    const namesakes = [2018, 2019, 2021, 2022, 2024, 2026].map((number) => year(`Шахта ${number}`, number));
    const beside = besideAtFirst(now, [...namesakes, year('Разрез', 2024)]);
    expect(new Set(ids(beside))).toEqual(new Set(ids(namesakes.slice(2))));
  });

  it('has other projects if there is none of the same name', () => {
    expect(ids(besideAtFirst(now, [year('Разрез', 2024)]))).toEqual(['Разрез 2024-01-01']);
  });
});

describe('the labels of the chart by years', () => {
  const source = { key: 'open_mining_co2', label: 'Топливо', object: undefined, count: 1 };
  const column = (one: Project, total: number) => ({
    project: one,
    totals: { sources: [{ ...source, total }], total },
  });

  it('are years', () => {
    const figure = periodsChart([column(year('А', 2024), 10), column(year('А', 2025), 12.5)], 'т CO₂-экв.');
    expect(figure.columns.map(({ header }) => header)).toEqual(['Период', 'Выбросы, т CO₂-экв.']);
    expect(figure.rows).toEqual([
      ['2024', '10,00'],
      ['2025', '12,50'],
    ]);
  });

  it('include projects if years are equal', () => {
    const figure = periodsChart([column(year('А', 2025), 1), column(year('Б', 2025), 2)], 'т');
    expect(figure.rows.map(([name]) => name)).toEqual(['2025 А', '2025 Б']);
  });

  it('are dates for a partial year; projects without calculations are omitted', () => {
    const half = project('А', '2025-07-01', '2025-12-31');
    const empty = { project: year('Б', 2026), totals: { sources: [], total: 0 } };
    expect(periodsChart([column(half, 1), empty], 'т').rows).toEqual([
      ['2025-07-01 — 2025-12-31', '1,00'],
      ['2026', '—'],
    ]);
  });
});

it.each([
  [1.5, '+1,50'],
  [-1234.5, '−1\u00a0234,50'],
  [0, '0,00'],
  [-0.001, '0,00'],
])('a difference of %d is written %s', (value, text) => expect(signed(value, 2)).toBe(text));
