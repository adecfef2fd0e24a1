import type { Context } from 'hono';
import type { Session } from '../auth/sessions.ts';
import { Refusal } from '../errors.ts';
import { type Closing, closeEntry, openEntry } from '../store/audit.ts';
import { nameOf } from '../store/members.ts';
import type { RouteContext } from './route.ts';

/** What an action tells of itself while it is carried out: never a password, a code or a token. */
export interface ActionNote {
  readonly target?: string;
  readonly whom?: string;
  readonly detail?: string;
}

const NOTE = 'actionNote';

/** Says whom the action of this request is about and what it changes, for its entry in the audit list. */
export function noteAction(c: Context, note: ActionNote): void {
  c.set(NOTE, { ...(c.get(NOTE) as ActionNote | undefined), ...note });
}

/**
 * Carries out an action with its entry in the company's audit list: the entry is there before the action, its outcome after it. An
 * outcome that cannot be written down is logged and stays open in the list; the action's own answer stands.
 */
export async function audited(
  action: string,
  c: Context,
  { db, now, log }: RouteContext,
  { tenant, user }: Session,
  act: () => Promise<Response>,
): Promise<Response> {
  const request_id: string = c.get('requestId');
  const target = c.req.param('user') ?? c.req.param('model') ?? '';
  const entry = { actor: user.id, actor_name: nameOf(user), action, target: target.slice(0, 64), request_id };
  const id = await openEntry(db, tenant, entry, now());
  const close = async (outcome: Closing['outcome'], detail: string) => {
    const { whom = '', detail: noted = '' } = (c.get(NOTE) ?? {}) as ActionNote;
    try {
      await closeEntry(db, tenant, id, { outcome, whom, detail: [noted, detail].filter(Boolean).join('. ') });
    } catch (error) {
      log({ level: 'error', event: 'audit_outcome_lost', request_id, entry: id, error: String(error) });
    }
  };
  try {
    const answer = await act();
    await close('done', '');
    return answer;
  } catch (error) {
    if (error instanceof Refusal) await close('refused', error.body.detail);
    else await close('failed', '');
    throw error;
  }
}
