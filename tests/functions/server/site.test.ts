import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '#functions/server/site.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-'));
const api = { fetch: () => new Response('api', { headers: { 'Content-Security-Policy': 'own' } }) };
let get: (path: string, init?: RequestInit) => Promise<Response>;

beforeAll(() => {
  mkdirSync(join(folder, 'web/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'web/index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(folder, 'web/assets/app-1a2b.js'), '/* script */'.repeat(200));
  writeFileSync(join(folder, 'web/assets/core-1a2b.wasm'), 'wasm');
  writeFileSync(join(folder, 'web/приказ 371.pdf'), '%PDF');
  const site = createSite(api, join(folder, 'web'));
  get = async (path, init) => site.fetch(new Request(`http://localhost${path}`, init));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the site of one port', () => {
  test.each(['/', '/projects', '/projects/018f/calculations', '/apix'])('shows the application at %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain('page');
  });

  test.each([
    ['/assets/app-1a2b.js', 'text/javascript; charset=utf-8'],
    ['/assets/core-1a2b.wasm', 'application/wasm'],
  ])('serves %s as %s, for ever', async (path, type) => {
    const response = await get(path);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('compresses what shrinks', async () => {
    const response = await get('/assets/app-1a2b.js', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
  });

  test('finds a file with a Russian name', async () => {
    expect((await get(`/${encodeURIComponent('приказ 371.pdf')}`)).headers.get('content-type')).toBe('application/pdf');
  });

  test.each(['/assets/gone-9z.js', '/assets/', '/assets/gone', '/favicon.ico', '/a/b.html'])(
    'answers 404, not the application, to %s',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%00',
    '/%E0%A4',
  ])('gives away nothing beside its folder to %s', async (path) =>
    expect(await (await get(path)).text()).not.toContain('secret'),
  );

  test.each(['/backend', '/backend/'])('sends %s to /admin', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/admin']);
  });

  test.each(['/api', '/api/v1/projects/', '/api/x.js'])('leaves %s to the API', async (path) => {
    expect(await (await get(path)).text()).toBe('api');
  });

  test('does not take what is not asked of it', async () => {
    const response = await get('/projects', { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test.each(['/', '/assets/gone.js', '/backend'])('sends the security headers with %s', async (path) => {
    const { headers } = await get(path);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; .*frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default$/,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });

  test('lets the API set its own policy', async () => {
    expect((await get('/api/docs/')).headers.get('content-security-policy')).toBe('own');
  });
});
