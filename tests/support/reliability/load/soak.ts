import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadedCompany } from './company.ts';
import { type Mix, startMixedUse } from './mixed_use.ts';
import type { Probe } from './probe.ts';
import type { Processes } from './processes.ts';
import { percentile, slopeOf } from './theil_sen.ts';

/** Mix in percent for the first 75 of every 120 seconds; then no files are sent, so that worker threads end and start. */
const MIX: Mix = { list: 56, get: 20, change: 8, create: 2, renew: 8, signIn: 3, download: 2, upload: 1 };
const WITHOUT_FILES: Mix = { ...MIX, upload: 0, download: 0 };
const [WITH_FILES_SECONDS, ROUND_SECONDS] = [75, 120];

/** Measurements of a server after long use. */
export interface Soaked {
  readonly actions: number;
  /** Actions a second: half of its capacity. */
  readonly rate: number;
  readonly errors: readonly string[];
  /** Growth, MB an hour: of the heap after a collection, and of its compiled code. */
  readonly heap: number;
  readonly code: number;
  /** Peak memory of the idle process in each half of the time, MB. */
  readonly rss: { readonly first: number; readonly second: number };
  /** Growth of the heap of the embedded stores, MB an hour; they run in the product's process under `npm start`. */
  readonly storesHeap: number;
  /** Growth of the minimum from the first half to the second: worker threads, which start and end, also hold some. */
  readonly descriptors: number;
  readonly timers: number;
  /** Ratio of the 99th percentiles of the durations: last third to first third. */
  readonly slower: number;
}

/** Idle connections are closed by then; each holds 20 KB. */
const REST_MS = 10_000;

/** Seconds at full speed and between two samples; and whether the product is idle during a sample. */
export interface Pace {
  readonly warmUp: number;
  readonly sample: number;
  readonly atRest: boolean;
}

/** Uses the product for this many seconds and samples it regularly. */
export async function soak(
  { product, stores }: Pick<Processes, 'product' | 'stores'>,
  company: LoadedCompany,
  seconds: number,
  { warmUp, sample, atRest }: Pace,
): Promise<Soaked> {
  const fast = startMixedUse(company, MIX);
  await sleep(warmUp * 1000);
  await fast.stop();
  const rate = fast.times.length / warmUp / 2;
  const use = startMixedUse(company, MIX, rate);
  const samples: (Probe & { readonly hours: number; readonly storesHeap: number })[] = [];
  const start = performance.now();
  for (let passed = 0; passed < seconds; passed += sample) {
    use.turnTo(passed % ROUND_SECONDS < WITH_FILES_SECONDS ? MIX : WITHOUT_FILES);
    await sleep(sample * 1000);
    await use.pause();
    const deadline = performance.now() + REST_MS;
    while (atRest && (await product.probe()).resources.TCPSocketWrap && performance.now() < deadline) await sleep(500);
    const { heapUsed: storesHeap } = await stores.probe('collect');
    samples.push({ ...(await product.probe('collect')), storesHeap, hours: (performance.now() - start) / 3_600_000 });
    use.resume();
  }
  await use.stop();
  type Sample = (typeof samples)[number];
  const half = Math.ceil(samples.length / 2);
  const halves = { first: samples.slice(0, half), second: samples.slice(half) };
  const growth = (of: (sample: Sample) => number) =>
    Math.min(...halves.second.map(of)) - Math.min(...halves.first.map(of));
  const most = (one: readonly Sample[]) => Math.max(...one.map(({ rss }) => rss)) / 2 ** 20;
  const slope = (of: (sample: Sample) => number) => slopeOf(samples.map((one) => [one.hours, of(one)])) / 2 ** 20;
  const third = Math.ceil(use.times.length / 3);
  return {
    actions: use.times.length,
    rate,
    errors: [...fast.errors, ...use.errors],
    heap: slope((one) => one.heapUsed),
    code: slope((one) => one.code),
    rss: { first: most(halves.first), second: most(halves.second) },
    storesHeap: slope((one) => one.storesHeap),
    descriptors: growth((one) => one.descriptors),
    timers: growth(({ resources }) => resources.Timeout ?? 0),
    slower: percentile(use.times.slice(-third), 99) / percentile(use.times.slice(0, third), 99),
  };
}
