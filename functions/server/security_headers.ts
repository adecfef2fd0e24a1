import type { MiddlewareHandler } from 'hono';
import { isOverTls } from '../http/address.ts';

/**
 * Content security policy of a page: it may load only the product's own files. Inline styles are allowed, because the component library and
 * plotly set them; strings that become markup or scripts pass `web/src/app/trusted_types.ts`. `filesOrigin`: origin of the bucket, if pages
 * reach it directly.
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

/** The security headers of every response of every host. */
export const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy(),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Time for which browsers use TLS alone after the first response by TLS, s: two years, as the preload lists demand. */
export const TLS_ONLY_SECONDS = 2 * 365 * 24 * 60 * 60;

/** Additional headers of responses by TLS. Responses in the clear must not have them (RFC 6797, 7.2). */
export const TLS_HEADERS: Readonly<Record<string, string>> = {
  'Strict-Transport-Security': `max-age=${TLS_ONLY_SECONDS}; includeSubDomains`,
};

/** Sets the security headers on every response that does not set them itself. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const headers = isOverTls(context) ? { ...HEADERS, ...TLS_HEADERS } : HEADERS;
  for (const [name, value] of Object.entries(headers)) {
    if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  }
};
