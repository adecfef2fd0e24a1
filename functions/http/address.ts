import { isIPv4, isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { HostEnvironment } from './app_context.ts';

/** The caller's address as the host saw it. Headers that a client can write are not believed. */
export function clientAddress(c: Pick<Context, 'env' | 'req'>): string {
  const { clientAddress: hostAddress, incoming, requestContext } = (c.env ?? {}) as HostEnvironment;
  return hostAddress ?? incoming?.socket?.remoteAddress ?? requestContext?.http?.sourceIp ?? 'unknown';
}

/** An address as the log has it: its network (/24 of IPv4, /48 of IPv6), so that it names an office and not a person. */
export function maskedAddress(address: string): string {
  const network = networkOf(address);
  if (isIPv4(network)) return network.replace(/\d+$/, '0/24');
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : 'unknown';
}

/** Whether the caller's connection is encrypted, as the host saw it. */
export function isOverTls(c: Pick<Context, 'env' | 'req'>): boolean {
  return new URL(c.req.url).protocol === 'https:' || ((c.env ?? {}) as HostEnvironment).overTls === true;
}

/**
 * The key by which guesses from an address are counted. The owner of one IPv6 address owns the 2⁶⁴
 * addresses of its network, so they count as one. An IPv4 address counts as itself, also in the
 * notation of IPv6 (`::ffff:192.0.2.1`).
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const left = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...(tail === undefined ? [] : Array(left).fill('0')), ...groups(tail)];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
