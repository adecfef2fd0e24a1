import { describe, expect, it, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { getMe } from '#web/api/calls.ts';
import {
  endSession,
  followOtherTabs,
  REFRESH_KEY,
  sessionAtom,
  signIn,
  signOut,
  startSession,
  stayAlive,
  TOKEN_KEY,
} from '#web/api/session.ts';
import { store } from '#web/api/store.ts';
import { draftKey, keepDraft, keptDraft } from '#web/browser/drafts.ts';
import { freshBrowser, server } from '../../support/web/screen.tsx';
import { json, PASSWORD, problem, token, USER } from '../../support/web/web_server.ts';

freshBrowser();

const signal = new AbortController().signal;
const session = () => store.get(sessionAtom);

function keep(access: string, refresh = token(43_200)): void {
  localStorage.setItem(TOKEN_KEY, access);
  localStorage.setItem(REFRESH_KEY, refresh);
}

describe('the session at the start of the page', () => {
  it('is signed out without a stored token, without a request', async () => {
    await startSession();
    expect(session()).toEqual({ status: 'out', ended: false });
    expect(server.calls).toEqual([]);
  });

  it('is signed in with a valid token, without a request', async () => {
    keep(token(60));
    await startSession();
    expect(session().status).toBe('in');
    expect(server.calls).toEqual([]);
  });

  it('refreshes an expired token and stores both new tokens', async () => {
    keep(token(-5), 'stored refresh');
    await startSession();
    expect(session().status).toBe('in');
    expect(server.seen('POST', paths.refresh).map(({ body }) => body)).toEqual([{ token: 'stored refresh' }]);
    expect(localStorage.getItem(TOKEN_KEY)).not.toBe(token(-5));
    expect(localStorage.getItem(REFRESH_KEY)).not.toBe('stored refresh');
  });

  it.each(['not a token', 'a.b.c', `e30.${btoa('{"sub":"x"}')}.c`])(
    'clears the storage for the malformed token %s',
    async (bad) => {
      keep(bad);
      await startSession();
      expect(session()).toEqual({ status: 'out', ended: true });
      expect(localStorage.length).toBe(0);
    },
  );

  it.each([400, 401, 403])('ends when the refresh is refused with %i', async (status) => {
    keep(token(-5));
    server.intercept = ({ path }) => (path === paths.refresh ? problem(status, 'Нет.') : undefined);
    await startSession();
    expect(session()).toEqual({ status: 'out', ended: true });
    expect(localStorage.length).toBe(0);
  });

  it.each([429, 500, 503])('keeps the tokens when the refresh fails with %i', async (status) => {
    keep(token(-5), 'still good');
    server.intercept = ({ path }) => (path === paths.refresh ? problem(status, 'Позже.') : undefined);
    await startSession();
    expect(session().status).toBe('unreachable');
    expect(localStorage.getItem(REFRESH_KEY)).toBe('still good');
  });
});

describe('requests with a session', () => {
  /** The server refuses the first request for the user; `meanwhile` happens before it answers. */
  function refuseFirst(detail: string, meanwhile = () => {}): void {
    let isFirst = true;
    server.intercept = ({ path }) => {
      if (path !== paths.me || !isFirst) return undefined;
      isFirst = false;
      meanwhile();
      return problem(401, detail);
    };
  }

  it('refresh an expired token once when they start together', async () => {
    keep(token(-5));
    await Promise.all([getMe(signal), getMe(signal), getMe(signal)]);
    expect(server.seen('POST', paths.refresh)).toHaveLength(1);
    expect(server.seen('GET', paths.me)).toHaveLength(3);
  });

  it('use a token that another tab has refreshed', async () => {
    keep(token(600));
    refuseFirst('Токен отозван.', () => localStorage.setItem(TOKEN_KEY, token(600, { jti: 'of another tab' })));
    await expect(getMe(signal)).resolves.toEqual(USER);
    expect(server.seen('POST', paths.refresh)).toHaveLength(0);
    expect(server.calls.at(-1)?.bearer).toBe(`Bearer ${localStorage.getItem(TOKEN_KEY)}`);
  });

  it('end the session and clear the storage if they are refused after a refresh', async () => {
    keep(token(600));
    localStorage.setItem('comma', '3');
    server.intercept = ({ path }) => (path === paths.me ? problem(401, 'Сеанс завершён.') : undefined);
    await expect(getMe(signal)).rejects.toThrow('Сеанс завершён.');
    expect(session()).toEqual({ status: 'out', ended: true });
    expect(localStorage.length).toBe(0);
  });

  it.each([-60, -15, 15, 60])(
    'work with a clock %i minutes ahead, by the server time of the token',
    async (minutes) => {
      const ahead = minutes * 60;
      // What the server's clock makes, seen from ours.
      const made = (seconds: number) => token(seconds - ahead, { iat: Math.floor(Date.now() / 1000) - ahead });
      server.intercept = ({ path }) =>
        path === paths.token || path === paths.refresh ? json({ access: made(600), refresh: made(3600) }) : undefined;
      await signIn({ email: 'a@b.example', password: PASSWORD, guardant_code: '' });
      for (let call = 0; call < 3; call++) await getMe(signal);
      expect(server.seen('POST', paths.refresh)).toHaveLength(0);
    },
  );

  it('refresh once, without a loop, with a slow clock after a reload', async () => {
    // It looks alive by the wrong clock, the server knows better.
    keep(token(600));
    refuseFirst('Срок вышел.');
    await startSession();
    await Promise.all([getMe(signal), getMe(signal)]);
    await getMe(signal);
    expect(server.seen('POST', paths.refresh)).toHaveLength(1);
    expect(session().status).toBe('in');
  });
});

describe('sign-out', () => {
  it('clears the storage and the drafts and revokes the session on the server', async () => {
    keep(token(600), 'to be revoked');
    keepDraft(draftKey(USER.id, 'project', ''), {});
    sessionStorage.setItem('draft:expected:job', '{}');
    sessionStorage.setItem('not ours', 'stays');
    await signOut();
    expect(localStorage.length).toBe(0);
    expect(Object.keys(sessionStorage)).toEqual(['not ours']);
    expect(server.seen('POST', paths.revoke)[0]?.body).toEqual({ token: 'to be revoked' });
    expect(session()).toEqual({ status: 'out', ended: false });
  });

  it('completes in the browser even if the server is unreachable', async () => {
    keep(token(600));
    server.intercept = () => Promise.reject(new TypeError('fetch failed'));
    await expect(signOut()).rejects.toThrow('Сервер недоступен');
    expect(session()).toEqual({ status: 'out', ended: false });
  });

  it('in another tab signs this tab out and erases its pending writes', () => {
    store.set(sessionAtom, { status: 'in' });
    sessionStorage.setItem('draft:expected:job', '{}');
    followOtherTabs(new StorageEvent('storage', { key: 'signedOut', newValue: '1' }));
    followOtherTabs(new StorageEvent('storage', { key: null }));
    expect(session()).toEqual({ status: 'out', ended: false });
    expect(sessionStorage.length).toBe(0);
  });

  it('by the server keeps the drafts in all tabs', () => {
    store.set(sessionAtom, { status: 'in' });
    keep(token(600));
    keepDraft(draftKey(USER.id, 'project', ''), { name: 'Шахта' });
    endSession();
    followOtherTabs(new StorageEvent('storage', { key: TOKEN_KEY, newValue: null }));
    expect(session()).toEqual({ status: 'out', ended: true });
    expect(Object.keys(localStorage)).toEqual([draftKey(USER.id, 'project', '')]);
    expect(keptDraft(draftKey(USER.id, 'project', ''))).toEqual({ name: 'Шахта' });
  });

  it('in this tab is reversed by a sign-in in another tab', () => {
    store.set(sessionAtom, { status: 'out', ended: false });
    followOtherTabs(new StorageEvent('storage', { key: TOKEN_KEY, newValue: token(600) }));
    expect(session()).toEqual({ status: 'in' });
  });
});

describe('a session in use', () => {
  it('continues after its token has expired, with at most one refresh a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      keep(token(600));
      store.set(sessionAtom, { status: 'in' });
      stayAlive();
      expect(server.calls).toEqual([]);
      vi.setSystemTime(Date.now() + 11 * 60_000);
      for (let key = 0; key < 5; key++) stayAlive();
      await vi.waitFor(() => expect(session().status).toBe('in'));
      await vi.waitFor(() => expect(server.seen('POST', paths.refresh)).toHaveLength(1));
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not refreshed after a sign-out', () => {
    keep(token(-5));
    store.set(sessionAtom, { status: 'out', ended: true });
    stayAlive();
    expect(server.calls).toEqual([]);
  });
});
