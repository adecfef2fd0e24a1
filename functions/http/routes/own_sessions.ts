import { type OwnSession, ownSessionPageSchema } from '#core/contract/own_session.ts';
import { endLiveSession, liveSessions, type Session } from '../../auth/sessions.ts';
import { notFound } from '../../errors.ts';
import { changeUser } from '../../store/users.ts';
import { logAccess } from '../access_log.ts';
import type { AppContext } from '../app_context.ts';
import { pathId } from '../request.ts';
import type { RouteContext, SignedInRoute } from '../route.ts';

const MISSING = 'Такого сеанса нет или он уже завершён. Обновите список.';
const common = { access: 'signed-in', slash: true, withOneTimePassword: true, withoutKeyCode: true } as const;

/** The sessions of the signed-in user: who uses the account, and the way to stop it. */
export const ownSessionRoutes: readonly SignedInRoute[] = [
  {
    ...common,
    method: 'GET',
    path: '/v1/users/sessions',
    id: 'listOwnSessions',
    summary: 'Свои сеансы, новые первыми; их не больше десяти',
    answer: { status: 200, schema: ownSessionPageSchema },
    handle: listOwn,
  },
  {
    ...common,
    method: 'POST',
    path: '/v1/users/sessions/{session}/end',
    id: 'endOwnSession',
    summary: 'Завершение своего сеанса',
    answer: { status: 204 },
    handle: endOne,
  },
  {
    ...common,
    method: 'POST',
    path: '/v1/users/sessions/end_all',
    id: 'endAllOwnSessions',
    summary: 'Выход везде: кончаются все свои сеансы, и этот тоже',
    answer: { status: 204 },
    handle: endAll,
  },
];

async function listOwn(c: AppContext, context: RouteContext, session: Session): Promise<Response> {
  const results = await describeSessions(c, context, session);
  return c.json({ count: results.length, next: null, previous: null, results });
}

/** The live sessions of a user, newest first, as the API answers them. */
export async function describeSessions(
  c: AppContext,
  context: RouteContext,
  { tenant }: Session,
): Promise<OwnSession[]> {
  const live = await liveSessions(context, tenant, c.var.account);
  return live.toReversed().map(({ id, opened_at, issued_at, ends_at, network = '', browser = '' }) => ({
    id,
    opened_at: new Date(opened_at ?? issued_at).toISOString(),
    last_used_at: new Date(issued_at).toISOString(),
    ends_at: new Date(ends_at).toISOString(),
    ...{ network, browser, is_current: id === c.var.claims?.session },
  }));
}

async function endOne(c: AppContext, context: RouteContext, { tenant, user }: Session): Promise<Response> {
  const id = pathId(c, 'session', MISSING);
  if (!(await endLiveSession(context, tenant, c.var.account, id))) throw notFound(MISSING);
  logAccess(c, context.log, 'sessions_ended', { user: user.id, company: tenant.company, session: id });
  return c.body(null, 204);
}

async function endAll(c: AppContext, context: RouteContext, { tenant, user }: Session): Promise<Response> {
  await changeUser(context.db, tenant, user.id, (own) => ({ ...own, session_epoch: own.session_epoch + 1 }));
  logAccess(c, context.log, 'sessions_ended', { user: user.id, company: tenant.company });
  return c.body(null, 204);
}
