import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Headers that the distribution sets, over whatever a client may have sent: `infra/site.ts`. */
export const ORIGIN_HEADER = 'x-origin-secret';
export const VIEWER_HEADER = 'x-viewer-address';

/**
 * The request of the distribution, with the viewer's address in place of the distribution's own.
 * Undefined: it came by the API's own address, past the distribution, and is not answered. `secrets`: those of which the distribution shows one.
 */
export function throughEdge(
  event: APIGatewayProxyEventV2,
  secrets: readonly string[],
): APIGatewayProxyEventV2 | undefined {
  const { [ORIGIN_HEADER]: shown = '', [VIEWER_HEADER]: viewer, ...headers } = event.headers;
  if (!secrets.some((secret) => same(shown, secret))) return undefined;
  const { requestContext } = event;
  const http = { ...requestContext.http, sourceIp: viewer || requestContext.http.sourceIp };
  return { ...event, headers, requestContext: { ...requestContext, http } };
}

function same(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
