import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientAddress } from '#functions/http/address.ts';
import { behindProxies } from '#functions/server/behind_proxies.ts';

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
