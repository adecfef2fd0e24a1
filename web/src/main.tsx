import './styles.ts';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { followOtherTabs, startSession } from './session.ts';

window.addEventListener('storage', followOtherTabs);
void startSession();

const root = document.getElementById('root');
// What a boundary has caught is on the screen; it need not be in the console as well.
if (root) createRoot(root, { onCaughtError: () => undefined }).render(<App />);
