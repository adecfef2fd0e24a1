import { type Context, Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import { API, paths } from '#core/contract/paths.ts';
import type { Core } from '#core/load.ts';
import { inSession, type Session } from '../auth/sessions.ts';
import type { SigningKeys } from '../auth/tokens.ts';
import { forbidden, notFound, Refusal, unauthorized } from '../errors.ts';
import { logProblems } from '../log.ts';
import type { Database } from '../store/database.ts';
import { dictionaryReader } from '../store/dictionaries.ts';
import type { Files } from '../store/files.ts';
import { audited } from './audit_log.ts';
import { BODY_LIMIT, JSON_LIMIT } from './body.ts';
import { beginIdempotentRequest } from './idempotency.ts';
import { openApi } from './openapi.ts';
import { referencePage } from './reference_page.ts';
import { COMPANY, type RequestLogEntry, requestLog } from './request_log.ts';
import type { PublicRoute, Route, RouteContext } from './route.ts';

/** What the app runs on; nothing in it knows the host. */
export interface AppDeps {
  readonly core: Core;
  readonly db: Database;
  readonly files: Files;
  /** Keys of the tokens' signatures. */
  readonly keys: SigningKeys;
  /** The queue of the workers that build exports, where there are any. */
  readonly sendExport?: (message: string) => Promise<void>;
  readonly now?: () => Date;
  readonly log?: (entry: RequestLogEntry) => void;
}

/** The whole API under /api, from the list of routes. */
export function createApp(routes: readonly Route[], deps: AppDeps): Hono {
  const now = deps.now ?? (() => new Date());
  const log = deps.log ?? logProblems;
  const context: RouteContext = { ...deps, now, log, dictionary: dictionaryReader(deps.db, now) };
  const app = new Hono({ strict: false });

  app.use(requestId({ limitLength: 64 }));
  app.use(requestLog(log));
  app.use(async (c, next) => {
    await next();
    // `c.header` would make the answer anew, and lose the short way that the host has for a text.
    const { headers } = c.res;
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
    headers.set('X-Content-Type-Options', 'nosniff');
  });
  app.use(methodNotAllowed({ app, onMethodNotAllowed: refuseMethod }));
  app.onError((error, c) => answer(error, c, log));
  app.notFound((c) => answer(notFound('Такого адреса нет. Проверьте ссылку.'), c, log));

  for (const route of routes) app.on(route.method, honoPath(route, routes), (c) => handle(route, c, context));
  const document = openApi(routes);
  // Written once: it is large, and anybody may ask for it.
  const text = JSON.stringify(document);
  app.get(paths.openapi, (c) => c.body(text, 200, { 'Content-Type': 'application/json' }));
  app.get(paths.reference.replace(/\/$/, ''), (c) => c.html(referencePage(document)));
  return app;
}

async function handle(route: Route, c: Context, context: RouteContext): Promise<Response> {
  c.set(BODY_LIMIT, route.bodyLimit ?? JSON_LIMIT);
  if (route.access === 'public') return route.handle(c, context);
  const token = c.req.header('authorization')?.match(/^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i)?.[1];
  const answered =
    token === undefined
      ? undefined
      : await inSession(context, token, (session) => handleSignedIn(route, c, context, session));
  if (answered) return answered;
  if (token !== undefined) context.log({ level: 'security', event: 'token_refused', request_id: c.get('requestId') });
  throw unauthorized('no_session', 'Сеанса нет или он завершён. Войдите снова.');
}

async function handleSignedIn(
  route: Exclude<Route, PublicRoute>,
  c: Context,
  context: RouteContext,
  session: Session,
): Promise<Response> {
  c.set(COMPANY, session.tenant.company);
  const mayStay = route.access === 'signed-in' && route.withOneTimePassword;
  if (session.user.one_time_until !== undefined && !mayStay) {
    throw forbidden('Вход по одноразовому паролю: сначала задайте свой пароль.', 'password_change_required');
  }
  if (route.access === 'admin' && session.user.role !== 'admin') {
    context.log({ level: 'security', event: 'admin_refused', request_id: c.get('requestId') });
    throw forbidden('Это может только администратор компании. Обратитесь к нему.');
  }
  const act = async () => route.handle(c, context, session, await beginIdempotentRequest(c, context, session));
  if (route.access !== 'admin' || route.method === 'GET') return act();
  return audited(route.action ?? route.summary, c, context, session, act);
}

/**
 * `/v1/projects/{project}` → `/api/v1/projects/:project`, without a slash at the end: so both spellings match. A parameter does not stand
 * for a word that is an address of its own in its place («create_project»), or methods that are not there would be read as its.
 */
function honoPath({ path }: Route, routes: readonly Route[]): string {
  return (
    API +
    path.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
      const words = wordsBelow(path.slice(0, at), routes);
      return words.length === 0 ? `:${name}` : `:${name}{(?!(?:${words.join('|')})(?:/|$))[^/]+}`;
    })
  );
}

/** Words that addresses have next after `start`. */
function wordsBelow(start: string, routes: readonly Route[]): string[] {
  const next = routes
    .filter(({ path }) => path.startsWith(start))
    .map(({ path }) => path.slice(start.length).split('/')[0] ?? '');
  return [...new Set(next)].filter((word) => !word.startsWith('{'));
}

/** The one place where errors become answers. */
function answer(error: unknown, c: Context, log: RouteContext['log']): Response {
  const request_id: string = c.get('requestId');
  if (error instanceof Refusal)
    return c.json(error.body, error.status, { ...error.headers, 'X-Request-Id': request_id });
  log({
    level: 'error',
    event: 'request_failed',
    request_id,
    error: error instanceof Error ? error.stack : String(error),
  });
  const detail = 'Ошибка на сервере, мы её записали. Введённое не потеряно: повторите через минуту.';
  return c.json({ detail, code: 'server_error' }, 500, { 'X-Request-Id': request_id });
}

function refuseMethod(c: Context, methods: string[]): Response {
  const allow = { Allow: methods.join(', ') };
  if (c.req.method === 'OPTIONS') return c.body(null, 204, allow);
  const detail = `По этому адресу можно только ${methods.join(', ')}.`;
  return c.json({ detail, code: 'method_not_allowed' }, 405, allow);
}
