import { isIP } from 'node:net';
import type { HostEnvironment } from '../http/address.ts';
import type { Fetcher } from './site.ts';

/**
 * The API behind `count` reverse proxies, each of which appends to X-Forwarded-For whom it got the request from: the caller's address is
 * that entry from the right, whatever the caller wrote before it. A request that did not come through all of them has the address of its
 * socket.
 */
export function behindProxies(api: Fetcher, count: number): Fetcher {
  if (count === 0) return api;
  return {
    fetch: (request, environment) => {
      const address = request.headers.get('x-forwarded-for')?.split(',').at(-count)?.trim() ?? '';
      if (isIP(address) === 0) return api.fetch(request, environment);
      return api.fetch(request, { ...(environment as HostEnvironment), clientAddress: address });
    },
  };
}
