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

it('a page in the back/forward cache is hidden and shown again only to the same session', () => {
  expect(happens('pagehide', true)).toBe(true);
  expect(happens('pageshow', true)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

it.each([null, 'of another person'])('a cached page is reloaded while hidden if the session is now %s', (token) => {
  happens('pagehide', true);
  if (token === null) localStorage.clear();
  else localStorage.setItem(REFRESH_KEY, token);
  expect(happens('pageshow', true)).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

it('a page outside the back/forward cache is unchanged', () => {
  expect(happens('pagehide', false)).toBe(false);
  expect(happens('pageshow', false)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
