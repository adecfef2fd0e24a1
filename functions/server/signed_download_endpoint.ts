import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { readExportKey } from '../store/file_key.ts';
import type { Files } from '../store/files.ts';

/** Path at which the one local port serves the links that `Files.link` has signed; on AWS they lead to the bucket itself. */
export const SIGNED_DOWNLOAD_PATH = '/downloads/';

/** Longest validity of a signed link, s: S3 allows seven days. */
const LONGEST_LIFE = 7 * 24 * 60 * 60;

/** Serves the files of signed links, as the bucket does on AWS, in front of the embedded store, which does not check signatures. */
export function signedDownloadEndpoint(files: Files, now: () => Date = () => new Date()): Hono {
  const gate = new Hono({ strict: false });
  gate.get(`${SIGNED_DOWNLOAD_PATH}*`, async (context) => {
    const { pathname } = new URL(context.req.url);
    const key = readExportKey(pathname.slice(SIGNED_DOWNLOAD_PATH.length));
    if (key === undefined || !(await isSigned(context, files, key, now())))
      return refused(context, 403, 'AccessDenied');
    const found = await files.stream(key);
    if (!found) return refused(context, 404, 'NoSuchKey');
    const { contentType, disposition } = asked(context);
    return context.body(found.body as ReadableStream<Uint8Array>, 200, {
      'Content-Type': contentType,
      'Content-Length': String(found.size),
      'Content-Disposition': disposition,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
  });
  return gate;
}

/** Whether this product has signed the link and the link is still valid: the same link is signed again and compared. */
async function isSigned(
  context: Context,
  files: Files,
  key: Parameters<Files['link']>[0],
  now: Date,
): Promise<boolean> {
  const seconds = Number(context.req.query('X-Amz-Expires'));
  const at = momentOf(context.req.query('X-Amz-Date') ?? '');
  const isLife = Number.isInteger(seconds) && seconds > 0 && seconds <= LONGEST_LIFE;
  if (!isLife || !at || !(now.getTime() < at.getTime() + seconds * 1000)) return false;
  const expected = new URL(await files.link(key, asked(context), seconds, at), context.req.url);
  return same(expected.search, new URL(context.req.url).search);
}

function asked(context: Context) {
  return {
    contentType: context.req.query('response-content-type') ?? '',
    disposition: context.req.query('response-content-disposition') ?? '',
  };
}

/** Parses a time such as «20261121T090000Z». */
function momentOf(text: string): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)?.slice(1).map(Number);
  if (!parts) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

function same(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function refused(context: Context, status: 403 | 404, code: string): Response {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
  return context.body(text, status, { 'Content-Type': 'application/xml', 'Cache-Control': 'no-store' });
}
