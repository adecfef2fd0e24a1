import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { ALARMING, logProblems } from '../log.ts';
import { securityHeaders } from './security_headers.ts';

/** Any request handler, such as the API. */
export interface Fetcher {
  fetch(request: Request, env?: unknown): Response | Promise<Response>;
}

const FOREVER = 'public, max-age=31536000, immutable';

/**
 * The whole site of one port: the API under /api, the upload and download endpoints, and the built web application in `folder` for all
 * other paths.
 */
export function createSite(api: Fetcher, folder: string, gates?: Hono): Hono {
  const files = filesByPath(folder);
  const site = new Hono();
  site.onError((error, context) => {
    logProblems({ level: 'error', event: ALARMING.requestFailed, error: error.stack ?? String(error) });
    return context.text('Ошибка на сервере, мы её записали. Повторите через минуту.', 500, {
      'Cache-Control': 'no-store',
    });
  });
  site.use(securityHeaders);
  site.all('/api', (context) => api.fetch(context.req.raw, context.env));
  site.all('/api/*', (context) => api.fetch(context.req.raw, context.env));
  if (gates) site.route('/', gates);
  site.get('/backend', (context) => context.redirect('/admin', 302));
  site.get('/backend/', (context) => context.redirect('/admin', 302));
  site.use(compress());
  site.get('*', async (context) => {
    const path = pathOf(context);
    const file = files.get(path) ?? (isScreen(path) ? files.get('/index.html') : undefined);
    if (file === undefined) return missing(context);
    // Only files with a hash in their name never change their content.
    context.header('Cache-Control', path.startsWith('/assets/') ? FOREVER : 'no-cache');
    const answer = await serveStatic({ root: folder, path: file })(context, async () => {});
    return answer instanceof Response ? answer : missing(context);
  });
  site.all('*', (context) => context.text('Здесь можно только читать.', 405, { Allow: 'GET, HEAD' }));
  return site;
}

/** Every file of the build by its URL path. Other paths do not exist, so path traversal is impossible. */
function filesByPath(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    files.map((file) => relative(folder, file)).map((file) => [`/${file.split(sep).join('/')}`, file] as const),
  );
}

function missing(context: Context): Response {
  return context.text('Такого файла нет.', 404, { 'Cache-Control': 'no-store' });
}

function pathOf(context: Context): string {
  const { pathname } = new URL(context.req.url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Whether a path is a screen of the application. The path of a missing asset is not: a page as its response would poison caches. */
function isScreen(path: string): boolean {
  return !path.startsWith('/assets/') && !path.slice(path.lastIndexOf('/')).includes('.');
}
