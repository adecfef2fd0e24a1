import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** The dialog that is open over a list. */
export type OpenDialog =
  | { readonly mode: 'create' }
  | { readonly mode: 'edit'; readonly id: string }
  | { readonly mode: 'view'; readonly id: string }
  | { readonly mode: 'history'; readonly id: string };

/**
 * What a list page shows lives in its address: the page, the archive, the open dialog. So a reload,
 * a way back and a new
 * sign-in lead to the same screen.
 */
export function useListAddress() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);

  const change = useCallback(
    (changes: Readonly<Record<string, string | undefined>>, options: { replace?: boolean; state?: unknown } = {}) =>
      setSearch((previous) => {
        const next = new URLSearchParams(previous);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      }, options),
    [setSearch],
  );

  return {
    search,
    page,
    isArchive: search.get('archive') !== null,
    dialog: dialogOf(search),
    change,
    setPage: (page: number) => change({ page: page > 1 ? String(page) : undefined }),
    setArchive: (isArchive: boolean) => change({ archive: isArchive ? '1' : undefined, page: undefined }),
    /** Opening is a step that «Back» takes back. `of`: the type of the object, where the list has several. */
    open: (dialog: OpenDialog, of?: string) =>
      change(
        { [dialog.mode]: 'id' in dialog ? dialog.id : '1', ...(of !== undefined && { of }) },
        { state: { hasOpenedDialog: true } },
      ),
    close: () => {
      if ((state as { hasOpenedDialog?: boolean } | null)?.hasOpenedDialog) void navigate(-1);
      else
        change(
          { create: undefined, edit: undefined, view: undefined, history: undefined, of: undefined },
          { replace: true },
        );
    },
  };
}

function dialogOf(search: URLSearchParams): OpenDialog | undefined {
  if (search.get('create') !== null) return { mode: 'create' };
  const edited = search.get('edit');
  if (edited !== null) return { mode: 'edit', id: edited };
  const history = search.get('history');
  if (history !== null) return { mode: 'history', id: history };
  const viewed = search.get('view');
  return viewed === null ? undefined : { mode: 'view', id: viewed };
}
