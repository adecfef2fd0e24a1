import type { Context, MiddlewareHandler } from 'hono';
import type { Session } from '../auth/sessions.ts';
import type { SignInAttempt } from '../auth/throttle.ts';
import type { Claims } from '../auth/tokens.ts';
import type { StoredUser } from '../store/users.ts';

/** Where a host leaves the caller's address: its own finding, Node's socket, or API Gateway's event. */
export interface HostEnvironment {
  readonly clientAddress?: string;
  /** The caller reached the outermost reverse proxy by TLS. */
  readonly overTls?: boolean;
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
  readonly requestContext?: { readonly requestId?: string; readonly http?: { readonly sourceIp?: string } };
}

/** What a request writes under: the id of the object that it makes, or of the revision that it makes. */
export interface IdempotentRequest {
  readonly id: string;
  /** The id belongs to an Idempotency-Key: an earlier request may have written under it. */
  readonly isKeyed: boolean;
  /** When the request was first sent, ms; undefined: it is not known to have been sent before. */
  readonly firstSentAt?: number;
}

/** Facts about an action for its entry in the audit list: never a password, a code or a token. */
export interface ActionNote {
  readonly target?: string;
  readonly whom?: string;
  readonly detail?: string;
}

/** What the middleware of the app leaves in the context of every request, by name. */
export interface AppEnv {
  Bindings: HostEnvironment;
  Variables: {
    /** The number of the request in the log and in `X-Request-Id`: ours, a client cannot choose it. */
    requestId: string;
    /** The number that the client gave the request. */
    clientRequestId?: string;
    /** Largest body that the route takes, bytes. */
    bodyLimit: number;
    /** The body once it has been read: it can be read from a request once. */
    bodyBytes?: Promise<Uint8Array<ArrayBuffer>>;
    /** What the checked access token says; undefined on a public route. */
    claims?: Claims;
    /** Set on every route that is not public, as is `idempotentRequest`. */
    session: Session;
    /** The user of the session with the hashes of its secrets. Threads that answer do not have it. */
    account: StoredUser;
    idempotentRequest: IdempotentRequest;
    actionNote?: ActionNote;
    /** A guess of the caller's own secrets that was counted. */
    guess?: SignInAttempt;
  };
}

export type AppContext = Context<AppEnv>;

export type AppMiddleware = MiddlewareHandler<AppEnv>;
