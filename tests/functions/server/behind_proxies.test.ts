import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { clientAddress, isOverTls } from '#functions/http/address.ts';
import { behindProxies } from '#functions/server/behind_proxies.ts';
import { HEADERS, securityHeaders, TLS_HEADERS } from '#functions/server/security_headers.ts';

const app = new Hono().get('/', (c) => c.text(clientAddress(c)));

/** The caller's address as the API sees it, behind `count` proxies. */
async function seen(count: number, forwarded?: string): Promise<string> {
  const headers = { ...(forwarded !== undefined && { 'X-Forwarded-For': forwarded }), Forwarded: 'for=6.6.6.6' };
  const environment = { incoming: { socket: { remoteAddress: '10.0.0.1' } } };
  const answer = await behindProxies(app, count).fetch(new Request('http://mine.example/', { headers }), environment);
  return answer.text();
}

test('without a proxy no header is believed', async () => {
  expect(await seen(0, '6.6.6.6')).toBe('10.0.0.1');
});

test('behind proxies, the entry that the outermost of them wrote, whatever the caller wrote before', async () => {
  expect(await seen(1, '5.5.5.5')).toBe('5.5.5.5');
  expect(await seen(1, '6.6.6.6, 7.7.7.7 ,5.5.5.5')).toBe('5.5.5.5');
  expect(await seen(2, '6.6.6.6,2001:db8::1, 10.0.0.2')).toBe('2001:db8::1');
});

test('what did not come through all of them, or is no address, has the address of its socket', async () => {
  for (const [count, forwarded] of [
    [1, undefined],
    [1, ''],
    [2, '5.5.5.5'],
    [1, '6.6.6.6, unknown'],
    [1, '5.5.5.5, '],
  ] as const)
    expect(await seen(count, forwarded)).toBe('10.0.0.1');
});

describe('TLS before the proxies', () => {
  const site = new Hono().use(securityHeaders).get('/', (c) => c.text(String(isOverTls(c))));

  /** Whether the API takes a request for one by TLS, and what its answer has besides the headers of all. */
  async function tls(count: number, headers: Readonly<Record<string, string>>): Promise<[boolean, string | null]> {
    const request = new Request('http://mine.example/', { headers });
    const answer = await behindProxies(site, count).fetch(request, {});
    for (const [name, value] of Object.entries(HEADERS)) expect(answer.headers.get(name)).toBe(value);
    return [(await answer.text()) === 'true', answer.headers.get('strict-transport-security')];
  }
  const HSTS = TLS_HEADERS['Strict-Transport-Security'] ?? '';
  const PROTO = 'x-forwarded-proto';
  const FOR = { 'x-forwarded-for': '5.5.5.5' };

  test('is what the trusted proxy says: the host is then to be reached by TLS alone, with its subdomains', async () => {
    expect(HSTS).toBe('max-age=63072000; includeSubDomains');
    expect(await tls(1, { ...FOR, [PROTO]: 'https' })).toEqual([true, HSTS]);
    expect(await tls(1, { ...FOR, [PROTO]: 'http' })).toEqual([false, null]);
  });

  test('is not believed of a caller who reaches the product itself, or who writes before the proxy does', async () => {
    expect(await tls(0, { ...FOR, [PROTO]: 'https' })).toEqual([false, null]);
    expect(await tls(1, { [PROTO]: 'https' })).toEqual([false, null]);
    expect(await tls(1, { ...FOR, [PROTO]: 'https, http' })).toEqual([false, null]);
    expect(await tls(2, { 'x-forwarded-for': '5.5.5.5', [PROTO]: 'https' })).toEqual([false, null]);
  });

  test('is what the outermost of several proxies saw, whether each adds an entry or one stands for all', async () => {
    const both = { 'x-forwarded-for': '5.5.5.5, 10.0.0.2' };
    expect(await tls(2, { ...both, [PROTO]: 'https, http' })).toEqual([true, HSTS]);
    expect(await tls(2, { ...both, [PROTO]: 'https' })).toEqual([true, HSTS]);
    expect(await tls(2, { ...both, [PROTO]: 'https, http, http' })).toEqual([false, null]);
  });
});
