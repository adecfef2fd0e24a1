import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { LogEntry } from '../log.ts';

/** A line of the log of one request, which `X-Request-Id` of its answer names. */
export interface RequestLogEntry extends LogEntry {
  readonly request_id: string;
}

/** Where a request keeps the id of the company that it was checked to come from. */
export const COMPANY = 'company';

/** Writes one line per request: what operations count and measure. The route and not the address, the company and not the person. */
export function requestLog(log: (entry: RequestLogEntry) => void): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const company: string | undefined = c.get(COMPANY);
    log({
      level: 'info',
      event: 'request',
      request_id: c.get('requestId'),
      ...{ method: c.req.method, route: routePath(c, -1), status: c.res.status },
      ms: Math.round(performance.now() - start),
      ...(company !== undefined && { company }),
    });
  };
}
