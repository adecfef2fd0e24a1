/**
 * A storage of the browser. Where it is forbidden, broken or full, what is written lasts until the
 * page is left; nothing here throws.
 */
class SafeStorage {
  /** What the browser has refused to store. */
  readonly #unstored = new Map<string, string>();
  readonly #native: () => Storage;

  /** `native` may throw: a browser that forbids a storage does so when it is named. */
  constructor(native: () => Storage) {
    this.#native = native;
  }

  get(key: string): string | null {
    return this.#unstored.get(key) ?? this.#attempt((native) => native.getItem(key)) ?? null;
  }

  /** False: it lasts until the page is left only. */
  set(key: string, text: string): boolean {
    this.#unstored.delete(key);
    const isStored = this.#attempt((native) => native.setItem(key, text) === undefined) ?? false;
    if (!isStored) this.#unstored.set(key, text);
    return isStored;
  }

  remove(key: string): void {
    this.#unstored.delete(key);
    this.#attempt((native) => native.removeItem(key));
  }

  keys(): string[] {
    return [...new Set([...this.#unstored.keys(), ...(this.#attempt(Object.keys) ?? [])])];
  }

  /** Removes every key but those that `stays` names. */
  clear(stays: (key: string) => boolean = () => false): void {
    for (const key of this.keys()) if (!stays(key)) this.remove(key);
  }

  /** Another tab has written this key: what this page alone held of it is out of date. */
  follow(key: string): void {
    this.#unstored.delete(key);
  }

  #attempt<T>(use: (native: Storage) => T): T | undefined {
    try {
      return use(this.#native());
    } catch {
      // As said above: it lasts until the page is left.
      return undefined;
    }
  }
}

/** What all tabs of the browser share. */
export const storage = new SafeStorage(() => localStorage);

/** What one tab has for itself; it outlives a reload. */
export const tabStorage = new SafeStorage(() => sessionStorage);
