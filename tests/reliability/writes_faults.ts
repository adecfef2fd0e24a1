import type { Table } from '#functions/store/table.ts';

/** A number 0…1 by turns of a linear congruential generator: a run that fails can be repeated. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Sent {
  // biome-ignore lint/suspicious/noExplicitAny: inputs of every command pass here
  readonly input: any;
}

type Send = (sent: Sent) => Promise<unknown>;

/** Stands between the SDK's repeats and the server: `around` may send, drop or answer. Returns what takes it away. */
export function aroundStore(
  table: Table,
  around: (send: () => Promise<unknown>, input: Sent['input']) => Promise<unknown>,
) {
  // What the inner step is given holds the same input; keep the plain one of the outermost step.
  const inputs = new WeakMap<object, Sent['input']>();
  const stack = table.client.middlewareStack;
  const outer = (next: Send, context: object) => (sent: Sent) => {
    inputs.set(context, sent.input);
    return next(sent);
  };
  const inner = (next: Send, context: object) => (sent: Sent) => around(() => next(sent), inputs.get(context));
  const name = `around ${Math.random()}`;
  stack.add(outer as never, { step: 'initialize', name: `${name}, outer`, priority: 'low' });
  stack.add(inner as never, { step: 'deserialize', name: `${name}, inner`, priority: 'high' });
  return () => {
    stack.remove(`${name}, outer`);
    stack.remove(`${name}, inner`);
  };
}

/** The answer is lost on the way; whether the request was carried out is another matter. */
export function lostAnswer(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', name: 'TimeoutError' });
}

/** Faults as DynamoDB has them, of a share of the calls: throttled, failed with 500, failed after the call was carried out. */
export function disturbStore(table: Table, random: () => number, share: number): () => void {
  return aroundStore(table, async (send) => {
    if (random() >= share) return send();
    const kind = random();
    if (kind < 0.25) throw failed('ProvisionedThroughputExceededException', 400);
    if (kind < 0.5) throw failed('InternalServerError', 500);
    await send().catch(() => undefined);
    throw kind < 0.75 ? lostAnswer() : failed('InternalServerError', 500);
  });
}

/** A share of the calls is throttled, as DynamoDB does when a key is hot; `noticed` hears of each. */
export function throttleStore(table: Table, random: () => number, share: number, noticed: () => void): () => void {
  return aroundStore(table, async (send) => {
    if (random() >= share) return send();
    noticed();
    throw failed('ProvisionedThroughputExceededException', 400);
  });
}

function failed(name: string, httpStatusCode: number): Error {
  return Object.assign(new Error(name), { name, $metadata: { httpStatusCode }, $fault: 'server' });
}
