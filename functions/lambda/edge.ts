import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Headers that the distribution sets; it overwrites those of a client (`infra/site.ts`). */
export const ORIGIN_HEADER = 'x-origin-secret';
export const VIEWER_HEADER = 'x-viewer-address';

/**
 * The request with the viewer's address instead of that of the distribution. Undefined if it
 * bypassed the distribution, which sends one of
 * `secrets`.
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
