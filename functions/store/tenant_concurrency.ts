import { AsyncLocalStorage } from 'node:async_hooks';
import pLimit from 'p-limit';
import { limitByKey } from './limit_by_key.ts';

/**
 * Most concurrent calls of a process to one store. More calls would not be faster, but their
 * time-outs would elapse while they wait: a thousand simultaneous users would get errors instead of
 * responses.
 */
const CALLS_AT_ONCE = 50;

/** Most of these for one company, so that an overload by one company does not delay the others. */
const COMPANY_CALLS_AT_ONCE = 8;

/**
 * Connections of a process: enough that no call waits for one, although each stream keeps its own.
 */
const AGENT = { maxSockets: 1000 };

/** Agents of a client of a store. */
export const AGENTS = { httpAgent: AGENT, httpsAgent: AGENT };

const companies = new AsyncLocalStorage<string>();

/** The company on whose behalf this code runs; undefined: none. */
export function currentCompany(): string | undefined {
  return companies.getStore();
}

/** Runs work whose store calls count for a company. */
export function runAsTenant<T>(company: string, work: () => T): T {
  return companies.run(company, work);
}

/** Runs work shared by several companies: its store calls count for no company. */
export function runUnscoped<T>(work: () => T): T {
  return companies.exit(work);
}

/**
 * A middleware of the SDK: a call waits for the limits of its company and of the process before its
 * time-outs start.
 */
export function concurrencyMiddleware() {
  const all = pLimit(CALLS_AT_ONCE);
  const each = limitByKey(COMPANY_CALLS_AT_ONCE);
  return <Call, Answer>(next: (call: Call) => Promise<Answer>) =>
    (call: Call): Promise<Answer> => {
      const company = currentCompany();
      const ofAll = () => all(() => next(call));
      return company === undefined ? ofAll() : each(company, ofAll);
    };
}
