import type { OrderCategory } from '../contract/parts.ts';
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

/** CO2 and CH4 of one calculation, t; 0 of a gas that its type does not compute. `fields`: as of `emissionOf`. */
export function gasesOf(type: CalculationType, fields: Readonly<Record<string, unknown>>) {
  const mass = (name: string) => {
    const result = definitionOf(type).results[name];
    return result?.kind === 'number' ? Number(fields[name] ?? 0) / (result.display?.divisor ?? 1) : 0;
  };
  return { co2_t: mass('res_co2'), ch4_t: mass('res_ch4') };
}

/** Category of order 371 of a type: that of the usual part which it states by the order. */
export function orderCategoryOf(type: CalculationType): OrderCategory | undefined {
  const statements = Object.values(definitionOf(type).parts ?? {});
  return statements.find(({ order371 }) => order371 !== undefined)?.order371;
}
