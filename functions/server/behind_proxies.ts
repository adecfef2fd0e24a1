import { isIP } from 'node:net';
import type { HostEnvironment } from '../http/app_context.ts';
import type { Fetcher } from './site.ts';

/**
 * A site behind `count` reverse proxies, each of which appends the address of its client to
 * X-Forwarded-For. The address of the caller is the `count`-th entry from the right, so the caller
 * cannot forge it. X-Forwarded-Proto holds the caller's protocol, in as many entries or in one.
 * Both headers are ignored for a request that did not pass all proxies.
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
