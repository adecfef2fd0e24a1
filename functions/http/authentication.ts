import { readSession } from '../auth/sessions.ts';
import { type Claims, verifyToken } from '../auth/tokens.ts';
import { forbidden, unauthorized } from '../errors.ts';
import { runAsTenant } from '../store/tenant_concurrency.ts';
import { lacksKeyCode } from '../store/users.ts';
import { logRefusal } from './access_log.ts';
import type { AppContext, AppMiddleware } from './app_context.ts';
import type { AdminRoute, RouteContext, SignedInRoute } from './route.ts';

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** Checks the access token and leaves its claims in the context; 401 without a valid one. */
export function verifyAccessToken({ keys, now, log }: RouteContext): AppMiddleware {
  return async (c, next) => {
    const token = BEARER.exec(c.req.header('authorization') ?? '')?.[1];
    if (token === undefined) throw noSession();
    const claims = await verifyToken(keys, 'at+jwt', token, now());
    if (!claims) {
      logRefusal(c, log, 'token_refused');
      throw noSession();
    }
    c.set('claims', claims);
    await next();
  };
}

/** Lets the calls of the stores that follow wait for those of the same company only. */
export const actForTenant: AppMiddleware = (c, next) => runAsTenant(claimsOf(c).company, next);

/** Reads the session of the claims and leaves it in the context; 401 if it or its user is gone. */
export function loadSession(services: RouteContext): AppMiddleware {
  return async (c, next) => {
    const session = await readSession(services, claimsOf(c));
    if (!session) {
      const { user, company } = claimsOf(c);
      logRefusal(c, services.log, 'token_refused', { user, company });
      throw noSession();
    }
    c.set('session', session);
    c.set('account', session.user);
    await next();
  };
}

/** Refuses with 403 users who must first replace a one-time password or set a key's code, or who are not administrators. */
export function authorize(route: SignedInRoute | AdminRoute, { log }: RouteContext): AppMiddleware {
  const opensWithOneTimePassword = route.access === 'signed-in' && route.withOneTimePassword === true;
  return async (c, next) => {
    const user = c.var.account;
    if (user.one_time_until !== undefined && !opensWithOneTimePassword) {
      throw forbidden('Вход по одноразовому паролю: сначала задайте свой пароль.', 'password_change_required');
    }
    if (lacksKeyCode(user) && !(route.access === 'signed-in' && route.withoutKeyCode)) {
      const detail = 'Администратору нужен код ключа: задайте его в профиле, тогда откроются все разделы.';
      throw forbidden(detail, 'key_code_required');
    }
    if (route.access === 'admin' && user.role !== 'admin') {
      logRefusal(c, log, 'admin_refused', { user: user.id, company: c.var.session.tenant.company });
      throw forbidden('Это может только администратор компании. Обратитесь к нему.');
    }
    await next();
  };
}

function claimsOf(c: AppContext): Claims {
  if (!c.var.claims) throw new TypeError('verifyAccessToken must come first');
  return c.var.claims;
}

function noSession() {
  return unauthorized('no_session', 'Сеанса нет или он завершён. Войдите снова.');
}
