import type { AlarmingEvent, Log } from '../log.ts';
import { clientAddress, maskedAddress } from './address.ts';
import type { AppContext, AppMiddleware } from './app_context.ts';
import type { Route, RouteContext } from './route.ts';

/** Who came or what went out. Operations search the log for these names: docs/runbook/sign-in.md. */
type AccessEvent =
  | 'signed_in'
  | 'signed_out'
  | 'sessions_ended'
  | 'export_made'
  | 'file_downloaded'
  | 'own_data_exported';

/** Attempts that were refused; alarms count the alarming ones. */
type RefusalEvent =
  | AlarmingEvent
  | 'token_refused'
  | 'admin_refused'
  | 'refresh_refused'
  | 'password_change_refused'
  | 'reauthentication_refused'
  | 'reauthentication_throttled';

/** Whom a line is about, by ids: neither a name nor an e-mail stands in the log. */
interface Subject {
  readonly user?: string | undefined;
  readonly company?: string | undefined;
  readonly session?: string | undefined;
}

/** Writes who came or took something out: event, ids, network and request. */
export function logAccess(c: AppContext, log: RouteContext['log'], event: AccessEvent, subject: Subject): void {
  write(c, log, 'access', event, subject);
}

/** Writes a refused attempt as `logAccess` does; of a sign-in the subject is the account that was tried, if there is one. */
export function logRefusal(c: AppContext, log: RouteContext['log'], event: RefusalEvent, subject: Subject = {}): void {
  write(c, log, 'security', event, subject);
}

/** Logs the files that a route has sent, or has led its caller to. */
export function logDownloads({ id }: Route, { log }: RouteContext): AppMiddleware {
  const event = id.startsWith('exportProject') ? 'export_made' : 'file_downloaded';
  return async (c, next) => {
    await next();
    const { status, headers } = c.res;
    // A redirect to an address of ours only has the caller wait.
    const isSent = status === 200 || (status === 303 && !(headers.get('location') ?? '').startsWith('/api/'));
    if (!isSent) return;
    const { tenant, user } = c.var.session;
    logAccess(c, log, event, { user: user.id, company: tenant.company });
  };
}

function write(
  c: AppContext,
  log: RouteContext['log'],
  level: Parameters<Log>[0]['level'],
  event: string,
  subject: Subject,
) {
  const { user, company, session } = subject;
  log({
    ...{ level, event, request_id: c.var.requestId, address: maskedAddress(clientAddress(c)) },
    ...(user !== undefined && { user }),
    ...(company !== undefined && { company }),
    ...(session !== undefined && { session }),
  });
}
