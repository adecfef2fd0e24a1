import { Refusal } from '../errors.ts';
import type { AppContext } from './app_context.ts';
import type { RouteContext } from './route.ts';

/** Turns an error into the answer: a Refusal as it says, anything else into 500 and a line of the log. */
export function answerError(error: unknown, c: AppContext, log: RouteContext['log']): Response {
  const request_id = c.var.requestId;
  if (error instanceof Refusal)
    return c.json(error.body, error.status, { ...error.headers, 'X-Request-Id': request_id });
  const stack = error instanceof Error ? error.stack : String(error);
  log({ level: 'error', event: 'request_failed', request_id, error: stack });
  const detail = 'Ошибка на сервере, мы её записали. Введённое не потеряно: повторите через минуту.';
  return c.json({ detail, code: 'server_error' }, 500, { 'X-Request-Id': request_id });
}

/** 405 with the methods that the address has; 204 for OPTIONS. */
export function refuseMethod(c: AppContext, methods: readonly string[]): Response {
  const allow = { Allow: methods.join(', ') };
  if (c.req.method === 'OPTIONS') return c.body(null, 204, allow);
  const detail = `По этому адресу можно только ${methods.join(', ')}.`;
  return c.json({ detail, code: 'method_not_allowed' }, 405, allow);
}
