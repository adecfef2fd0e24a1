import { atom, type PrimitiveAtom } from 'jotai';
import { sessionAtom } from '../api/session.ts';
import { store } from '../api/store.ts';

/**
 * Chosen files by the key of their form's draft: no storage of a tab holds a file, so this lasts
 * until the page is left.
 */
const files = new Map<string, PrimitiveAtom<File | null>>();

/**
 * The file that is chosen in a form. It outlives the dialog and a session that ended; not a reload.
 */
export function keptFileAtom(draftKey: string): PrimitiveAtom<File | null> {
  const kept = files.get(draftKey) ?? atom<File | null>(null);
  files.set(draftKey, kept);
  return kept;
}

/** Forgets the file of a form that was saved; the open form still shows it. */
export function forgetFile(draftKey: string): void {
  files.delete(draftKey);
}

// Who signs out leaves no file behind; a session that ended by itself comes back to it.
store.sub(sessionAtom, () => {
  const session = store.get(sessionAtom);
  if (session.status === 'out' && !session.ended) files.clear();
});

const serials = new WeakMap<File, number>();
let nextSerial = 1;

/** A number that tells chosen files apart. */
export function serialOf(file: File): number {
  const serial = serials.get(file) ?? nextSerial++;
  serials.set(file, serial);
  return serial;
}
