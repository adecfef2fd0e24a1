import { isIP } from 'node:net';
import type { HostEnvironment } from '../http/app_context.ts';
import type { Fetcher } from './site.ts';

/**
 * A site behind `count` reverse proxies, each of which appends to X-Forwarded-For whom it got the request from: the caller's address is
 * that entry from the right, whatever the caller wrote before it. X-Forwarded-Proto says how the caller came, in as many entries or in one.
 * Of a request that did not come through all of them neither header is believed.
 */
export function behindProxies(site: Fetcher, count: number): Fetcher {
  if (count === 0) return site;
  return {
    fetch: (request, environment) => {
      const clientAddress = entriesOf(request, 'x-forwarded-for').at(-count) ?? '';
      if (isIP(clientAddress) === 0) return site.fetch(request, environment);
      const protocols = entriesOf(request, 'x-forwarded-proto');
      const overTls = protocols.at(-Math.min(count, protocols.length)) === 'https';
      return site.fetch(request, { ...(environment as HostEnvironment), clientAddress, overTls });
    },
  };
}

function entriesOf({ headers }: Request, name: string): string[] {
  return (headers.get(name) ?? '').split(',').map((entry) => entry.trim());
}
