import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Fetcher } from './site.ts';
import { StartError } from './start_error.ts';

/** A site that is being served. */
export interface Listening {
  readonly url: string;
  /** Accepts no more requests, lets the running ones end (three seconds at most), and resolves. */
  close(): Promise<void>;
}

/** Ports tried one after another when the requested one is taken. */
const TRIES = 100;

/** Time in which running requests may end, ms. */
const GRACE = 3000;

/**
 * A connection without traffic is closed after this time, ms, so that a client that does not read its response does not keep its memory. It
 * is longer than a request may wait and run.
 */
const SILENCE_MS = 120_000;

/** Serves `site` on `host` at `port` or one of the next `tries`; port 0 takes any. */
export async function listen(
  site: Fetcher,
  host: string,
  port: number,
  tries = TRIES,
  silenceMs = SILENCE_MS,
): Promise<Listening> {
  const server = createAdaptorServer({ fetch: (request, env) => site.fetch(request, env) }) as Server;
  server.setTimeout(silenceMs);
  for (let tried = port; ; tried++) {
    try {
      server.listen(tried, host);
      await once(server, 'listening');
      break;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && tried < Math.min(port + tries, 65535)) continue;
      throw new StartError(reason(code, host, port, tries), { cause: error });
    }
  }
  return { url: urlOf(server, host), close: () => close(server) };
}

function reason(code: string | undefined, host: string, port: number, tries: number): string {
  if (code === 'EADDRINUSE') {
    const taken = tries > 0 ? `Порты с ${port} заняты другими программами` : `Порт ${port} занят другой программой`;
    return `${taken}. Укажите другой: PORT=8080, или любой свободный: PORT=0`;
  }
  if (code === 'EACCES') return `Порт ${port} разрешён только администратору. Укажите порт от 1024: PORT=3000`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `Адреса ${host} нет у этого компьютера. Проверьте переменную HOST; без неё это 127.0.0.1.`;
  return `Не удалось открыть порт ${port} по адресу ${host} (${code}).`;
}

/** The address to open in a browser on this computer: an origin without a trailing slash, so that paths can be appended. */
function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), GRACE);
  await closed;
  clearTimeout(timer);
}
