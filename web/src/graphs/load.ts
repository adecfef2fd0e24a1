import type { QueryClient } from '@tanstack/query-core';
import { atomWithQuery } from 'jotai-tanstack-query';
import pLimit from 'p-limit';
import { CALCULATION_TYPES, type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { MAX_LIMIT, type Page } from '#core/contract/page.ts';
import type { Project } from '#core/contract/project.ts';
import { ROWS_INSIDE, type RowsHead } from '#core/contract/rows.ts';
import { getCalculation, getCalculations, getProjects, type ListQuery, type Signal } from '../api/calls.ts';
import { storedSource } from '../results/rows_source.ts';

/** The infographics read at most six things at the same time, all their parts together. */
export const limited = pLimit(6);

/** As specified: the lists behind the charts, in the order in which they are read. */
export const CHARTED_TYPES = ['underground', 'open_mining_co2', 'regres_methane'] as const;

export type ChartedType = (typeof CHARTED_TYPES)[number];

/**
 * The calculations of the charts, in full; of forecasts too long to come whole, the outline of
 * their rows.
 */
export interface Charted extends Readonly<Record<ChartedType, readonly Calculation[]>> {
  readonly outlines: readonly Outlined[];
}

/** A forecast of many days: its head has the lowest and highest values of runs of days. */
export interface Outlined {
  readonly calculation: Calculation;
  readonly head: RowsHead;
}

/** What the charts show; forgotten when the screen is left (as specified). */
export function chartedAtom(project: string) {
  return atomWithQuery(() => ({
    queryKey: ['charted', project],
    queryFn: ({ client, signal }) => readCharted(client, project, signal),
    refetchOnWindowFocus: false,
    gcTime: 0,
  }));
}

/** The calculations of a project, by type. */
export type Inventory = Readonly<Partial<Record<CalculationType, readonly Calculation[]>>>;

/**
 * Every active (or every archived) calculation of the project: what totals and the report are made
 * of.
 */
export function inventoryAtom(project: string, archived = false) {
  return atomWithQuery(() => ({
    queryKey: ['inventory', project, archived],
    queryFn: async ({ client }): Promise<Inventory> => {
      const lists = CALCULATION_TYPES.map(
        async (type) => [type, await calculationsOf(client, type, project, archived)] as const,
      );
      return Object.fromEntries(await Promise.all(lists));
    },
    // Several parts of a screen show it: it is read once for all of them, and anew when the screen
    // opens again.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
  }));
}

/** Every active project of the company. */
export function companyProjectsAtom(company: string | undefined) {
  return atomWithQuery(() => ({
    queryKey: ['projects', company, 'all'],
    queryFn: ({ signal }): Promise<Project[]> => readAll((page) => getProjects(company ?? '', page, signal), false),
    enabled: company !== undefined,
    refetchOnWindowFocus: false,
    gcTime: 0,
  }));
}

async function readCharted(client: QueryClient, project: string, signal: Signal): Promise<Charted> {
  const lists = await Promise.all(
    CHARTED_TYPES.map(async (type) => [type, await calculationsOf(client, type, project)] as const),
  );
  const details = lists.map(async ([type, list]) => {
    const items = withoutDoubles(list);
    // A list tells all of a calculation but its rows: what has none is not read once more.
    if (!definitionOf(type).table) return [type, items] as const;
    return [type, await Promise.all(items.map(({ id }) => limited(() => getCalculation(type, id, signal))))] as const;
  });
  const charted = Object.fromEntries(await Promise.all(details)) as unknown as Record<ChartedType, Calculation[]>;
  const long = CHARTED_TYPES.flatMap((type) =>
    charted[type]
      .filter(isLong)
      .map((calculation) => limited(async () => ({ calculation, head: (await storedSource(type, calculation)).head }))),
  );
  return { ...charted, outlines: await Promise.all(long) };
}

/** Whether a calculation has more rows than come with it. */
export function isLong({ rows_count }: Calculation): boolean {
  return typeof rows_count === 'number' && rows_count > ROWS_INSIDE;
}

/** A list that grows while it is read by pages may show an object twice. */
export function withoutDoubles(list: readonly Calculation[]): Calculation[] {
  return [...new Map(list.map((item) => [item.id, item])).values()];
}

/**
 * All calculations of a type. Charts and totals want the same lists at the same time: each is read
 * once for both.
 */
function calculationsOf(client: QueryClient, type: string, project: string, archived = false): Promise<Calculation[]> {
  return client.fetchQuery({
    queryKey: ['calculations', type, project, 'all', archived],
    queryFn: ({ signal }) => readAll((page) => getCalculations(type, project, page, signal), archived),
    gcTime: 0,
  });
}

async function readAll<Item>(read: (page: ListQuery) => Promise<Page<Item>>, archived: boolean): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const page = { archived, limit: MAX_LIMIT, offset: items.length };
    const { results, count } = await limited(() => read(page));
    items.push(...results);
    if (results.length === 0 || items.length >= count) return items;
  }
}
