import { Refusal } from '../errors.ts';
import { ALARMING } from '../log.ts';
import { DamagedFile } from '../store/files.ts';
import { DamagedStore, isDiskFull } from '../store/store_error.ts';
import type { AppContext } from './app_context.ts';
import type { RouteContext } from './route.ts';

const UNKNOWN = {
  status: 500,
  code: 'server_error',
  detail: 'Ошибка на сервере, мы её записали. Введённое не потеряно: повторите через минуту.',
} as const;

/** What a person can do about an error of the stores. */
function ofStore(error: unknown) {
  if (isDiskFull(error))
    return {
      status: 507,
      code: 'store_full',
      detail:
        'На сервере нет места, ничего не сохранено. Сообщите администратору: место надо освободить. Потом повторите.',
    } as const;
  if (error instanceof DamagedFile)
    return {
      status: 409,
      code: 'damaged_file',
      detail:
        'Сохранённый файл повреждён на диске сервера: показать его числа нельзя. Загрузите таблицу этого расчёта снова или сообщите администратору: файл можно вернуть из резервной копии.',
    } as const;
  if (error instanceof DamagedStore)
    return {
      status: 500,
      code: 'damaged_store',
      detail:
        'Сохранённая запись повреждена на диске сервера: показать её нельзя. Сообщите администратору: её возвращают из резервной копии.',
    } as const;
  return undefined;
}

/** Turns an error into the answer: a Refusal as it says, anything else into 500 and a line of the log. */
export function answerError(error: unknown, c: AppContext, log: RouteContext['log']): Response {
  const request_id = c.var.requestId;
  if (error instanceof Refusal)
    return c.json(error.body, error.status, { ...error.headers, 'X-Request-Id': request_id });
  const stack = error instanceof Error ? error.stack : String(error);
  log({ level: 'error', event: ALARMING.requestFailed, request_id, error: stack });
  const { status, ...body } = ofStore(error) ?? UNKNOWN;
  return c.json(body, status, { 'X-Request-Id': request_id });
}

/** 405 with the methods that the address has; 204 for OPTIONS. */
export function refuseMethod(c: AppContext, methods: readonly string[]): Response {
  const allow = { Allow: methods.join(', ') };
  if (c.req.method === 'OPTIONS') return c.body(null, 204, allow);
  const detail = `По этому адресу можно только ${methods.join(', ')}.`;
  return c.json({ detail, code: 'method_not_allowed' }, 405, allow);
}
