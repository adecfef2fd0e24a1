import { useEffect, useRef } from 'react';

/** Keys of a page by the place of the key on the keyboard (`KeyK`), so that they work in the Russian layout too. */
export type PageKeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const TYPED = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog]';

/**
 * Handles keys that no control handles. A name is the code of the key, with `Ctrl+` before it where Ctrl (⌘ on a Mac) is held. Keys
 * without Ctrl are left to whoever types; a dialog keeps all keys but those of `everywhere`.
 */
export function usePageKeys(keys: PageKeys, { everywhere = false } = {}): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const isHeld = event.ctrlKey || event.metaKey;
      const handler = current.current[`${isHeld ? 'Ctrl+' : ''}${event.key === '/' ? 'Slash' : event.code}`];
      if (!handler) return;
      const target = event.target instanceof Element ? event.target : undefined;
      if (!isHeld && target?.closest(TYPED)) return;
      if (!everywhere && document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      handler(event);
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [everywhere]);
}
