import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countDrafts, draftKey, forgetOldest, keepDraft, keptDraft } from '#web/browser/drafts.ts';
import { storage } from '#web/browser/storage.ts';

const DAY_MS = 24 * 60 * 60_000;
const key = (place: string, user = 'user-1') => draftKey(user, place);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('drafts', () => {
  it('are counted by object and user: a form and its rows are one draft', () => {
    keepDraft(key('project'), { name: 'Шахта' });
    keepDraft(key('table'), { name: 'Прогноз' });
    keepDraft(`${key('table')}:rows`, []);
    keepDraft(key('project', 'user-10'), { name: 'Чужая' });
    expect([countDrafts('user-1'), countDrafts('user-10'), countDrafts('user')]).toEqual([2, 1, 0]);
  });

  it('expire after two weeks', () => {
    keepDraft(key('old'), 'старый');
    vi.setSystemTime(Date.now() + 13 * DAY_MS);
    keepDraft(key('new'), 'новый');
    expect(keptDraft(key('old'))).toBe('старый');
    vi.setSystemTime(Date.now() + 2 * DAY_MS);
    expect(keptDraft(key('old'))).toBeNull();
    forgetOldest();
    expect(Object.keys(localStorage)).toEqual([key('new')]);
  });

  it('evict the oldest ones when storage is full', () => {
    for (const place of ['first', 'second', 'third']) {
      keepDraft(key(place), place.padEnd(1_200_000));
      vi.setSystemTime(Date.now() + 1000);
    }
    expect(['first', 'second', 'third'].map((place) => keptDraft(key(place)) !== null)).toEqual([false, true, true]);
  });

  it('that exceed the storage are not stored, not even in part', () => {
    expect(keepDraft(key('rows'), 'мало')).toBe(true);
    expect(keepDraft(key('rows'), 'х'.repeat(1_500_001))).toBe(false);
    expect(keptDraft(key('rows'))).toBeNull();
  });

  it.each(['', 'x', '{}', '1 ', '1 {'])('damaged as «%s» are ignored', (text) => {
    localStorage.setItem(key('project'), text);
    expect(keptDraft(key('project'))).toBeNull();
    localStorage.setItem(key('project'), `${Date.now()} {`);
    expect(keptDraft(key('project'))).toBeNull();
  });
});

describe('a browser without storage', () => {
  it('keeps drafts until the page is closed', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(keepDraft(key('project'), { name: 'Шахта' })).toBe(false);
    expect(keptDraft(key('project'))).toEqual({ name: 'Шахта' });
    expect(countDrafts('user-1')).toBe(1);
    storage.clear();
    expect(storage.keys()).toEqual([]);
  });
});
