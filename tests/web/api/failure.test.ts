import { describe, expect, it, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { createProject, getProjects } from '#web/api/calls.ts';
import { ApiFailure } from '#web/api/failure.ts';
import { pendingAtom, send } from '#web/api/send.ts';
import { TOKEN_KEY } from '#web/api/session.ts';
import { store } from '#web/api/store.ts';
import { freshBrowser, server } from '../../support/web/screen.tsx';
import { problem, token } from '../../support/web/web_server.ts';

freshBrowser();

const signal = new AbortController().signal;
const PROJECT = { name: 'П', start_date: '2026-01-01', end_date: '2026-12-31', company: 'c', user: 'u' };

async function failureOf(call: Promise<unknown>): Promise<ApiFailure> {
  const error = await call.then(
    () => new Error('the call succeeded'),
    (error: unknown) => error,
  );
  if (error instanceof ApiFailure) return error;
  throw error;
}

function read(): Promise<unknown> {
  localStorage.setItem(TOKEN_KEY, token(600));
  return getProjects('company-1', { archived: false, limit: 10, offset: 0 }, signal);
}

function write(): Promise<unknown> {
  localStorage.setItem(TOKEN_KEY, token(600));
  return createProject(PROJECT);
}

describe('a request without a response', () => {
  it('reports an unreachable server as a temporary failure', async () => {
    server.intercept = () => Promise.reject(new TypeError('fetch failed'));
    expect(await failureOf(read())).toMatchObject({
      message: expect.stringContaining('Сервер недоступен'),
      passing: true,
    });
  });

  it('reports a missing network if the browser is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
    server.intercept = () => Promise.reject(new TypeError('fetch failed'));
    expect((await failureOf(read())).message).toBe('Нет подключения к сети.');
  });

  it('reports the timeout', async () => {
    server.intercept = () => new Promise(() => undefined);
    const failure = await failureOf(send({ path: paths.me, timeoutMs: 20 }));
    expect(failure.message).toMatch(/Сервер не ответил за/);
  });

  it('lets the user repeat a write whose outcome is unknown', async () => {
    server.intercept = () => Promise.reject(new TypeError('fetch failed'));
    expect((await failureOf(write())).advice).toMatch(/повторите.*второй записи не будет/);
  });
});

describe('an unusable response', () => {
  it('is a failure when it is empty', async () => {
    server.intercept = () => new Response(null, { status: 200 });
    expect((await failureOf(read())).message).toContain('Данные не найдены');
  });

  it('is a failure when a proxy has written it', async () => {
    server.intercept = () => new Response('<html>Доступ ограничен</html>');
    expect((await failureOf(read())).message).toBe('Ответ сервера не удалось прочитать.');
  });

  it('may be empty after a creation', async () => {
    server.intercept = () => new Response(null, { status: 201 });
    await expect(write()).resolves.toBeUndefined();
  });
});

describe('an error response', () => {
  it('shows the message and faults of the server with the request id', async () => {
    const errors = [{ field: 'name', message: 'Слишком длинное название.' }];
    server.intercept = () => problem(400, 'Проверьте поля.', { errors });
    expect(await failureOf(write())).toMatchObject({
      message: 'Проверьте поля.',
      status: 400,
      faults: errors,
      requestId: 'req-77',
      passing: false,
    });
  });

  it.each([
    [403, 'На это действие нет прав.'],
    [404, 'Данные не найдены.'],
    [413, 'Слишком большой объём данных.'],
    [500, 'На сервере произошла ошибка.'],
    [502, 'На сервере произошла ошибка.'],
  ])('without a message gets ours: %i', async (status, title) => {
    server.intercept = () => new Response('Bad gateway', { status });
    const failure = await failureOf(read());
    expect(failure.message).toBe(title);
    expect(failure.advice).not.toBe('');
  });

  it('shows when to retry', async () => {
    server.intercept = () => problem(429, 'Слишком много запросов.', {}, { 'Retry-After': '17' });
    expect((await failureOf(read())).advice).toBe('Повторите через 17 с.');
  });
});

it('pending requests are counted', async () => {
  // Calls that a test before has left without an answer.
  const others = store.get(pendingAtom);
  let release: (response: Response) => void = () => undefined;
  server.intercept = () => new Promise((resolve) => (release = resolve));
  const call = send({ path: paths.me });
  await vi.waitFor(() => expect(store.get(pendingAtom)).toBe(others + 1));
  release(new Response('{}'));
  await call;
  expect(store.get(pendingAtom)).toBe(others);
});
