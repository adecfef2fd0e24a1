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
  ])('%s — %s is said as %s, %i days', (start, end, text, days, isWhole) => {
    const one = project('Шахта', start, end);
    expect([yearsText(one), periodDays(one), isWholeYears(one)]).toEqual([text, days, isWhole]);
  });

  it('orders projects, the earliest first', () => {
    const [first, second, third] = [year('А', 2023), year('Б', 2024), year('В', 2025)];
    expect(byPeriod([third, first, second])).toEqual([first, second, third]);
  });
});

describe('the project before', () => {
  const now = year('Шахта «Северная», 2025 год', 2025);

  it('is the namesake of the latest earlier period, rather than a stranger of a later one', () => {
    const namesakes = [year('Шахта «Северная», 2022 год', 2022), year('Шахта «Северная», 2023 год', 2023)];
    expect(previousOf(now, [...namesakes, year('Шахта «Южная», 2024 год', 2024)])).toBe(namesakes[1]);
  });

  it('is the latest of the others where there is no namesake', () => {
    const other = year('Разрез', 2024);
    expect(previousOf(now, [year('Разрез', 2020), other])).toBe(other);
  });

  it('has ended before this one begins: neither overlapping nor later ones', () => {
    const overlapping = project('Шахта «Северная», 2024 год', '2024-07-01', '2025-01-01');
    expect(previousOf(now, [overlapping, year('Шахта «Северная», 2026 год', 2026)])).toBeUndefined();
    expect(previousOf(now, [])).toBeUndefined();
  });
});

describe('what stands beside a project at first', () => {
  const now = year('Шахта 2025', 2025);

  it('is its namesakes alone, the four nearest in time', () => {
    const namesakes = [2018, 2019, 2021, 2022, 2024, 2026].map((number) => year(`Шахта ${number}`, number));
    const beside = besideAtFirst(now, [...namesakes, year('Разрез', 2024)]);
    expect(new Set(ids(beside))).toEqual(new Set(ids(namesakes.slice(2))));
  });

  it('is others where it has no namesakes', () => {
    expect(ids(besideAtFirst(now, [year('Разрез', 2024)]))).toEqual(['Разрез 2024-01-01']);
  });
});

describe('the chart by years', () => {
  const source = { type: 'open_mining_co2', count: 1 } as const;
  const column = (one: Project, total: number) => ({
    project: one,
    totals: { sources: [{ ...source, total }], total },
  });

  it('names bars by their years', () => {
    const figure = periodsChart([column(year('А', 2024), 10), column(year('А', 2025), 12.5)], 'т CO₂-экв.');
    expect(figure.columns.map(({ header }) => header)).toEqual(['Период', 'Выбросы, т CO₂-экв.']);
    expect(figure.rows).toEqual([
      ['2024', '10,00'],
      ['2025', '12,50'],
    ]);
  });

  it('names them by their projects too, where years are the same', () => {
    const figure = periodsChart([column(year('А', 2025), 1), column(year('Б', 2025), 2)], 'т');
    expect(figure.rows.map(([name]) => name)).toEqual(['2025 А', '2025 Б']);
  });

  it('names one of less than whole years by its days, and draws none without calculations', () => {
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
