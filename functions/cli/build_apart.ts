import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { StartError } from '../server/start_error.ts';
import { isBuilt } from './build.ts';

const BUILD = fileURLToPath(new URL('./build.ts', import.meta.url));

/**
 * Builds the core and the web application, unless they are up to date, in a process of its own: bundlers keep half a gigabyte and threads
 * until their process ends. Throws StartError if the build fails; the build has printed the reason.
 */
export async function buildWebApart(): Promise<void> {
  if (isBuilt()) return;
  const child = spawn(process.execPath, [BUILD, 'web'], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new StartError('Продукт не собран: причина выше. Повторите npm ci, затем npm start.');
}
