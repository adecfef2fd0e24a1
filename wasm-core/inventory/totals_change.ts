import { CoreColumns } from '../core_columns.ts';
import type { Core } from '../load.ts';
import type { ProjectTotals, SourceTotal } from './project_totals.ts';

/** Two sums and the difference of the second from the first, t CO2-eq. */
export interface Change {
  readonly before: number;
  readonly now: number;
  readonly difference: number;
}

/**
 * A source in two projects. A side without its calculations counts as 0; `presence` tells which.
 */
export interface SourceChange extends Change, Pick<SourceTotal, 'key' | 'label' | 'object'> {
  /**
   * Whether both projects have calculations of the source, only the first, or only the second.
   */
  readonly presence: 'both' | 'before' | 'now';
}

/** The change of emissions from one project to another. */
export interface TotalsChange {
  /** Every source of either project, in descending order of the absolute difference. */
  readonly sources: readonly SourceChange[];
  /** Like-for-like comparison: only the sources that both projects have. */
  readonly common: Change;
  readonly all: Change;
}

type ComparedTotals = Pick<ProjectTotals, 'sources' | 'total'>;

/** Compares two projects by source, t CO2-eq. The core computes the sums. */
export async function compareTotals(core: Core, before: ComparedTotals, now: ComparedTotals): Promise<TotalsChange> {
  const memory = await CoreColumns.open(core.module);
  const sum = (values: readonly number[]) =>
    memory.run('column_sum', [values.length, memory.place(Float64Array.from(values))], 1)[0] ?? 0;
  const change = (first: number, second: number): Change => ({
    before: first,
    now: second,
    difference: sum([second, -first]),
  });
  const [earlier, later] = [before, now].map(({ sources }) => new Map(sources.map(({ key, total }) => [key, total])));
  const all = new Map([...before.sources, ...now.sources].map((source) => [source.key, source]));
  const keys = new Set([...(later?.keys() ?? []), ...(earlier?.keys() ?? [])]);
  const sources = [...keys].map((key): SourceChange => {
    const [first, second] = [earlier?.get(key), later?.get(key)];
    const presence = first === undefined ? 'now' : second === undefined ? 'before' : 'both';
    const { label = key, object } = all.get(key) ?? {};
    return { key, label, object, presence, ...change(first ?? 0, second ?? 0) };
  });
  const shared = sources.filter(({ presence }) => presence === 'both');
  return {
    sources: sources.sort((first, other) => Math.abs(other.difference) - Math.abs(first.difference)),
    common: change(sum(shared.map((one) => one.before)), sum(shared.map((one) => one.now))),
    all: change(before.total, now.total),
  };
}
