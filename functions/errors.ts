import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorBody, Fault } from '#core/contract/errors.ts';

/**
 * The caller's error: its body is the answer. Any other error is ours: logged once, answered with 500.
 * `detail` names the cause and the next step in Russian.
 */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    body: ErrorBody,
    headers: Readonly<Record<string, string>> = {},
    options: ErrorOptions = {},
  ) {
    super(body.detail, options);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 400: something in the request is wrong; `errors` name the places. */
export function badRequest(detail: string, errors: readonly Fault[] = [], code = 'bad_request'): Refusal {
  return new Refusal(400, { detail, code, ...(errors.length > 0 && { errors }) });
}

/** What differs from the usual refusal: 400, the message of the first fault, all faults listed. */
export interface FaultsSaid {
  readonly status?: 400 | 413 | 415;
  readonly detail?: string;
  readonly code?: string;
  /** How many faults there are; `errors` lists the first of them. */
  readonly total?: number;
}

/** The refusal of a body with faults; `detail` repeats the first of them. */
export function faultyFields(errors: readonly Fault[], said: FaultsSaid = {}): Refusal {
  const { status = 400, detail = errors[0]?.message ?? 'Запрос составлен неверно.', code = 'invalid_fields' } = said;
  return new Refusal(status, { detail, code, ...listed(errors, said.total) });
}

function listed(errors: readonly Fault[], total = errors.length) {
  return errors.length > 0 ? { errors, errors_total: total } : {};
}

/** 401: the session is missing or dead. Nothing else answers 401. */
export function unauthorized(code: string, detail: string): Refusal {
  return new Refusal(401, { detail, code }, { 'WWW-Authenticate': 'Bearer' });
}

/** 403: the session is alive, but may not do this. */
export function forbidden(detail: string, code = 'forbidden'): Refusal {
  return new Refusal(403, { detail, code });
}

/** 404: there is no such object, or it is another company's: the answer is the same. */
export function notFound(detail: string): Refusal {
  return new Refusal(404, { detail, code: 'not_found' });
}

/** 409: the object has changed since the caller read it; `current` is its latest state. */
export function conflict(current: unknown): Refusal {
  const detail = 'Запись изменили после того, как вы её открыли. Сравните с текущей и сохраните снова.';
  return new Refusal(409, { detail, code: 'conflict', current });
}

/** 429: too many attempts. */
export function tooManyAttempts(retryAfter: number): Refusal {
  const minutes = Math.ceil(retryAfter / 60);
  const detail = `Слишком много попыток входа. Повторите через ${minutes} мин.`;
  return new Refusal(429, { detail, code: 'throttled' }, { 'Retry-After': String(retryAfter) });
}
