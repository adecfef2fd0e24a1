import { CONSTANTS, type ConstantName } from '../constants.ts';
import type { Core } from '../load.ts';

/** Values of the core's constants by name; formulas may use them without a binding. */
export function constantsOf(core: Core): ReadonlyMap<string, number> {
  return new Map(Object.keys(CONSTANTS).map((name) => [name, core.constant(name as ConstantName)]));
}
