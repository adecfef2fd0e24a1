import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { REFRESH_KEY, sessionAtom, sessionNumberAtom, startSession, TOKEN_KEY } from '#web/api/session.ts';
import { queryClient, store } from '#web/api/store.ts';
import { App } from '#web/app/App.tsx';
import { PASSWORD, problem, WebServer } from './web_server.ts';

// Parts of the application are fetched late, and a busy machine takes its time: how long a test
// waits before it gives up.
configure({ asyncUtilTimeout: 20_000 });

// What jsdom lacks and the component library asks for.
window.matchMedia = (query) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView = () => undefined;

/** What the client does by default, in the product. */
const DEFAULTS = queryClient.getDefaultOptions();

/** The server of the running test. */
export let server: WebServer;

/** A new server, an empty browser and no session before every test of the file. */
export function freshBrowser(): void {
  beforeEach(async () => {
    server = await WebServer.open();
    vi.stubGlobal('fetch', server.fetch);
    localStorage.clear();
    sessionStorage.clear();
    queryClient.clear();
    // Failed readings are tried again at once: tests need not wait.
    queryClient.setDefaultOptions({ ...DEFAULTS, queries: { ...DEFAULTS.queries, retryDelay: 0 } });
    store.set(sessionAtom, { status: 'checking' });
    store.set(sessionNumberAtom, (number) => number + 1);
    window.history.replaceState(null, '', '/');
  });
  afterEach(() => {
    cleanup();
    queryClient.setDefaultOptions(DEFAULTS);
    notifications.clean();
    vi.unstubAllGlobals();
  });
}

/** A session as after signing in. */
export async function signedIn(): Promise<void> {
  localStorage.setItem(TOKEN_KEY, server.tokens.access);
  localStorage.setItem(REFRESH_KEY, server.tokens.refresh);
  await startSession();
}

/** Opens `address` as a user who is signed in, or not. */
export async function open(address: string, { isSignedIn = true } = {}) {
  window.history.replaceState(null, '', address);
  await (isSignedIn ? signedIn() : startSession());
  render(<App env="test" />);
  return userEvent.setup();
}

/** The server ends the session when `act` sends something; the user signs in again, and the server answers as before. */
export async function meetEndedSession(user: UserEvent, act: () => Promise<void>): Promise<void> {
  server.intercept = ({ method, path }) =>
    method === 'POST' && path !== paths.token ? problem(401, 'Сеанс завершён.') : undefined;
  await act();
  await screen.findByText(/Сеанс завершён. Войдите снова/);
  server.intercept = () => undefined;
  await user.type(screen.getByLabelText('Логин'), 'anna@example.ru');
  await user.type(screen.getByLabelText('Пароль'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Вход' }));
}
