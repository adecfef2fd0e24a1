import type { Fault } from '../contract/errors.ts';

/**
 * The refusal of a plan. Each fault names its field, the cause and the next step, in Russian.
 */
export class PlanRefused extends Error {
  override readonly name = 'PlanRefused';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('\n'));
    this.faults = faults;
  }
}
