import { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Log } from '../log.ts';
import type { Database } from '../store/database.ts';
import type { Files } from '../store/files.ts';
import type { Fetcher } from './site.ts';

/** Path of the metrics. */
export const METRICS = '/metrics';

/** Liveness path: it answers while the process lives, even when its stores fail. */
export const ALIVE = '/alive';

/** Upper bounds of the histogram buckets of durations, s. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Metrics of the product for Prometheus. */
export interface ServerMetrics {
  /** Counts the lines of a log and passes them on: requests with their durations, all other lines by their event. */
  counting(log: Log): Log;
  /** Wraps the stores to time their calls. */
  timed<Store extends Database | Files>(store: 'table' | 'bucket', port: Store): Store;
  /** Serves the metrics and the liveness path, on a port of their own that no proxy publishes. */
  readonly site: Fetcher;
}

/** Starts counting. No label contains a name, a caller's address or an id. */
export function openMetrics(): ServerMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers });
  const requests = histogram('http_request_duration_seconds', 'Duration of requests by method, route and status', [
    'method',
    'route',
    'status',
  ]);
  const events = new Counter({
    name: 'log_events_total',
    help: 'Lines of the log that are not requests, by level and event',
    labelNames: ['level', 'event'],
    registers,
  });
  const calls = histogram(
    'store_call_duration_seconds',
    'Duration of calls of the table and of the bucket by the thread that answers',
    ['store', 'call', 'outcome'],
  );
  const timed = <Store extends Database | Files>(store: 'table' | 'bucket', port: Store): Store => {
    const wrapped = Object.entries(port).map(([call, method]) => {
      // Only operators' commands call `scan`, item by item; requests do not call `close`.
      if (typeof method !== 'function' || call === 'scan' || call === 'close') return [call, method];
      const timedCall = async (...args: unknown[]) => {
        const end = calls.startTimer({ store, call });
        try {
          const result = await method.apply(port, args);
          end({ outcome: 'ok' });
          return result;
        } catch (error) {
          end({ outcome: 'error' });
          throw error;
        }
      };
      return [call, timedCall];
    });
    return { ...port, ...Object.fromEntries(wrapped) };
  };
  return {
    counting: (log) => (entry) => {
      const { level, event, method, route, status, ms } = entry;
      if (event === 'request') requests.observe({ method, route, status } as Labels, Number(ms) / 1000);
      else events.inc({ level, event });
      log(entry);
    },
    timed,
    site: new Hono()
      .get(METRICS, async (c) => c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType }))
      .get(ALIVE, (c) => c.text('ok')),
  };
}

type Labels = Record<'method' | 'route' | 'status', string>;
