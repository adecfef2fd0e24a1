import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Hono } from 'hono';
import { withScratchFolder } from '../scratch_folder.ts';
import type { FileKey } from '../store/file_key.ts';
import type { Files } from '../store/files.ts';
import { isDiskFull } from '../store/store_error.ts';
import { FormRefused, type UploadPermission } from '../store/upload_form.ts';
import { BadForm, readForm } from './form_reader.ts';

/** Path at which the one port of a server accepts upload forms; on AWS they go to the bucket itself. */
export const S3_POST_PATH = '/uploads/';

/** The size of the file is outside the range that the form allows. */
class WrongSize extends Error {}

/**
 * Accepts the forms that `Files.form` has signed, as the bucket does on AWS, for a bucket that browsers cannot reach. Calls `arrived` with
 * the key of each stored file.
 */
export function s3PostEndpoint(
  files: Files,
  arrived: (key: FileKey) => void,
  now: () => Date = () => new Date(),
): Hono {
  const gate = new Hono();
  gate.post(S3_POST_PATH, async (context) => {
    const { body } = context.req.raw;
    try {
      if (!body) throw new BadForm('The form is empty');
      const { fields, file } = await readForm(body, context.req.header('content-type') ?? '');
      const permission = await files.permission(fields, now());
      // Only this product can sign a form, and it signs only its own keys.
      const key = permission.key as FileKey;
      await store(files, key, limited(file, permission), fields.get('Content-Type') ?? 'application/octet-stream');
      arrived(key);
      return context.body(null, 204);
    } catch (error) {
      const [status, code] = context.req.raw.signal.aborted ? BROKEN_OFF : answerOf(error);
      const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
      return context.body(text, status, { 'Content-Type': 'application/xml', 'Cache-Control': 'no-store' });
    }
  });
  return gate;
}

/** Stores the upload in a temporary file first: only a complete file goes to the bucket, and nothing is held in memory. */
async function store(files: Files, key: FileKey, content: AsyncIterable<Uint8Array>, type: string): Promise<void> {
  await withScratchFolder(async (folder) => {
    const path = join(folder, 'file');
    await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600 }));
    await files.putFile(key, path, type);
  });
}

async function* limited(file: AsyncIterable<Uint8Array>, { minBytes, maxBytes }: UploadPermission) {
  let size = 0;
  for await (const chunk of file) {
    size += chunk.length;
    if (size > maxBytes) throw new WrongSize();
    yield chunk;
  }
  if (size < minBytes) throw new WrongSize();
}

/** The caller has disconnected, so the response is never read. */
const BROKEN_OFF = [400, 'IncompleteBody'] as const;

/** Status and code as S3 returns them. */
function answerOf(error: unknown): readonly [400 | 403 | 507, string] {
  if (error instanceof FormRefused) return [403, 'AccessDenied'];
  if (error instanceof WrongSize) return [400, 'EntityTooLarge'];
  if (error instanceof BadForm) return [400, 'MalformedPOSTRequest'];
  if (isDiskFull(error)) return [507, 'InsufficientStorage'];
  throw error;
}
