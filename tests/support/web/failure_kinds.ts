import { vi } from 'vitest';
import { badRequest, conflict, forbidden, notFound, Refusal, tooManyAttempts } from '#functions/errors.ts';

/**
 * What the server gives for a call that is to fail: the object as it stands now (of a 409), and the
 * number of the request.
 */
interface Given {
  readonly current: unknown;
  readonly requestId: string;
}

/** A kind of failure of a call. */
export interface Kind {
  readonly name: string;
  readonly answer: (given: Given) => Response | Promise<never>;
  /** What the user must read: the cause, and what else belongs to it. */
  readonly told: readonly string[];
  /** Whether the server has given the number of the request. */
  readonly isNumbered: boolean;
  /** Whether the same call is made again by itself, where it only reads. */
  readonly isRepeated: boolean;
  readonly isOffline?: true;
  /** No answer ever comes: the call must be given up. */
  readonly isHung?: true;
}

const LOST = 'Название занято другой записью.';

function refused(refusal: Refusal, more: readonly string[] = []): Kind {
  return {
    name: String(refusal.status),
    answer: ({ current, requestId }) => {
      const isStale = refusal.status === 409 && current !== undefined;
      const { status, body, headers } = isStale ? conflict(current) : refusal;
      return Response.json(body, { status, headers: { ...headers, 'X-Request-Id': requestId } });
    },
    told: [refusal.body.detail, ...more],
    isNumbered: true,
    isRepeated: refusal.status >= 500,
  };
}

/** The page of a proxy or of the cloud: not our words, not our number. */
function foreign(status: number, told: string): Kind {
  const page = '<html><head><title>Bad gateway</title></head><body>CloudFront</body></html>';
  const answer = () => new Response(page, { status, headers: { 'Content-Type': 'text/html' } });
  return { name: `${status} by a proxy`, answer, told: [told], isNumbered: false, isRepeated: status >= 500 };
}

/** The times that calls were given, and the way to let the last one pass. */
export const clock = { given: [] as number[], pass: (): void => undefined };

/** Advances fake time: no test waits half a minute. */
export function holdTime(): void {
  clock.given = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    clock.pass = () => {
      clock.given.push(ms);
      controller.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    };
    return controller.signal;
  });
}

function hung(): Promise<never> {
  const { pass } = clock;
  setTimeout(pass);
  return new Promise(() => undefined);
}

const lost = () => Promise.reject(new TypeError('Failed to fetch'));

/** Every way in which a call fails: the words of our server, of those before it, and silence. */
export const KINDS: readonly Kind[] = [
  refused(badRequest('Данные не приняты. Проверьте отмеченное.', [{ field: 'name', message: LOST }]), [LOST]),
  refused(forbidden('На это нет прав. Обратитесь к администратору.')),
  refused(notFound('Такой записи нет: возможно, её удалили. Обновите список.')),
  refused(new Refusal(409, { detail: 'Запись в архиве. Верните её из архива.', code: 'archived' })),
  refused(tooManyAttempts(90)),
  refused(
    new Refusal(500, { detail: 'Ошибка на сервере, мы её записали. Повторите через минуту.', code: 'server_error' }),
  ),
  foreign(502, 'На сервере произошла ошибка.'),
  foreign(403, 'На это действие нет прав.'),
  {
    ...{ name: 'a broken connection', answer: lost, isNumbered: false, isRepeated: true },
    told: ['Сервер недоступен: соединение не установлено или прервалось.'],
  },
  {
    ...{ name: 'no network', answer: lost, isNumbered: false, isRepeated: true, isOffline: true },
    told: ['Нет подключения к сети.'],
  },
  {
    ...{ name: 'no answer in time', answer: hung, isNumbered: false, isRepeated: false, isHung: true },
    told: ['Сервер не ответил за '],
  },
];
