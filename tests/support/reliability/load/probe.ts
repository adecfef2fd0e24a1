// Loaded before a process under load (`--import`): answers each message of its parent with the resources used so far. Before
// the answer to `'collect'` it collects garbage, which blocks the event loop.

import { subscribe } from 'node:diagnostics_channel';
import { readdirSync } from 'node:fs';
import { createHistogram } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/** Resources that a process has used. */
export interface Probe {
  /** Processor time of all its threads so far, ms. */
  readonly cpuMs: number;
  /** Bytes; the heap is that of the main thread. */
  readonly rss: number;
  readonly heapUsed: number;
  /** Part of the heap for compiled code and its metadata. */
  readonly code: number;
  /** Open file descriptors; 0 if the system does not report them. */
  readonly descriptors: number;
  /** Handles that keep the event loop going, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  /** Delays of the event loop since the last answer: 99th percentile and maximum, processor ms. */
  readonly heldUpMs: { readonly p99: number; readonly most: number };
  /** Requests that the process has received, and requests that it has sent: its calls of the stores. */
  readonly served: number;
  readonly calls: number;
}

/** Interval of the timer that measures the delays of the event loop. */
const TICK_MS = 5;

function watch(): void {
  // Processor time of the main thread, not time of day: the process is not to blame for a busy machine.
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
  // The parent may be killed: this process then exits.
  process.on('disconnect', () => process.exit());
  // The channel to the parent does not keep the process alive.
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
