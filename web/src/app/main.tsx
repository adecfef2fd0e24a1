import './styles.ts';
import { createRoot } from 'react-dom/client';
import { followOtherTabs, startSession, stayAlive } from '../api/session.ts';
import { forgetOldest } from '../browser/drafts.ts';
import { App } from './App.tsx';
import { hideInPageCache } from './page_cache.ts';
import { guardMarkup } from './trusted_types.ts';

window.addEventListener('storage', followOtherTabs);
for (const act of ['keydown', 'pointerdown']) window.addEventListener(act, stayAlive, { passive: true });
guardMarkup();
hideInPageCache();
forgetOldest();
void startSession();

const root = document.getElementById('root');
// What a boundary has caught is on the screen; it need not be in the console as well.
if (root) createRoot(root, { onCaughtError: () => undefined }).render(<App />);
