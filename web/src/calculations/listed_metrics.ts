import { type CalculationDefinition, type NumberResult, numberResults } from '#core/calculations/definition.ts';

/**
 * What a list shows of a calculation: the figures of its whole table, or its results with a unit.
 */
export function listedMetrics(definition: CalculationDefinition): [string, NumberResult][] {
  if (definition.table) return Object.entries(definition.table.summary);
  return numberResults(definition).filter(([, { unit }]) => unit !== '');
}
