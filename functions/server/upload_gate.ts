import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { type Credentials, checkForm, FormRefused, type UploadPermission } from './form_policy.ts';
import { BadForm, readForm } from './form_reader.ts';

/** Where the one local port takes upload forms; on AWS they go to the bucket itself. */
export const UPLOAD_GATE = '/uploads/';

/** Where accepted files go. */
export interface UploadTarget {
  readonly credentials: Credentials;
  readonly bucket: string;
  /** Stores a file whole or not at all. */
  receive(key: string, content: Readable, contentType: string): Promise<void>;
}

/** The file is not as large as the form allows. */
class WrongSize extends Error {}

/** Takes the forms that `Files.form` has signed, as the bucket does on AWS, in front of a store that browsers do not reach. */
export function uploadGate(s3: UploadTarget, now: () => Date = () => new Date()): Hono {
  const gate = new Hono();
  gate.post(UPLOAD_GATE, async (context) => {
    const { body } = context.req.raw;
    try {
      if (!body) throw new BadForm('The form is empty');
      const { fields, file } = await readForm(body, context.req.header('content-type') ?? '');
      const permission = checkForm(fields, s3.credentials, s3.bucket, now());
      const content = Readable.from(limited(file, permission));
      await s3.receive(permission.key, content, fields.get('Content-Type') ?? 'application/octet-stream');
      return context.body(null, 204);
    } catch (error) {
      const [status, code] = answerOf(error);
      const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
      return context.body(text, status, { 'Content-Type': 'application/xml', 'Cache-Control': 'no-store' });
    }
  });
  return gate;
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

/** Status and code as S3 answers them. */
function answerOf(error: unknown): readonly [400 | 403, string] {
  if (error instanceof FormRefused) return [403, 'AccessDenied'];
  if (error instanceof WrongSize) return [400, 'EntityTooLarge'];
  if (error instanceof BadForm) return [400, 'MalformedPOSTRequest'];
  throw error;
}
