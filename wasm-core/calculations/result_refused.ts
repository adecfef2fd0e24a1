import type { Fault } from '../contract/errors.ts';

/**
 * The table cannot be computed, or its results cannot be used. `fault` names the cause and the next
 * step, in Russian.
 */
export class ResultRefused extends Error {
  override readonly name = 'ResultRefused';
  readonly status: 400 | 413;
  readonly fault: Fault;

  constructor(status: 400 | 413, fault: Fault) {
    super(fault.message);
    this.status = status;
    this.fault = fault;
  }
}
