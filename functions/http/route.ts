import type * as z from 'zod/mini';
import type { Core } from '#core/load.ts';
import type { KeyedHash } from '../auth/keyed_hash.ts';
import type { Session, SessionContext } from '../auth/sessions.ts';
import type { PrepareExport } from '../export/prepare_export.ts';
import type { DictionaryReader } from '../store/dictionaries.ts';
import type { Files } from '../store/files.ts';
import type { AppContext, IdempotentRequest } from './app_context.ts';
import type { RequestLogEntry } from './request_log.ts';

/** What handlers work with. */
export interface RouteContext extends SessionContext {
  readonly core: Core;
  readonly files: Files;
  readonly dictionary: DictionaryReader;
  /** Reads a project and makes its export, or says that it is too large to be made while somebody waits. */
  readonly prepareExport: PrepareExport;
  /** Costly calls of a person in a quarter of an hour, and bytes that a company stores, at most. */
  readonly costlyCalls?: number;
  readonly companyBytes?: number;
  /** Hashes by the server's own key what is not to be stored in the clear. */
  readonly keyedHash: KeyedHash;
  /** Queues a large export for a worker; without it this process builds the file. */
  readonly sendExport?: (message: string, company: string, hash: string) => Promise<void>;
  /** Somebody waits for a large export until the function that is returned is called, or leaves when `signal` is aborted. */
  readonly waitForExport?: (hash: string, signal: AbortSignal) => () => void;
  /** How long a request waits for a file that is being built, ms; 15 s unless said. */
  readonly exportWaitMs?: number;
  /** One line of the log; never a name, an e-mail or a token. */
  readonly log: (entry: RequestLogEntry) => void;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A query parameter; a text alone describes one that accepts any value, such as paging. */
export type QueryParameter =
  | string
  | { readonly description: string; readonly required?: true; readonly values?: readonly string[] };

/** Texts of a query parameter that says yes or no. */
export const YES_NO = ['true', 'false', ''];

/** Query parameters of a list with an archive. */
export const PAGING: Readonly<Record<string, QueryParameter>> = {
  is_active: { description: 'true — действующие', values: YES_NO },
  is_deleted: { description: 'false — действующие, true — архив', values: YES_NO },
  limit: 'Сколько строк, не больше 100; страница — не больше 4 МБ, продолжайте по next',
  offset: 'Сколько строк пропустить',
  after: 'Идентификатор, после которого продолжить; его несёт next',
};

interface RouteCommon {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below /api, without the last slash; `{name}` is a path parameter. Both spellings are served. */
  readonly path: string;
  /** Name of the operation for generated clients: unique, camelCase. */
  readonly id: string;
  /** Part of the API that the operation belongs to, in Russian; the list of routes sets it. */
  readonly tag?: string;
  /** The spelling that clients are told: with the slash, but for one project. */
  readonly slash: boolean;
  readonly summary: string;
  /** Query parameters by name. */
  readonly query?: Readonly<Record<string, QueryParameter>>;
  /** Schema of a JSON body. */
  readonly body?: JsonSchema;
  /** Schema of a form with a file (multipart/form-data), where the address takes one. */
  readonly form?: JsonSchema;
  /** Largest body, bytes, where it is not JSON_LIMIT. */
  readonly bodyLimit?: number;
  readonly answer: RouteAnswer;
  /** Parses or computes a table or a model: where the host has threads for that, one of them answers. */
  readonly apart?: true;
  /** Costs as much, though another thread does the work: the calls of a person are counted, as of every route that is `apart`. */
  readonly isCostly?: true;
}

/** What a success answers: JSON by a schema, files of these media types, or nothing. */
export interface RouteAnswer {
  readonly status: 200 | 201 | 204;
  /** An entity of `components.ts`, or a reference to a schema made of a definition. */
  readonly schema?: z.core.$ZodType | JsonSchema;
  readonly files?: readonly string[];
  /** Statuses that only this route may answer with besides, and what they mean. */
  readonly others?: Readonly<Record<number, string>>;
}

/** A route that anyone may call. */
export interface PublicRoute extends RouteCommon {
  readonly access: 'public';
  readonly handle: (c: AppContext, context: RouteContext) => Promise<Response>;
}

/** Answers a request of a signed-in user. */
type SessionHandler = (
  c: AppContext,
  context: RouteContext,
  session: Session,
  write: IdempotentRequest,
) => Promise<Response>;

/** A route that needs a session. */
export interface SignedInRoute extends RouteCommon {
  readonly access: 'signed-in';
  /** Name of the action in the audit list, in the past; without it there is no entry. */
  readonly action?: string;
  /** Open to users who have yet to replace a one-time password. */
  readonly withOneTimePassword?: true;
  /** Open to administrators who have yet to set the code of their key. */
  readonly withoutKeyCode?: true;
  readonly admit?: Admit;
  readonly handle: SessionHandler;
}

/** A route for the company's administrators; others get 403. */
export interface AdminRoute extends RouteCommon {
  readonly access: 'admin';
  /** Name in the audit list, in the past («Пользователь приглашён»); reading has no entry. */
  readonly action?: string;
  readonly admit?: Admit;
  readonly handle: SessionHandler;
}

/** Runs before the action has an entry in the audit list, and throws what is not even tried: a flood of it must not bury the list. */
type Admit = (c: AppContext, context: RouteContext) => Promise<void>;

/** One address of the API. */
export type Route = PublicRoute | SignedInRoute | AdminRoute;
