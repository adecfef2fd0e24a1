import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { paths } from '#core/contract/paths.ts';
import type { Core } from '#core/load.ts';
import { keyedHashBy } from '../auth/keyed_hash.ts';
import type { SigningKeys } from '../auth/tokens.ts';
import { notFound } from '../errors.ts';
import { prepareExport } from '../export/prepare_export.ts';
import { logProblems } from '../log.ts';
import type { Database } from '../store/database.ts';
import { dictionaryReader } from '../store/dictionaries.ts';
import type { Files } from '../store/files.ts';
import { logDownloads } from './access_log.ts';
import { type AnswerApart, forward } from './apart.ts';
import type { AppEnv, AppMiddleware } from './app_context.ts';
import { audit, auditedAction } from './audit_log.ts';
import { actForTenant, authorize, loadSession, verifyAccessToken } from './authentication.ts';
import { limitBody } from './body.ts';
import { limitCostly } from './costly_calls.ts';
import { answerError, refuseMethod } from './error_answer.ts';
import { honoPath } from './hono_path.ts';
import { idempotency } from './idempotency.ts';
import { openApi } from './openapi.ts';
import { referencePage } from './reference_page.ts';
import { type RequestLogEntry, requestLog } from './request_log.ts';
import { numberRequest } from './request_number.ts';
import type { AdminRoute, Route, RouteContext, SignedInRoute } from './route.ts';

/** What the app runs on; it does not know its host. */
export interface AppDeps {
  readonly core: Core;
  readonly db: Database;
  readonly files: Files;
  /** Keys of the tokens' signatures. */
  readonly keys: SigningKeys;
  /** Has requests with tables answered by a thread of their own; without it this one answers them. */
  readonly answerApart?: AnswerApart;
  /** Reads a project and makes its export; without it this thread does. */
  readonly prepareExport?: RouteContext['prepareExport'];
  /** Key of the hashes of what is not stored in the clear: 32 bytes or more that sign no session. */
  readonly hashKey: Uint8Array;
  /** The queue of the workers that build exports, by company; without it the process builds them. */
  readonly sendExport?: NonNullable<RouteContext['sendExport']>;
  /** Learns who waits for a large export and who has left. */
  readonly waitForExport?: NonNullable<RouteContext['waitForExport']>;
  /** Costly calls of a person in a quarter of an hour, and bytes that a company stores, at most. */
  readonly costlyCalls?: number;
  readonly companyBytes?: number;
  readonly now?: () => Date;
  readonly log?: (entry: RequestLogEntry) => void;
}

/** What handlers work with, in the thread that has `deps`. */
export function routeContext(
  deps: Omit<AppDeps, 'hashKey'> & Pick<RouteContext, 'now' | 'log' | 'keyedHash'>,
): RouteContext {
  const { core, db, files } = deps;
  return {
    prepareExport: (request) => prepareExport({ core, db, files }, request),
    ...deps,
    dictionary: dictionaryReader(db, deps.now),
  };
}

/** The API below /api with the addresses of `routes`. */
export function createApp(routes: readonly Route[], deps: AppDeps): Hono<AppEnv> {
  const now = deps.now ?? (() => new Date());
  const log = deps.log ?? logProblems;
  const { hashKey, ...rest } = deps;
  const services = routeContext({ ...rest, now, log, keyedHash: keyedHashBy(hashKey) });
  const app = new Hono<AppEnv>({ strict: false });

  app.use(numberRequest);
  app.use(requestLog(log));
  app.use(defaultHeaders);
  app.use(methodNotAllowed({ app, onMethodNotAllowed: refuseMethod }));
  app.onError((error, c) => answerError(error, c, log));
  app.notFound((c) => answerError(notFound('Такого адреса нет. Проверьте ссылку.'), c, log));

  for (const route of routes) addRoute(app, route, honoPath(route, routes), services, deps.answerApart);
  // Made when it is first asked for, and once: it is large, and anyone may request it.
  let reference: ReturnType<typeof describeApi> | undefined;
  const describe = () => (reference ??= describeApi(routes));
  app.get(paths.openapi, (c) => c.body(describe().text, 200, { 'Content-Type': 'application/json' }));
  app.get(paths.reference.replace(/\/$/, ''), (c) => c.html(referencePage(describe().document)));
  return app;
}

/** The API's description, as an object and as JSON. */
function describeApi(routes: readonly Route[]) {
  const document = openApi(routes);
  return { document, text: JSON.stringify(document) };
}

const defaultHeaders: AppMiddleware = async (c, next) => {
  await next();
  // `c.header` would build the answer again and lose the host's fast path for texts.
  const { headers } = c.res;
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
};

/** Adds one address: its middleware in the order in which a request passes it, then its handler. */
function addRoute(
  app: Hono<AppEnv>,
  route: Route,
  path: string,
  services: RouteContext,
  answerApart: AnswerApart | undefined,
): void {
  app.on(route.method, path, limitBody(route.bodyLimit));
  if (route.access === 'public') {
    app.on(route.method, path, (c) => route.handle(c, services));
    return;
  }
  for (const middleware of sessionMiddleware(route, services)) app.on(route.method, path, middleware);
  if (route.apart && answerApart) {
    app.on(route.method, path, (c) => forward(c, answerApart));
    return;
  }
  app.on(route.method, path, idempotency(services), (c) =>
    route.handle(c, services, c.var.session, c.var.idempotentRequest),
  );
}

function admission(admit: NonNullable<SignedInRoute['admit']>, services: RouteContext): AppMiddleware {
  return async (c, next) => {
    await admit(c, services);
    await next();
  };
}

function sessionMiddleware(route: SignedInRoute | AdminRoute, services: RouteContext): AppMiddleware[] {
  const action = auditedAction(route);
  return [
    verifyAccessToken(services),
    actForTenant,
    loadSession(services),
    authorize(route, services),
    ...(route.admit ? [admission(route.admit, services)] : []),
    ...(route.apart || route.isCostly ? [limitCostly(services)] : []),
    ...(route.answer.files ? [logDownloads(route, services)] : []),
    ...(action === undefined ? [] : [audit(action, services)]),
  ];
}
