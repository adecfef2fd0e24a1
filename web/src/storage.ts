/** What the browser refused to store, for as long as the page is open. */
const unstored = new Map<string, string>();

/** The local storage. Where it is forbidden, broken or full, what is written lasts until the page is left; nothing here throws. */
export const storage = {
  get(key: string): string | null {
    return unstored.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null;
  },

  /** False: it lasts until the page is left only. */
  set(key: string, text: string): boolean {
    unstored.delete(key);
    const isStored = attempt(() => localStorage.setItem(key, text) === undefined) ?? false;
    if (!isStored) unstored.set(key, text);
    return isStored;
  },

  remove(key: string): void {
    unstored.delete(key);
    attempt(() => localStorage.removeItem(key));
  },

  keys(): string[] {
    return [...new Set([...unstored.keys(), ...(attempt(() => Object.keys(localStorage)) ?? [])])];
  },

  /** Removes every key but those that `stays` names. */
  clear(stays: (key: string) => boolean = () => false): void {
    for (const key of storage.keys()) if (!stays(key)) storage.remove(key);
  },

  /** Another tab has written this key: what this page alone held of it is out of date. */
  follow(key: string): void {
    unstored.delete(key);
  },
};

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    // As said above: it lasts until the page is left.
    return undefined;
  }
}
