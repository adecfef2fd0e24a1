// A process of a Lambda function: imitates Lambda's runtime for Node. The local stack controls it over the IPC channel.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Orders to the process. */
export interface Invocation {
  readonly event: unknown;
  readonly requestId: string;
  readonly timeoutMs: number;
  readonly arn: string;
  /** Milliseconds by which the local stack's clock is ahead of the machine's. */
  readonly ahead: number;
}

/** Reports of the process: it is ready; and one outcome for each invocation. */
export type Said = { readonly ready: true } | { readonly value: unknown } | { readonly error: string };

const port = Number(process.argv[2]);
let ahead = 0;

// Every name resolves to the local stack; certificate and name are checked as usual.
const tls = createRequire(import.meta.url)('node:tls') as typeof import('node:tls');
const connect = tls.connect as (...args: unknown[]) => unknown;
tls.connect = ((options: object, ...rest: unknown[]) =>
  connect({ ...options, host: '127.0.0.1', port, path: undefined }, ...rest)) as typeof tls.connect;

const MachineDate = Date;
globalThis.Date = class extends MachineDate {
  constructor(...given: []) {
    if (given.length > 0) super(...given);
    else super(MachineDate.now() + ahead);
  }
  static override now(): number {
    return MachineDate.now() + ahead;
  }
} as DateConstructor;

const [module = '', name = ''] = (process.env._HANDLER ?? '').split('.');
const loaded = await import(pathToFileURL(join(process.env.LAMBDA_TASK_ROOT ?? '', `${module}.mjs`)).href);
const handler = loaded[name] as (event: unknown, context: unknown) => unknown;
if (typeof handler !== 'function') throw new Error(`${process.env._HANDLER} is no function`);

process.on('message', async ({ event, requestId, timeoutMs, arn, ahead: now }: Invocation) => {
  ahead = now;
  const ends = MachineDate.now() + timeoutMs;
  const context = {
    awsRequestId: requestId,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: '$LATEST',
    invokedFunctionArn: arn,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    getRemainingTimeInMillis: () => Math.max(0, ends - MachineDate.now()),
  };
  try {
    // Lambda serialises answers as JSON.
    const value = JSON.parse(JSON.stringify((await handler(event, context)) ?? null));
    say({ value });
  } catch (error) {
    say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

function say(said: Said): void {
  process.send?.(said);
}

say({ ready: true });
