import type { Fault } from '../contract/errors.ts';

/**
 * A table that cannot be computed, or whose results cannot be used: `fault` says in Russian why and
 * what to do.
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
