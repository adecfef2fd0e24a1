import type { ErrorBody, Fault } from '#core/contract/errors.ts';

/**
 * What is known of a call that failed. `title`: the cause, `advice`: the next step, both in
 * Russian.
 */
export interface FailureFacts {
  readonly title: string;
  readonly advice: string;
  readonly status?: number;
  readonly code?: string;
  readonly faults?: readonly Fault[];
  /** How many faults there are; `faults` lists the first of them. */
  readonly faultsTotal?: number;
  readonly requestId?: string;
  /** With 409: the object as the server has it now. */
  readonly current?: unknown;
  /** May pass by itself, so that reading again makes sense. */
  readonly passing?: boolean;
}

/** A call to the server that failed, ready to be shown. */
export class ApiFailure extends Error {
  readonly advice: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly faults: readonly Fault[];
  readonly faultsTotal: number;
  readonly requestId: string | undefined;
  readonly current: unknown;
  readonly passing: boolean;

  constructor(facts: FailureFacts, cause?: unknown) {
    super(facts.title, { cause });
    this.name = 'ApiFailure';
    this.advice = facts.advice;
    this.status = facts.status;
    this.code = facts.code;
    this.faults = facts.faults ?? [];
    this.faultsTotal = facts.faultsTotal ?? this.faults.length;
    this.requestId = facts.requestId;
    this.current = facts.current;
    this.passing = facts.passing ?? false;
  }
}

const AGAIN = 'Повторите через минуту. Если не поможет, сообщите администратору.';
/**
 * A write whose answer was lost may have been carried out; its repeat is not carried out again
 * (`write_key.ts`).
 */
const SAFE_AGAIN = 'Введённое не потеряно: повторите. Если сервер его уже принял, второй записи не будет.';

/** No answer came: without a network, within the time, or at all. */
export function unanswered(cause: unknown, timeoutMs: number, isWrite: boolean): ApiFailure {
  if (!navigator.onLine) {
    const advice = 'Проверьте подключение и повторите. Введённое не потеряно.';
    return new ApiFailure({ title: 'Нет подключения к сети.', advice, passing: true }, cause);
  }
  const isTimeout = (cause as { readonly name?: unknown } | null)?.name === 'TimeoutError';
  const title = isTimeout
    ? `Сервер не ответил за ${Math.round(timeoutMs / 1000)} секунд.`
    : 'Сервер недоступен: соединение не установлено или прервалось.';
  return new ApiFailure({ title, advice: isWrite ? SAFE_AGAIN : AGAIN, passing: !isTimeout }, cause);
}

/** A success without a body, where a body was due (as specified: «Data not found»). */
export function emptyBody(requestId: string | undefined): ApiFailure {
  const title = 'Данные не найдены: сервер прислал пустой ответ.';
  return new ApiFailure({ title, advice: AGAIN, ...(requestId && { requestId }) });
}

/** A success whose body is not JSON, such as the page of a proxy. */
export function unreadableBody(requestId: string | undefined, cause: unknown): ApiFailure {
  const title = 'Ответ сервера не удалось прочитать.';
  const advice = 'Перезагрузите страницу. Если не поможет, проверьте прокси-сервер или сообщите администратору.';
  return new ApiFailure({ title, advice, ...(requestId && { requestId }) }, cause);
}

/**
 * An answer that is not a success. The server's own words stand first; ours help where it sent
 * none.
 */
export function refused(
  status: number,
  body: Partial<ErrorBody>,
  headers: { readonly requestId?: string | undefined; readonly retryAfter?: string | undefined },
): ApiFailure {
  const { title, advice } = WORDS[status] ?? (status >= 500 ? BROKEN : UNKNOWN);
  const wait = waitText(headers.retryAfter);
  return new ApiFailure({
    title: body.detail ?? title,
    advice: wait ?? (body.detail && status < 500 ? '' : advice),
    status,
    faults: body.errors ?? [],
    ...(body.errors_total !== undefined && { faultsTotal: body.errors_total }),
    current: body.current,
    passing: status >= 500,
    ...(body.code && { code: body.code }),
    ...(headers.requestId && { requestId: headers.requestId }),
  });
}

interface Words {
  readonly title: string;
  readonly advice: string;
}

const BROKEN: Words = { title: 'На сервере произошла ошибка.', advice: AGAIN };
const UNKNOWN: Words = { title: 'Сервер не выполнил запрос.', advice: AGAIN };

const WORDS: Readonly<Record<number, Words>> = {
  400: { title: 'Сервер не принял данные.', advice: 'Проверьте поля формы и отправьте снова.' },
  401: { title: 'Сеанс завершён.', advice: 'Войдите снова.' },
  403: { title: 'На это действие нет прав.', advice: 'Обратитесь к администратору компании.' },
  404: { title: 'Данные не найдены.', advice: 'Возможно, запись удалена. Обновите список.' },
  409: { title: 'Запись изменена другим сотрудником.', advice: 'Сравните значения и выберите, какие оставить.' },
  413: { title: 'Слишком большой объём данных.', advice: 'Сократите текст или файл и отправьте снова.' },
  415: { title: 'Файл этого вида не принимается.', advice: 'Сохраните таблицу как .xlsx или .csv и выберите снова.' },
  429: { title: 'Слишком много запросов.', advice: 'Подождите минуту и повторите.' },
  503: { title: 'Сервер временно недоступен.', advice: AGAIN },
};

/** «Повторите через 30 с.» from a Retry-After in seconds. */
function waitText(retryAfter: string | undefined): string | undefined {
  const seconds = Number(retryAfter);
  if (retryAfter === undefined || !(seconds > 0)) return undefined;
  return seconds < 120 ? `Повторите через ${Math.ceil(seconds)} с.` : `Повторите через ${Math.ceil(seconds / 60)} мин.`;
}
