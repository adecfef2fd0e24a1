import { routePath } from 'hono/route';
import type { LogEntry } from '../log.ts';
import type { AppMiddleware } from './app_context.ts';

/** A line of the log of one request, which `X-Request-Id` of its answer names. */
export interface RequestLogEntry extends LogEntry {
  readonly request_id: string;
}

/** Logs one line per request: the route instead of the address, the company instead of the user. */
export function requestLog(log: (entry: RequestLogEntry) => void): AppMiddleware {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const { requestId, clientRequestId, claims } = c.var;
    log({
      level: 'info',
      event: 'request',
      request_id: requestId,
      ...(clientRequestId !== undefined && { client_request_id: clientRequestId }),
      ...{ method: c.req.method, route: routePath(c, -1), status: c.res.status },
      ms: Math.round(performance.now() - start),
      ...(claims && { company: claims.company }),
    });
  };
}
