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

/** Where the one port of a server takes upload forms; on AWS they go to the bucket itself. */
export const S3_POST_PATH = '/uploads/';

/** The file is not as large as the form allows. */
class WrongSize extends Error {}

/**
 * Takes the forms that `Files.form` has signed, as the bucket does on AWS, in front of a bucket that browsers do not reach. `arrived` is
 * told the key of each file that was stored.
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
      // Whoever can sign a form is this product, which signs only keys of its own.
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

/** By way of a file of this machine: only what has come whole goes to the bucket, and nothing is held in memory. */
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

/** Nobody reads the answer to an upload whose caller has gone. */
const BROKEN_OFF = [400, 'IncompleteBody'] as const;

/** Status and code as S3 answers them. */
function answerOf(error: unknown): readonly [400 | 403 | 507, string] {
  if (error instanceof FormRefused) return [403, 'AccessDenied'];
  if (error instanceof WrongSize) return [400, 'EntityTooLarge'];
  if (error instanceof BadForm) return [400, 'MalformedPOSTRequest'];
  if (isDiskFull(error)) return [507, 'InsufficientStorage'];
  throw error;
}
