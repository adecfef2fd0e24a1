import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Faults of a call on its way. */
export const FAULTS = ['throttle', '500', '503', 'reset', 'lost', 'hang'] as const;
export type Fault = (typeof FAULTS)[number];

/** An HTTP proxy before one server that injects faults of a network and of a busy cloud. */
export interface FaultyProxy {
  readonly endpoint: string;
  /** Count of received calls, repeats included. */
  calls: number;
  /** Fault of the next call; undefined: none. */
  next: (call: IncomingMessage) => Fault | 'cut' | undefined;
  close(): Promise<void>;
}

const HANG_MS = 10_000;

/**
 * throttle, 500, 503: refused, not carried out; reset: the connection breaks before; lost: it breaks after the call was carried out;
 * hang: nothing for 10 s, then carried out; cut: half of the answer, then the connection breaks.
 */
export async function openProxy(target: string): Promise<FaultyProxy> {
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer(async (call, answer) => {
    proxy.calls += 1;
    const fault = proxy.next(call);
    const body = await buffer(call).catch(() => undefined);
    if (!body) return;
    if (fault === 'reset') answer.destroy();
    else if (fault === 'throttle') refuse(answer, call, 400, 'ProvisionedThroughputExceededException', 'SlowDown');
    else if (fault === '500') refuse(answer, call, 500, 'InternalServerError', 'InternalError');
    else if (fault === '503') refuse(answer, call, 503, 'ServiceUnavailable', 'ServiceUnavailable');
    else if (fault === 'hang') {
      const timer = setTimeout(() => {
        timers.delete(timer);
        void pass(target, call, body, answer);
      }, HANG_MS);
      timers.add(timer);
    } else void pass(target, call, body, answer, fault);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: FaultyProxy = {
    endpoint: `http://127.0.0.1:${port}`,
    calls: 0,
    next: () => undefined,
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

/** DynamoDB reports errors in JSON; S3 reports them in XML, and a throttled call by 503. */
function refuse(answer: ServerResponse, call: IncomingMessage, status: number, dynamo: string, s3: string): void {
  const isDynamo = call.headers['x-amz-target'] !== undefined;
  const type = isDynamo ? 'application/x-amz-json-1.0' : 'application/xml';
  answer.writeHead(isDynamo || status !== 400 ? status : 503, { 'Content-Type': type });
  const name = `com.amazonaws.dynamodb.v20120810#${dynamo}`;
  answer.end(isDynamo ? JSON.stringify({ __type: name }) : `<Error><Code>${s3}</Code></Error>`);
}

/** Forwards a call unless its caller has disconnected, and returns the answer as far as the fault permits. */
function pass(target: string, call: IncomingMessage, body: Buffer, answer: ServerResponse, fault?: Fault | 'cut') {
  if (answer.destroyed) return;
  const { host } = new URL(target);
  const options = { method: call.method ?? 'GET', headers: { ...call.headers, host }, agent: false } as const;
  const sent = request(new URL(call.url ?? '/', target), options, async (came) => {
    const bytes = await buffer(came).catch(() => undefined);
    if (!bytes || fault === 'lost') return answer.destroy();
    answer.writeHead(came.statusCode ?? 502, came.headers);
    if (fault !== 'cut' || bytes.length < 2) return answer.end(bytes);
    answer.write(bytes.subarray(0, bytes.length / 2), () => setImmediate(() => answer.destroy()));
  });
  sent.on('error', () => answer.destroy());
  sent.end(body);
}
