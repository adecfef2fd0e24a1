import { Refusal } from '../errors.ts';
import { countWithin, secondsLeft } from '../store/window_count.ts';
import type { AppMiddleware } from './app_context.ts';
import type { RouteContext } from './route.ts';

/** Calls of one person in a quarter of an hour that parse, compute or export, at most: far above what people do. */
export const COSTLY_CALLS = 600;

/** Counts a call that parses, computes or exports; 429 to a person who makes more of them than people do. */
export function limitCostly({ db, now, costlyCalls = COSTLY_CALLS }: RouteContext): AppMiddleware {
  return async (c, next) => {
    const { tenant, user } = c.var.session;
    const place = { pk: tenant.partition, prefix: `W#costly#${user.id}#` };
    if (!(await countWithin(db, place, costlyCalls, now()))) throw tooOften(costlyCalls, secondsLeft(now()));
    await next();
  };
}

function tooOften(most: number, retryAfter: number): Refusal {
  const minutes = Math.ceil(retryAfter / 60);
  const detail = `За четверть часа вы отправили ${most} таблиц, билетов и экспортов, больше нельзя. Продолжите через ${minutes} мин.`;
  return new Refusal(429, { detail, code: 'too_many_costly_calls' }, { 'Retry-After': String(retryAfter) });
}
