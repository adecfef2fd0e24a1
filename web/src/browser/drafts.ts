import { atomWithStorage } from 'jotai/utils';
import { storage, tabStorage } from './storage.ts';

/**
 * What a user has typed and not saved is in the local storage under this prefix, a key for each
 * object: it outlives a tab that is
 * killed, and tabs that fill in different objects do not meet. Chosen: not IndexedDB, because a
 * write that is not waited for may be
 * lost with the tab; a session that ends by itself therefore clears the storage but for the drafts.
 */
const PREFIX = 'draft:';

/** How long a draft is kept, ms. Chosen: a holiday of two weeks. */
const KEPT_MS = 14 * 24 * 60 * 60_000;
/** Characters of one draft and of all of them, at most: browsers give a site some five million. */
const LIMIT = 1_500_000;
const TOTAL_LIMIT = 3_000_000;

/** Key of a draft: whose, and of what. Another user in the same browser has other keys. */
export function draftKey(userId: string, ...place: readonly string[]): string {
  return PREFIX + [userId, ...place].map(encodeURIComponent).join(':');
}

export function isDraftKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

/**
 * Stores a draft with the time; null removes it. False: it is too large, or the browser does not
 * store it.
 */
export function keepDraft(key: string, value: unknown): boolean {
  if (value === null) {
    storage.remove(key);
    return true;
  }
  const text = `${Date.now()} ${JSON.stringify(value)}`;
  if (text.length > LIMIT) {
    storage.remove(key);
    return false;
  }
  forgetOldest(TOTAL_LIMIT - text.length, key);
  return storage.set(key, text);
}

/** A stored draft; null: none, or nothing that can be read. */
export function keptDraft(key: string): unknown {
  const text = storage.get(key);
  if (text === null || isOld(text)) return null;
  try {
    return JSON.parse(text.slice(text.indexOf(' ')));
  } catch {
    return null;
  }
}

/**
 * An atom over a stored draft; null: nothing typed. `isDraft` refuses what an older release left
 * there.
 */
export function storedDraftAtom<T>(key: string, isDraft: (value: unknown) => value is T) {
  const getItem = (name: string): T | null => {
    const value = keptDraft(name);
    return isDraft(value) ? value : null;
  };
  const removeItem = (name: string) => storage.remove(name);
  return atomWithStorage<T | null>(key, null, { getItem, setItem: keepDraft, removeItem }, { getOnInit: true });
}

/** How many objects a user has begun to fill in and not saved. */
export function countDrafts(userId: string): number {
  const own = storage.keys().filter((key) => key.startsWith(`${draftKey(userId)}:`) && keptDraft(key) !== null);
  return new Set(own.map((key) => key.replace(/:rows$/, ''))).size;
}

/**
 * Removes drafts that nobody came back to, and the oldest of the others where all take more than
 * `room` characters.
 */
export function forgetOldest(room = TOTAL_LIMIT, except?: string): void {
  const drafts = storage
    .keys()
    .filter((key) => isDraftKey(key) && key !== except)
    .map((key) => ({ key, text: storage.get(key) ?? '' }))
    .sort((one, other) => timeOf(other.text) - timeOf(one.text));
  let total = 0;
  for (const { key, text } of drafts) {
    total += text.length;
    if (total > room || isOld(text)) storage.remove(key);
  }
}

/** When a draft was written, ms. */
function timeOf(text: string): number {
  return Number.parseInt(text, 10) || 0;
}

function isOld(text: string): boolean {
  return Date.now() - timeOf(text) > KEPT_MS;
}

/** Erases what this tab remembers of what it has sent. */
export function eraseSent(): void {
  tabStorage.clear((key) => !isDraftKey(key));
}
