import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/**
 * Accepts only requests signed with this key. The embedded servers check no credentials and allow
 * every origin, so without this check any web page in the browser, or any user of the computer,
 * could read the data through the loopback port.
 */
export function serveOnlyBearerOf(accessKeyId: string, server: Server): void {
  const serve = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.authorization?.includes(`Credential=${accessKeyId}/`)) {
      for (const listener of serve) listener.call(server, request, response);
    } else {
      response.writeHead(403).end();
    }
  });
}
