import { beforeEach, expect, it, vi } from 'vitest';
import { REFRESH_KEY } from '#web/api/session.ts';
import { hideInPageCache } from '#web/app/page_cache.ts';

const reload = vi.fn();
hideInPageCache(reload);
const happens = (name: string, persisted: boolean) => {
  window.dispatchEvent(Object.assign(new Event(name), { persisted }));
  return document.documentElement.hidden;
};

beforeEach(() => {
  reload.mockClear();
  localStorage.setItem(REFRESH_KEY, 'first');
  document.documentElement.hidden = false;
});

it('a page in the page cache is hidden, and shown again to the session that left it', () => {
  expect(happens('pagehide', true)).toBe(true);
  expect(happens('pageshow', true)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

it.each([null, 'of another person'])('is loaded anew, still hidden, where the session is now %s', (token) => {
  happens('pagehide', true);
  if (token === null) localStorage.clear();
  else localStorage.setItem(REFRESH_KEY, token);
  expect(happens('pageshow', true)).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

it('a page that is left for good, or opened, is not touched', () => {
  expect(happens('pagehide', false)).toBe(false);
  expect(happens('pageshow', false)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
