import type { Core } from '../load.ts';
import {
  type CalculationDefinition,
  type NumberInputs,
  numberInputs,
  numberResults,
  type ResultValues,
} from './definition.ts';

/**
 * Computes a closed-form calculation by one call into the core. `inputs` have passed `parseInputs`.
 */
export function compute(
  core: Core,
  type: string,
  definition: CalculationDefinition,
  inputs: NumberInputs,
): ResultValues {
  const args = numberInputs(definition).map(([name]) => inputs[name] ?? Number.NaN);
  const names = numberResults(definition).map(([name]) => name);
  const written = core.run(type, args, definition.written ?? names.length);
  if (definition.present) return definition.present(written);
  return Object.fromEntries(names.map((name, index) => [name, written[index] ?? Number.NaN]));
}
