import pLimit from 'p-limit';

/**
 * Calls of a process to one store that are under way together. More would not be answered sooner, but their time-outs would run while
 * they wait for each other: a thousand people at one instant would get errors in place of answers.
 */
const CALLS_AT_ONCE = 50;

/** Connections that a process may have: no call waits for one, though a file that is read as it comes keeps its own to the end. */
const AGENT = { maxSockets: 1000 };

/** Agents of a client of a store. */
export const AGENTS = { httpAgent: AGENT, httpsAgent: AGENT };

/** A middleware of the SDK: a call takes its turn before its time-outs begin. */
export function inTurn() {
  const limit = pLimit(CALLS_AT_ONCE);
  return <Call, Answer>(next: (call: Call) => Promise<Answer>) =>
    (call: Call) =>
      limit(() => next(call));
}
