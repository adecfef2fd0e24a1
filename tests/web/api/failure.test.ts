import { describe, expect, it, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { createProject, getProjects } from '#web/api/calls.ts';
import { ApiFailure } from '#web/api/failure.ts';
import { pendingAtom, send } from '#web/api/send.ts';
import { TOKEN_KEY } from '#web/api/session.ts';
import { store } from '#web/api/store.ts';
import { problem, token } from '../../support/web/fake_server.ts';
import { freshBrowser, server } from '../../support/web/screen.tsx';

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

describe('a call that gets no answer', () => {
  it('says that the server cannot be reached, and may pass', async () => {
    server.intercept = () => Promise.reject(new TypeError('fetch failed'));
    expect(await failureOf(read())).toMatchObject({
      message: expect.stringContaining('Сервер недоступен'),
      passing: true,
    });
  });

  it('says that there is no network when the browser knows', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
    server.intercept = () => Promise.reject(new TypeError('fetch failed'));
    expect((await failureOf(read())).message).toBe('Нет подключения к сети.');
  });

  it('says after how long it gave up', async () => {
    server.intercept = () => new Promise(() => undefined);
    const failure = await failureOf(send({ path: paths.me, timeoutMs: 20 }));
    expect(failure.message).toMatch(/Сервер не ответил за/);
  });

  it('lets the person send a write again that may have been carried out', async () => {
    server.intercept = () => Promise.reject(new TypeError('fetch failed'));
    expect((await failureOf(write())).advice).toMatch(/повторите.*второй записи не будет/);
  });
});

describe('an answer that cannot be used', () => {
  it('is a failure when it is empty', async () => {
    server.intercept = () => new Response(null, { status: 200 });
    expect((await failureOf(read())).message).toContain('Данные не найдены');
  });

  it('is a failure when a proxy has written it', async () => {
    server.intercept = () => new Response('<html>Доступ ограничен</html>');
    expect((await failureOf(read())).message).toBe('Ответ сервера не удалось прочитать.');
  });

  it('of a creation may be empty', async () => {
    server.intercept = () => new Response(null, { status: 201 });
    await expect(write()).resolves.toBeUndefined();
  });
});

describe('an answer that refuses', () => {
  it('is shown in the words of the server, with its faults and the number of the request', async () => {
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
  ])('without words of its own has ours: %i', async (status, title) => {
    server.intercept = () => new Response('Bad gateway', { status });
    const failure = await failureOf(read());
    expect(failure.message).toBe(title);
    expect(failure.advice).not.toBe('');
  });

  it('says when to come back', async () => {
    server.intercept = () => problem(429, 'Слишком много запросов.', {}, { 'Retry-After': '17' });
    expect((await failureOf(read())).advice).toBe('Повторите через 17 с.');
  });
});

it('counts the calls that wait for an answer', async () => {
  let release: (response: Response) => void = () => undefined;
  server.intercept = () => new Promise((resolve) => (release = resolve));
  const call = send({ path: paths.me });
  await vi.waitFor(() => expect(store.get(pendingAtom)).toBe(1));
  release(new Response('{}'));
  await call;
  expect(store.get(pendingAtom)).toBe(0);
});
