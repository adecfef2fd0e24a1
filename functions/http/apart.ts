import { Hono } from 'hono';
import { Tenant } from '../store/tenant.ts';
import type { Editor } from '../store/versioned_items.ts';
import { type ErrorBetweenThreads, packError, unpackError } from '../threads/thread_error.ts';
import type { ActionNote, AppContext, AppEnv } from './app_context.ts';
import { limitBody, readBytes } from './body.ts';
import { honoPath } from './hono_path.ts';
import { idempotency } from './idempotency.ts';
import type { Route, RouteContext } from './route.ts';

/** A request on its way to a thread that answers it: its session is checked and its body read, but nothing of it parsed. */
export interface ForwardedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer>;
  readonly requestId: string;
  readonly company: string;
  readonly user: Editor;
}

/** Its answer on the way back, or what its handler has thrown; with what the audit list is to say of it either way. */
export type ForwardedAnswer = { readonly note?: ActionNote } & (
  | {
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Uint8Array<ArrayBuffer>;
    }
  | { readonly thrown: ErrorBetweenThreads }
);

/** Has a request answered elsewhere. `signal`: nobody waits any more. */
export type AnswerApart = (request: ForwardedRequest, signal: AbortSignal) => Promise<ForwardedAnswer>;

/** Answers a route that is `apart` by the thread that `answerApart` reaches. */
export async function forward(c: AppContext, answerApart: AnswerApart): Promise<Response> {
  const { requestId, session } = c.var;
  const { id, first_name, last_name } = session.user;
  const request: ForwardedRequest = {
    method: c.req.method,
    url: c.req.url,
    headers: [...c.req.raw.headers],
    body: await readBytes(c),
    requestId,
    company: session.tenant.company,
    // Not the hashes: a thread parses files that nobody knows.
    user: { id, first_name, last_name },
  };
  const answer = await answerApart(request, c.req.raw.signal);
  if (answer.note) c.set('actionNote', answer.note);
  if ('thrown' in answer) throw unpackError(answer.thrown);
  const { status, headers, body } = answer;
  return new Response(body, { status, headers: headers.map(([name, value]) => [name, value]) });
}

interface ApartEnv {
  readonly Bindings: { readonly forwarded: ForwardedRequest; note?: ActionNote; thrown?: unknown };
  readonly Variables: AppEnv['Variables'];
}

/** The other end: answers forwarded requests by the handlers of the routes that are `apart`. */
export function createApart(
  routes: readonly Route[],
  services: RouteContext,
): (request: ForwardedRequest) => Promise<ForwardedAnswer> {
  const app = new Hono<ApartEnv>({ strict: false });
  app.onError((error, c) => {
    c.env.thrown = error;
    return c.body(null, 500);
  });
  app.use(async (c, next) => {
    const { requestId, company, user } = c.env.forwarded;
    c.set('requestId', requestId);
    c.set('session', { tenant: Tenant.ofSession({ company }), user });
    await next();
    const { actionNote } = c.var;
    if (actionNote) c.env.note = actionNote;
  });
  for (const route of routes) {
    if (route.access === 'public' || !route.apart) continue;
    const path = honoPath(route, routes);
    const own = app as unknown as Hono<AppEnv>;
    own.on(route.method, path, limitBody(route.bodyLimit), idempotency(services), (c) =>
      route.handle(c, services, c.var.session, c.var.idempotentRequest),
    );
  }
  return async (forwarded) => {
    const { method, url, headers, body } = forwarded;
    const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) };
    const env: ApartEnv['Bindings'] = { forwarded };
    const response = await app.fetch(new Request(url, { ...init, ...(method !== 'GET' && { body }) }), env);
    const note = env.note && { note: env.note };
    if (env.thrown !== undefined) return { ...note, thrown: packError(env.thrown) };
    return {
      ...note,
      status: response.status,
      headers: [...response.headers],
      body: new Uint8Array(await response.arrayBuffer()),
    };
  };
}
