import type { MiddlewareHandler } from 'hono';
import { isOverTls } from '../http/address.ts';

/**
 * What a page of the product may load: its own files only. Styles may be inline, because the component library and plotly set them so;
 * what may become markup or a script passes `web/src/app/trusted_types.ts`. `filesOrigin`: where the bucket is, if pages reach it themselves.
 */
export function contentSecurityPolicy(filesOrigin = ''): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${filesOrigin}`.trimEnd(),
    "media-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** The security headers of every answer of every host. */
export const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy(),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** For how long browsers reach a host by TLS alone once they have, s: two years, as lists of such hosts demand. */
export const TLS_ONLY_SECONDS = 2 * 365 * 24 * 60 * 60;

/** What answers by TLS have besides. Answers in the clear must not (RFC 6797, 7.2). */
export const TLS_HEADERS: Readonly<Record<string, string>> = {
  'Strict-Transport-Security': `max-age=${TLS_ONLY_SECONDS}; includeSubDomains`,
};

/** Sets the security headers on every answer that does not bring its own. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const headers = isOverTls(context) ? { ...HEADERS, ...TLS_HEADERS } : HEADERS;
  for (const [name, value] of Object.entries(headers)) {
    if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  }
};
