import type { Context } from 'hono';

/** What the hosts leave in the environment of a request: an address of their own finding, Node's socket, or the event of API Gateway. */
export interface HostEnvironment {
  readonly clientAddress?: string;
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
  readonly requestContext?: { readonly http?: { readonly sourceIp?: string } };
}

/** The caller's address as the host saw it. Headers that a client can write are not believed. */
export function clientAddress(c: Context): string {
  const { clientAddress: found, incoming, requestContext } = (c.env ?? {}) as HostEnvironment;
  return found ?? incoming?.socket?.remoteAddress ?? requestContext?.http?.sourceIp ?? 'unknown';
}
