import type { Calculation } from '../contract/calculation.ts';
import { CoreColumns } from '../core_columns.ts';
import type { Core } from '../load.ts';
import { type CalculationType, definitionOf, FIELDS_TYPES } from './index.ts';

/** Total emissions of the calculations of one type, t CO2-eq, and their count. */
export interface SourceTotal {
  readonly type: CalculationType;
  readonly count: number;
  readonly total: number;
}

/** Emissions of a project, t CO2-eq: by source in descending order, and their sum. */
export interface ProjectTotals {
  readonly sources: readonly SourceTotal[];
  readonly total: number;
}

/**
 * Sums stored calculations by the result that their definition names as total, in its display unit.
 * The core adds them with compensation, so the sum is the same on every host. Types without a total
 * or without calculations are left out.
 */
export async function projectTotals(
  core: Core,
  calculations: Readonly<Partial<Record<CalculationType, readonly Calculation[]>>>,
): Promise<ProjectTotals> {
  const memory = await CoreColumns.open(core.module);
  const sum = (values: readonly number[]) =>
    memory.run('column_sum', [values.length, memory.place(Float64Array.from(values))], 1)[0] ?? 0;
  const columns = FIELDS_TYPES.flatMap((type) => {
    const values = valuesOf(type, calculations[type] ?? []);
    return values.length > 0 ? [{ type, values }] : [];
  });
  const sources = columns.map(({ type, values }) => ({ type, count: values.length, total: sum(values) }));
  return {
    sources: sources.sort((first, second) => second.total - first.total),
    total: sum(columns.flatMap(({ values }) => values)),
  };
}

/**
 * Emissions of one calculation, t CO2-eq; undefined if its type has no total or the result is
 * missing.
 * `fields`: the calculation as it is on the wire.
 */
export function emissionOf(type: CalculationType, fields: Readonly<Record<string, unknown>>): number | undefined {
  const { total, results } = definitionOf(type);
  const result = total === undefined ? undefined : results[total];
  if (total === undefined || result?.kind !== 'number') return undefined;
  const value = Number(fields[total] ?? Number.NaN) / (result.display?.divisor ?? 1);
  return Number.isFinite(value) ? value : undefined;
}

function valuesOf(type: CalculationType, calculations: readonly Calculation[]): number[] {
  return calculations.flatMap((calculation) => emissionOf(type, calculation) ?? []);
}
