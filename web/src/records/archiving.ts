import { focusContent } from '../browser/focus.ts';
import { notifyDone, notifyFailure } from '../components/notify.tsx';

export interface Archivable {
  readonly name: string;
  readonly is_active: boolean;
  readonly is_deleted: boolean;
}

/** How a kind of record is archived: its call, what to reload, and the words for it. */
export interface ArchiveCalls<T> {
  readonly change: (item: T) => Promise<T>;
  readonly reload: () => Promise<void>;
  readonly words: { readonly archived: string; readonly restored: string };
}

/** Archives a record (a soft delete, as specified) and offers to take it back. */
export async function archive<T extends Archivable>(item: T, calls: ArchiveCalls<T>): Promise<void> {
  try {
    const archived = await calls.change({ ...item, is_deleted: true, is_active: false });
    notifyDone(calls.words.archived, undefined, () => void restore(archived, calls));
  } catch (error) {
    notifyFailure(`Не удалось убрать в архив: ${item.name}`, error);
  } finally {
    await calls.reload();
    setTimeout(focusContent);
  }
}

/** Brings an archived record back. */
export async function restore<T extends Archivable>(item: T, calls: ArchiveCalls<T>): Promise<void> {
  try {
    await calls.change({ ...item, is_deleted: false, is_active: true });
    notifyDone(calls.words.restored);
  } catch (error) {
    notifyFailure(`Не удалось вернуть из архива: ${item.name}`, error);
  } finally {
    await calls.reload();
    setTimeout(focusContent);
  }
}
