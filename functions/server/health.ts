import { Hono } from 'hono';
import type { JobServices } from '../jobs/services.ts';
import type { Database } from '../store/database.ts';
import type { Files } from '../store/files.ts';
import { pingTable } from './store_health.ts';

/** Path of the health check for reverse proxies and supervisors. */
export const HEALTH = '/health';

/** Time for which a result is cached, ms, so that frequent checks do not load the stores. */
const FRESH_MS = 2000;

/** Returns 200 while the table and the bucket respond, otherwise 503; never returns any data. */
export function health(db: Database, files: Files, log: JobServices['log']): Hono {
  let asked: { readonly at: number; readonly works: Promise<boolean> } | undefined;
  const ask = async () => {
    try {
      await Promise.all([pingTable(db), files.ping()]);
      return true;
    } catch (error) {
      log({ level: 'error', event: 'not_healthy', error: String(error) });
      return false;
    }
  };
  return new Hono().get(HEALTH, async (context) => {
    if (!asked || performance.now() - asked.at > FRESH_MS) asked = { at: performance.now(), works: ask() };
    const works = await asked.works;
    const headers = { 'Cache-Control': 'no-store' };
    return works ? context.text('ok', 200, headers) : context.text('unavailable', 503, headers);
  });
}
