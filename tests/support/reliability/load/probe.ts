// Loaded before a process under load (`--import`): it answers each message of its parent with what the process has used so far. Before
// `'collect'` it collects garbage, which holds the event loop up.

import { subscribe } from 'node:diagnostics_channel';
import { readdirSync } from 'node:fs';
import { createHistogram } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/** What a process had used when it was asked. */
export interface Probe {
  /** Processor time of all its threads so far, ms. */
  readonly cpuMs: number;
  /** Bytes; the heap is that of the main thread. */
  readonly rss: number;
  readonly heapUsed: number;
  /** Of the heap: what V8 has compiled, and what belongs to that. */
  readonly code: number;
  /** Open file descriptors; 0 where the system does not tell. */
  readonly descriptors: number;
  /** Handles that keep the event loop going, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  /** For how long the event loop lets nothing else come in between, since the last answer: 99th percentile and most, processor ms. */
  readonly heldUpMs: { readonly p99: number; readonly most: number };
  /** Requests that have come to the process so far, and those that it has sent: its calls of the stores. */
  readonly served: number;
  readonly calls: number;
}

/** A timer wants to come this often, and comes when the event loop lets it. */
const TICK_MS = 5;

function watch(): void {
  // Processor time of the main thread, not time of day: a machine that is busy with something else is no fault of the process.
  const heldUp = createHistogram();
  let before = mainThreadUs();
  setInterval(() => {
    const now = mainThreadUs();
    heldUp.record(Math.max(1, now - before));
    before = now;
  }, TICK_MS).unref();
  let [served, calls] = [0, 0];
  subscribe('http.server.request.start', () => {
    served += 1;
  });
  subscribe('http.client.request.start', () => {
    calls += 1;
  });
  process.on('message', (question) => {
    const heldUpMs = { p99: heldUp.percentile(99) / 1000, most: heldUp.max / 1000 };
    if (question === 'collect') globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const resources: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
    const cpuMs = (user + system) / 1000;
    const used = { cpuMs, rss, heapUsed, code: code(), descriptors: descriptors(), resources, heldUpMs, served, calls };
    process.send?.(used satisfies Probe);
    heldUp.reset();
    before = mainThreadUs();
  });
  // Whoever asks may be killed: nothing is left behind.
  process.on('disconnect', () => process.exit());
  // To be asked is no reason to live.
  process.channel?.unref();
}

function mainThreadUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

function code(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name: name }) => /^(?:code|trusted)/.test(name));
  return spaces.reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
}

function descriptors(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}

if (isMainThread) watch();
