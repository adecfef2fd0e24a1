import { type CalculationType, definitionOf } from './index.ts';

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
