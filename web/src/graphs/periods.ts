import type { Project } from '#core/contract/project.ts';
import type { ProjectTotals } from '#core/inventory/project_totals.ts';
import { barsChart } from '../charts/bars_chart.ts';
import type { ChartSpec } from '../charts/chart_spec.ts';

/**
 * Projects shown beside the open one before anyone has chosen: each costs a reading of its
 * calculations.
 */
const BESIDE = 4;

const DAY_MS = 86_400_000;

/**
 * «2025», «2024–2025»: the years that a project's period touches. Its emissions belong to all of it
 * and are never split.
 */
export function yearsText({ start_date, end_date }: Project): string {
  const [first, last] = [start_date.slice(0, 4), end_date.slice(0, 4)];
  return first === last ? first : `${first}–${last}`;
}

/** Days of a project's period, first and last included. */
export function periodDays({ start_date, end_date }: Project): number {
  return Math.round((Date.parse(end_date) - Date.parse(start_date)) / DAY_MS) + 1;
}

/** Whether a project covers whole calendar years, so that its years say all about its period. */
export function isWholeYears({ start_date, end_date }: Project): boolean {
  return start_date.endsWith('-01-01') && end_date.endsWith('-12-31');
}

/**
 * «2025», or the days of a period that is not whole years: half a year beside whole ones must say
 * so.
 */
function periodText(project: Project): string {
  return isWholeYears(project) ? yearsText(project) : `${project.start_date} — ${project.end_date}`;
}

/** In the order of their periods, the earliest first. */
export function byPeriod(projects: readonly Project[]): Project[] {
  const key = ({ end_date, start_date, name }: Project) => `${end_date} ${start_date} ${name}`;
  return projects.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** Projects of the same object in other years: their names differ in nothing but numbers. */
function isNamesake(one: Project, other: Project): boolean {
  const withoutNumbers = ({ name }: Project) => name.toLowerCase().replace(/[\d\s]+/g, ' ');
  return withoutNumbers(one) === withoutNumbers(other);
}

/**
 * The project before `project`: the latest that ended before it begins, a namesake rather than any
 * other.
 */
export function previousOf(project: Project, others: readonly Project[]): Project | undefined {
  const earlier = byPeriod(others.filter(({ end_date }) => end_date < project.start_date));
  return earlier.findLast((other) => isNamesake(project, other)) ?? earlier.at(-1);
}

/**
 * What is beside `project` at first: its namesakes, without any all others, the nearest in time.
 */
export function besideAtFirst(project: Project, others: readonly Project[]): Project[] {
  const namesakes = others.filter((other) => isNamesake(project, other));
  const distance = ({ end_date }: Project) => Math.abs(Date.parse(end_date) - Date.parse(project.end_date));
  const nearest = (namesakes.length > 0 ? namesakes : others).toSorted((a, b) => distance(a) - distance(b));
  return nearest.slice(0, BESIDE);
}

/** A project and what it emits. */
export interface PeriodColumn {
  readonly project: Project;
  readonly totals: Pick<ProjectTotals, 'sources' | 'total'>;
}

/**
 * A bar per project, named by its period, and by its name as well where that does not tell it from
 * another. Without calculations: no bar.
 */
export function periodsChart(columns: readonly PeriodColumn[], unit: string): ChartSpec {
  const periods = columns.map(({ project }) => periodText(project));
  const isUnique = new Set(periods).size === periods.length;
  return barsChart({
    title: 'Выбросы по годам',
    group: 'Период',
    unit,
    decimals: 2,
    groups: columns.map(({ project }, index) => `${periods[index]}${isUnique ? '' : ` ${project.name}`}`),
    series: [
      { name: 'Выбросы', values: columns.map(({ totals: { sources, total } }) => (sources.length > 0 ? total : null)) },
    ],
  });
}
