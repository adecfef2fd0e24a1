import type { Context } from 'hono';

/** What the hosts leave in the environment of a request: Node's socket, or the event of API Gateway. */
interface HostEnvironment {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
  readonly requestContext?: { readonly http?: { readonly sourceIp?: string } };
}

/** The caller's address as the host saw it. Headers that a client can write are not believed. */
export function clientAddress(c: Context): string {
  const { incoming, requestContext } = (c.env ?? {}) as HostEnvironment;
  return incoming?.socket?.remoteAddress ?? requestContext?.http?.sourceIp ?? 'unknown';
}
