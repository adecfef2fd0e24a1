import { atomWithQuery } from 'jotai-tanstack-query';
import pLimit from 'p-limit';
import { CALCULATION_TYPES, type CalculationType } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { MAX_LIMIT } from '#core/contract/page.ts';
import { ROWS_INSIDE } from '#core/contract/rows.ts';
import type { RowsHead } from '#core/tables/rows_file.ts';
import { getCalculation, getCalculations, type Signal } from '../api/calls.ts';
import { storedSource } from '../results/rows_source.ts';

/** Details that are read at the same time, at most. */
const AT_ONCE = 6;

/** As specified: the lists behind the charts, in the order in which they are read. */
export const CHARTED_TYPES = ['underground', 'open_mining_co2', 'regres_methane'] as const;

export type ChartedType = (typeof CHARTED_TYPES)[number];

/** The calculations of the charts, in full; of forecasts too long to come whole, the outline of their rows. */
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
    queryFn: ({ signal }) => readCharted(project, signal),
    refetchOnWindowFocus: false,
    gcTime: 0,
  }));
}

/** Every active calculation of the project, by type: what totals and the report are made of. */
export function inventoryAtom(project: string) {
  return atomWithQuery(() => ({
    queryKey: ['inventory', project],
    queryFn: async ({ signal }) => {
      const limited = pLimit(AT_ONCE);
      const lists = CALCULATION_TYPES.map((type) =>
        limited(async () => [type, await readAll(type, project, signal)] as const),
      );
      return Object.fromEntries(await Promise.all(lists)) as Partial<Record<CalculationType, Calculation[]>>;
    },
    refetchOnWindowFocus: false,
    gcTime: 0,
  }));
}

async function readCharted(project: string, signal: Signal): Promise<Charted> {
  const limited = pLimit(AT_ONCE);
  const lists = await Promise.all(
    CHARTED_TYPES.map(async (type) => [type, await limited(() => readAll(type, project, signal))] as const),
  );
  const details = lists.map(async ([type, list]) => {
    const items = withoutDoubles(list).map(({ id }) => limited(() => getCalculation(type, id, signal)));
    return [type, await Promise.all(items)] as const;
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

async function readAll(type: string, project: string, signal: Signal): Promise<Calculation[]> {
  const items: Calculation[] = [];
  for (;;) {
    const page = { archived: false, limit: MAX_LIMIT, offset: items.length };
    const { results, count } = await getCalculations(type, project, page, signal);
    items.push(...results);
    if (results.length === 0 || items.length >= count) return items;
  }
}
