// npm run dev: the web application from its sources with hot replacement, and the API, which
// restarts when its sources change.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import type { DemoAccess } from '../local/demo_access.ts';
import { readLocalSettings } from '../local/settings.ts';
import { fail, stopOnSignal } from '../server/stop_on_signal.ts';
import { buildCore, ROOT } from './build.ts';

/** Debounce of restarts, ms: an editor saves several files at once. */
const QUIET_MS = 200;

/** Source folders of the API. */
const API_SOURCES = ['functions', 'wasm-core'];

/** Paths that the API answers; everything else is the application's. */
const API_PATHS = ['/api', '/uploads', '/downloads', '/health', '/backend'];

let api: ChildProcess | undefined;
let access: DemoAccess | undefined;

async function stopApi(): Promise<void> {
  const child = api;
  api = undefined;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** Starts the API at its previous port; resolves when it responds or has exited with an error. */
async function startApi(): Promise<void> {
  const port = access ? new URL(access.url).port : '0';
  // With npm's variable the child would end with its parent's shell; this process ends it instead.
  const env = { ...process.env, PORT: port, HOST: '', npm_lifecycle_event: '' };
  const child = fork(join(ROOT, 'functions/cli/dev_api.ts'), { cwd: ROOT, env });
  api = child;
  const answer = once(child, 'message').then(([message]) => {
    access = message as DemoAccess;
  });
  await Promise.race([answer, once(child, 'exit')]);
}

async function restartApi(vite: ViteDevServer): Promise<void> {
  await stopApi();
  await buildCore();
  await startApi();
  vite.config.logger.info('Сервер API запущен заново.', { timestamp: true });
}

/** Restarts the API, one restart at a time; changes during a restart cause one more. */
function watchApi(vite: ViteDevServer): void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  vite.watcher.add(API_SOURCES.map((folder) => join(ROOT, folder)));
  vite.watcher.on('all', (_event, path) => {
    const isSource = API_SOURCES.some((folder) => path.startsWith(join(ROOT, folder)));
    if (!isSource || path.includes('/build/') || !/\.(?:ts|js|json|csv|txt|ubj)$/.test(path)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(() => restartApi(vite)).catch((error: unknown) => console.error(error));
    }, QUIET_MS);
  });
}

async function dev(): Promise<void> {
  const { host, port } = readLocalSettings(process.env);
  await buildCore();
  await startApi();
  if (!access) throw new Error('The API did not start: its message stands above.');
  const { url } = access;
  const proxy = Object.fromEntries(API_PATHS.map((path) => [path, url]));
  const vite = await createServer({
    root: join(ROOT, 'web'),
    configFile: join(ROOT, 'web/vite.config.ts'),
    server: { host, port, proxy },
  });
  await vite.listen();
  watchApi(vite);
  // Vite would end this process on its own and leave the API behind.
  process.removeAllListeners('SIGTERM');
  stopOnSignal(async () => {
    await vite.close();
    await stopApi();
  });
  vite.printUrls();
  console.log(`  Логин: ${access.email}   Пароль: ${access.password}   Код ключа: ${access.guardant_code}`);
}

try {
  await dev();
} catch (error) {
  fail(error);
}
