import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadedCompany } from './company.ts';
import { type Mix, startMixedUse } from './mixed_use.ts';
import type { Probe } from './probe.ts';
import type { Processes } from './processes.ts';
import { percentile, slopeOf } from './theil_sen.ts';

/** Of a hundred actions, in the first 75 seconds of two minutes; then nobody sends files, so that the threads of the workers end and start. */
const MIX: Mix = { list: 56, get: 20, change: 8, create: 2, renew: 8, signIn: 3, download: 2, upload: 1 };
const WITHOUT_FILES: Mix = { ...MIX, upload: 0, download: 0 };
const [WITH_FILES_SECONDS, ROUND_SECONDS] = [75, 120];

/** What became of a server that was used for long. */
export interface Soaked {
  readonly actions: number;
  /** Actions a second: half of what it could do. */
  readonly rate: number;
  readonly errors: readonly string[];
  /** Growth, MB an hour: of the heap after a collection, and of the code in it that V8 has compiled. */
  readonly heap: number;
  readonly code: number;
  /** Most that the process had at rest in the two halves of the time, MB. */
  readonly rss: { readonly first: number; readonly second: number };
  /** Of the heap of the embedded stores, which `npm start` has in the same process. */
  readonly storesHeap: number;
  /** Growth of the least from one half of it to the other: threads of workers, which come and go, have some, too. */
  readonly descriptors: number;
  readonly timers: number;
  /** 99th percentile of the last third of the times, by that of the first. */
  readonly slower: number;
}

/** Idle connections are closed by then; each holds 20 KB. */
const REST_MS = 10_000;

/** How long, in seconds: at full speed first, between two looks; and whether the product is at rest when it is looked at. */
export interface Pace {
  readonly warmUp: number;
  readonly sample: number;
  readonly atRest: boolean;
}

/** Uses the product for so many seconds and looks at it every so often. */
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
