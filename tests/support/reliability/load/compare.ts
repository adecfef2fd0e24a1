import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import type { ServerProcess } from './processes.ts';
import { median } from './theil_sen.ts';

/** Requests sent in turn over this many connections to a server, and the process of its stores. */
export interface Side {
  readonly server: ServerProcess;
  readonly stores: ServerProcess;
  /** Returns the access token; called before each turn, because tokens expire within minutes. */
  readonly token: () => Promise<string>;
  readonly connections: number;
  readonly requests: Parameters<typeof autocannon>[0]['requests'];
}

/** Measurements of a server in one turn. */
interface Turn {
  /** Good answers a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Answers that were no success, and requests without an answer. */
  readonly errors: number;
  /** Processor time that a request took, of the server and of its stores, ms. */
  readonly cpuMs: number;
  readonly storesMs: number;
  /** Requests to the stores that a request took. */
  readonly calls: number;
  /** Bytes of the process afterwards. */
  readonly rss: number;
}

/** What a server did under a load: the turn of the median rate, with the errors of all, and the rate of every turn. */
export interface Measured extends Turn {
  readonly rates: readonly number[];
}

/** Sends `each` requests over every connection of the sides by turns, so that all are measured in the same minute. */
export async function compare<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  turns: number,
  each: number,
): Promise<Record<Name, Measured>> {
  const all = Object.entries<Side>(sides).map(([name, side]) => ({ name, side, turns: [] as Turn[] }));
  for (let turn = 0; turn < turns; turn++) {
    for (const { side, turns: past } of all) past.push(await measure(side, each));
  }
  return Object.fromEntries(all.map(({ name, turns: past }) => [name, measured(past)])) as Record<Name, Measured>;
}

function measured(turns: readonly Turn[]): Measured {
  const rates = turns.map(({ rate }) => rate);
  const middle = turns.find(({ rate }) => rate === median(rates));
  if (!middle) throw new Error('Nothing was measured');
  return { ...middle, errors: turns.reduce((sum, { errors }) => sum + errors, 0), rates };
}

/** The rate of one by that of another: the median of their turns, each beside the other's, for the speed of a machine comes and goes. */
export function shareOf(one: Measured, other: Measured): number {
  return median(one.rates.map((rate, turn) => rate / (other.rates[turn] ?? Number.NaN)));
}

/** Longer than anybody waits: on a machine that is busy with something else an answer that comes late is no error. */
const TIMEOUT_SECONDS = 60;

/** To so much a turn is measured. */
const SAMPLE_MS = 10;

/** What became of requests that were sent in the background. */
export interface Noise {
  /** Good answers a second. */
  readonly rate: number;
  /** Median wait for one, ms. */
  readonly p50: number;
  /** Answers that were no success, and requests without an answer. */
  readonly errors: number;
}

const NOISE = fileURLToPath(new URL('./noise.ts', import.meta.url));

/** As many requests as are ever sent: it ends earlier. */
const ENDLESS = 1e9;

/** Sends the requests of a side, each connection as fast as it is answered, until it is told to stop. */
export async function startNoise({ server, token, connections, requests }: Side): Promise<() => Promise<Noise>> {
  const headers = { authorization: `Bearer ${await token()}` };
  const options = { url: server.url, connections, amount: ENDLESS, timeout: TIMEOUT_SECONDS, headers, requests };
  const child = fork(NOISE, [JSON.stringify(options)]);
  return async () => {
    child.send('stop');
    const [noise] = await once(child, 'message');
    return noise as Noise;
  };
}

async function measure({ server, stores, token, connections, requests }: Side, each: number): Promise<Turn> {
  const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' };
  // Nothing of the turn before is under way once this is answered.
  const { method = 'GET', path = '', body } = requests[0] ?? {};
  await (await fetch(new URL(path, server.url), { method, headers, ...(body && { body }) })).arrayBuffer();
  const [server0, stores0] = [await server.probe(), await stores.probe()];
  const result = await autocannon({
    url: server.url,
    connections,
    amount: each * connections,
    // It ends a run at a sample, by default a whole second after the start: a run of 0.4 s would count as one of a second.
    sampleInt: SAMPLE_MS,
    timeout: TIMEOUT_SECONDS,
    headers,
    requests,
  });
  const [server1, stores1] = [await server.probe(), await stores.probe()];
  const { total } = result.requests;
  return {
    rate: result['2xx'] / result.duration,
    p99: result.latency.p99,
    errors: result.non2xx + result.errors,
    cpuMs: (server1.cpuMs - server0.cpuMs) / total,
    storesMs: (stores1.cpuMs - stores0.cpuMs) / total,
    calls: (server1.calls - server0.calls) / (server1.served - server0.served),
    rss: server1.rss,
  };
}

/** A side in words: what it did, and what that took. */
export function inWords({ rate, p99, cpuMs, storesMs, calls }: Measured): string {
  const took = `${cpuMs.toFixed(2)} ms of processor, ${storesMs.toFixed(2)} of the stores', ${calls.toFixed(1)} calls`;
  return `${rate.toFixed(0)} a second (a request: ${took}; p99 ${p99} ms)`;
}
