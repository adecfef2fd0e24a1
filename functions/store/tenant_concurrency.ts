import { AsyncLocalStorage } from 'node:async_hooks';
import pLimit from 'p-limit';
import { limitByKey } from './limit_by_key.ts';

/**
 * Calls of a process to one store that are under way together. More would not be answered sooner, but their time-outs would run while
 * they wait for each other: a thousand people at one instant would get errors in place of answers.
 */
const CALLS_AT_ONCE = 50;

/** Of these, calls for one company: one whose people ask for more than the store can answer waits for itself, the others do not. */
const COMPANY_CALLS_AT_ONCE = 8;

/** Connections that a process may have: no call waits for one, though a file that is read as it comes keeps its own to the end. */
const AGENT = { maxSockets: 1000 };

/** Agents of a client of a store. */
export const AGENTS = { httpAgent: AGENT, httpsAgent: AGENT };

const companies = new AsyncLocalStorage<string>();

/** The company on whose behalf this code runs; undefined: none. */
export function currentCompany(): string | undefined {
  return companies.getStore();
}

/** Does work whose calls of the stores are those of a company. */
export function runAsTenant<T>(company: string, work: () => T): T {
  return companies.run(company, work);
}

/** Does work for whom others may be waiting, too: its calls do not wait for those of the company that happened to come first. */
export function runUnscoped<T>(work: () => T): T {
  return companies.exit(work);
}

/** A middleware of the SDK: a call takes its turn, of its company and of all, before its time-outs begin. */
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
