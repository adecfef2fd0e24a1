import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { FileKey } from '../../store/file_key.ts';
import { DamagedFile, type Files, verifyBytes } from '../../store/files.ts';
import { AGENTS, concurrencyMiddleware } from '../../store/tenant_concurrency.ts';
import { checkForm } from '../../store/upload_form.ts';

/** A bucket of S3, or of a cloud or server that speaks its protocol. */
export interface S3Files extends Files {
  /** The client, for what the port does not have: making a bucket, tests that disturb calls. */
  readonly client: S3Client;
}

/** Where the bucket is; what is left out the SDK's own variables say. */
export interface S3Options {
  readonly bucket: string;
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Address that takes the forms; the bucket's own unless given. */
  readonly formUrl?: string;
  /** Path before which the links lead, in place of the bucket's own address. */
  readonly linkPath?: string;
}

/** Attempts to store a file of this machine. */
const FILE_ATTEMPTS = 3;

/**
 * Opens the bucket. Time-outs are short, and the SDK repeats what failed on the way; a transfer has the time of the largest file. Checksums
 * only where S3 wants them: a presigned form or a compatible server knows none.
 */
export function openS3({ bucket, formUrl, linkPath, ...where }: S3Options): S3Files {
  const ownEndpoint = where.endpoint ?? process.env.AWS_ENDPOINT_URL_S3;
  const client = new S3Client({
    ...where,
    // A server at an own address has no name of its own for each bucket.
    forcePathStyle: ownEndpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 1000,
      socketTimeout: 5000,
      requestTimeout: 20_000,
      throwOnRequestTimeout: true,
      ...AGENTS,
    },
  });
  client.middlewareStack.add(concurrencyMiddleware(), { step: 'initialize', name: 'inTurn' });
  const at = (key: FileKey) => ({ Bucket: bucket, Key: key });
  return {
    client,
    bucket,
    put: async (key, bytes, contentType = 'application/octet-stream') => {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: contentType }));
    },
    get: async (key, range) => {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const answer = await unlessMissing(client.send(new GetObjectCommand({ ...at(key), Range })));
      const bytes = answer && (await collect(answer));
      if (bytes && !range) verifyBytes(key, bytes);
      return bytes;
    },
    size: async (key) => (await unlessMissing(client.send(new HeadObjectCommand(at(key)))))?.ContentLength,
    putFile: async (key, path, contentType) => {
      const { size } = await stat(path);
      for (let attempt = 1; ; attempt++) {
        try {
          // A stream is sent once; the retry of a call that failed reads the file again.
          const Body = createReadStream(path);
          await client.send(new PutObjectCommand({ ...at(key), Body, ContentLength: size, ContentType: contentType }));
          return;
        } catch (error) {
          if (attempt === FILE_ATTEMPTS) throw error;
        }
      }
    },
    stream: async (key) => {
      const answer = await unlessMissing(client.send(new GetObjectCommand(at(key))));
      if (!answer?.Body) return undefined;
      const body = answer.Body.transformToWebStream() as ReadableStream<Uint8Array>;
      return { size: answer.ContentLength ?? 0, body };
    },
    link: async (key, { contentType, disposition }, seconds, signingDate = new Date()) => {
      const headers = { ResponseContentType: contentType, ResponseContentDisposition: disposition };
      const command = new GetObjectCommand({ ...at(key), ...headers });
      const url = await getSignedUrl(client, command, { expiresIn: seconds, signingDate });
      return linkPath === undefined ? url : `${linkPath}${key}${new URL(url).search}`;
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    form: async (key, maxBytes, seconds) => {
      const Conditions = [['content-length-range', 1, maxBytes] as ['content-length-range', number, number]];
      const { url, fields } = await createPresignedPost(client, { ...at(key), Conditions, Expires: seconds });
      return { url: formUrl ?? url, fields };
    },
    permission: async (fields, now) => checkForm(fields, await client.config.credentials(), bucket, now),
    ping: async () => {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    },
    close: async () => client.destroy(),
  };
}

/** The bytes of an answer, in one piece from the start: a large file is never held twice. */
async function collect({ Body, ContentLength = 0 }: GetObjectCommandOutput): Promise<Uint8Array> {
  const bytes = new Uint8Array(ContentLength);
  let at = 0;
  for await (const chunk of (Body ?? []) as AsyncIterable<Uint8Array>) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  if (at !== ContentLength) throw new DamagedFile(`${at} bytes came of ${ContentLength}`);
  return bytes;
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    const missing = error instanceof NoSuchKey || (error instanceof S3ServiceException && error.name === 'NotFound');
    if (missing) return undefined;
    throw error;
  }
}
