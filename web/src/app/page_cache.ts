import { REFRESH_KEY } from '../api/session.ts';
import { storage } from '../browser/storage.ts';

/**
 * A page that the browser has cached, to show it again by «back», learns nothing of a sign-out
 * meanwhile: it is hidden while it lies
 * there, and loaded anew if the session is another by then.
 */
export function hideInPageCache(reload = () => window.location.reload()): void {
  let session: string | null;
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    session = storage.get(REFRESH_KEY);
    document.documentElement.hidden = true;
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if (storage.get(REFRESH_KEY) === session) document.documentElement.hidden = false;
    else reload();
  });
}
