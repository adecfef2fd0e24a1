import { Refusal } from '../errors.ts';
import { type Closing, closeEntry, openEntry } from '../store/audit.ts';
import { nameOf } from '../store/members.ts';
import type { ActionNote, AppContext, AppMiddleware } from './app_context.ts';
import type { Route, RouteContext } from './route.ts';

/** Adds to the audit entry of this request whom the action concerns and what it changes. */
export function noteAction(c: AppContext, note: ActionNote): void {
  c.set('actionNote', { ...c.var.actionNote, ...note });
}

/** Name of the action in the audit list; undefined: the route has no entry there. */
export function auditedAction(route: Route): string | undefined {
  if (route.access === 'public') return undefined;
  if (route.access === 'admin' && route.method !== 'GET') return route.action ?? route.summary;
  return route.action;
}

/**
 * Writes the action into the company's audit list: the entry before the action, its outcome after
 * it. An outcome that cannot be written is logged and stays open in the list; the answer stands.
 */
export function audit(action: string, { db, now, log }: RouteContext): AppMiddleware {
  return async (c, next) => {
    const { requestId: request_id, clientRequestId: client_request_id, session } = c.var;
    const { tenant, user } = session;
    const target = c.req.param('user') ?? c.req.param('model') ?? '';
    const numbers = { request_id, ...(client_request_id !== undefined && { client_request_id }) };
    const entry = { actor: user.id, actor_name: nameOf(user), action, target: target.slice(0, 64), ...numbers };
    const id = await openEntry(db, tenant, entry, now());
    await next();
    const { outcome, reason } = outcomeOf(c.error);
    const { whom = '', detail = '' } = c.var.actionNote ?? {};
    try {
      await closeEntry(db, tenant, id, { outcome, whom, detail: [detail, reason].filter(Boolean).join('. ') });
    } catch (error) {
      log({ level: 'error', event: 'audit_outcome_lost', request_id, entry: id, error: String(error) });
    }
  };
}

/** How an action ended; `error`: what its handler has thrown. */
function outcomeOf(error: Error | undefined): { outcome: Closing['outcome']; reason: string } {
  if (error === undefined) return { outcome: 'done', reason: '' };
  if (error instanceof Refusal) return { outcome: 'refused', reason: error.body.detail };
  return { outcome: 'failed', reason: '' };
}
