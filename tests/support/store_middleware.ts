import type { DynamoDatabase } from '#functions/adapters/aws/dynamo_database.ts';

interface Sent {
  // biome-ignore lint/suspicious/noExplicitAny: inputs of every command pass here
  readonly input: any;
}

type Send = (sent: Sent) => Promise<unknown>;

/** A middleware between the SDK's retries and the server: `around` may send, drop or answer. Returns the function that removes it. */
export function aroundStore(
  db: DynamoDatabase,
  around: (send: () => Promise<unknown>, input: Sent['input']) => Promise<unknown>,
) {
  // The inner step receives the same input; keep the plain one of the outermost step.
  const inputs = new WeakMap<object, Sent['input']>();
  const stack = db.client.middlewareStack;
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

/** The answer is lost on the way; the request may have been carried out. */
export function lostAnswer(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', name: 'TimeoutError' });
}
