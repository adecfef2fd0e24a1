import { v4 } from 'uuid';
import type { AppMiddleware } from './app_context.ts';

/** What a client may call its request, to find it again in the audit list and in the log. */
const CLIENT_NUMBER = /^[\w.:+/=-]{1,64}$/;

/**
 * Numbers the request: by the number of API Gateway, whose own log has it, else by a random one. A client cannot choose it; the number
 * that a client sends in `X-Request-Id` stands beside it.
 */
export const numberRequest: AppMiddleware = async (c, next) => {
  const sent = c.req.header('x-request-id');
  c.set('requestId', c.env?.requestContext?.requestId ?? v4());
  if (sent !== undefined && CLIENT_NUMBER.test(sent)) c.set('clientRequestId', sent);
  await next();
  c.res.headers.set('X-Request-Id', c.var.requestId);
};
