import { atomWithStorage } from 'jotai/utils';

/** What a person has typed and not saved lives in the session storage of the tab under this prefix. */
const PREFIX = 'draft:';

/** Key of a draft: whose, and of what. Another person on the same tab has other keys. */
export function draftKey(userId: string, ...place: readonly string[]): string {
  return PREFIX + [userId, ...place].map(encodeURIComponent).join(':');
}

/**
 * An atom over a stored draft; null: nothing typed. `isDraft` refuses what an older release left there.
 * A storage that is full or forbidden costs the reload only: the value still lives in the atom.
 */
export function storedDraftAtom<T>(key: string, isDraft: (value: unknown) => value is T) {
  return atomWithStorage<T | null>(
    key,
    null,
    {
      getItem: (name) => readDraft(name, isDraft),
      setItem: (name, value) => {
        try {
          if (value === null) sessionStorage.removeItem(name);
          else sessionStorage.setItem(name, JSON.stringify(value));
        } catch {
          // As said above: kept in memory.
        }
      },
      removeItem: (name) => sessionStorage.removeItem(name),
    },
    { getOnInit: true },
  );
}

function readDraft<T>(key: string, isDraft: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

/** Erases every draft of this tab. */
export function eraseDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
