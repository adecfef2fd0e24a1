import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { type FileKey, sha256Of } from './file_key.ts';
import { presigned } from './presign.ts';
import { AGENTS, concurrencyMiddleware } from './tenant_concurrency.ts';

/** Where a browser sends a file: a form with `fields` first and the file last, in a field named `file`. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** What is big or binary: rows, models, files as they came. All is idempotent: a repeat of a call changes nothing. */
export interface Files {
  /** The client, for tests that disturb its calls. */
  readonly client: S3Client;
  readonly bucket: string;
  /** Stores the file whole or not at all. */
  put(key: FileKey, bytes: Uint8Array, contentType?: string): Promise<void>;
  /**
   * Reads a file, or the bytes `start`…`end` of it (both included); undefined if there is none. A file whose key says its SHA-256 is
   * checked when it is read whole: a damaged one throws DamagedFile.
   */
  get(key: FileKey, range?: ByteRange): Promise<Uint8Array | undefined>;
  /** Size in bytes, or undefined if there is no such file. */
  size(key: FileKey): Promise<number | undefined>;
  /** Stores the file at `path` of this machine, whole or not at all, without holding it in memory. */
  putFile(key: FileKey, path: string, contentType: string): Promise<void>;
  /** Reads a file as it comes, with its size; undefined if there is none. */
  stream(key: FileKey): Promise<{ readonly size: number; readonly body: ReadableStream } | undefined>;
  remove(key: FileKey): Promise<void>;
  /** An address at which whoever has it may download the file for `seconds` from `at` (now), and nothing else. */
  link(key: FileKey, download: Download, seconds: number, at?: Date): Promise<string>;
  /** A form that stores one file of 1…`maxBytes` bytes at exactly `key`, for `seconds` from now. */
  form(key: FileKey, maxBytes: number, seconds: number): Promise<UploadForm>;
}

/** How a browser keeps what it downloads. */
export interface Download {
  readonly contentType: string;
  /** A Content-Disposition header. */
  readonly disposition: string;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The stored bytes are not those that the key names. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

/** Where the bucket is; what is left out the SDK's own variables say (AWS, or a compatible cloud or server). */
export interface FilesOptions {
  readonly bucket: string;
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Address that takes the forms; the bucket's own unless given. */
  readonly formUrl?: string;
  /** Path before which the links lead, in place of the bucket's own address. */
  readonly linkPath?: string;
}

/** Tries of storing a file of this machine. */
const FILE_TRIES = 3;

/**
 * Opens the bucket. Time-outs are short, and the SDK repeats what failed on the way; a transfer has the time of the largest file. Checksums
 * only where S3 wants them: a presigned form or a compatible server knows none.
 */
export function openFiles({ bucket, formUrl, linkPath, ...where }: FilesOptions): Files {
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
      if (bytes && !range) verify(key, bytes);
      return bytes;
    },
    size: async (key) => (await unlessMissing(client.send(new HeadObjectCommand(at(key)))))?.ContentLength,
    putFile: async (key, path, contentType) => {
      const { size } = await stat(path);
      for (let tries = 1; ; tries++) {
        try {
          // A stream is sent once; the repeat of a call that failed reads the file again.
          const Body = createReadStream(path);
          await client.send(new PutObjectCommand({ ...at(key), Body, ContentLength: size, ContentType: contentType }));
          return;
        } catch (error) {
          if (tries === FILE_TRIES) throw error;
        }
      }
    },
    stream: async (key) => {
      const answer = await unlessMissing(client.send(new GetObjectCommand(at(key))));
      return answer?.Body && { size: answer.ContentLength ?? 0, body: answer.Body.transformToWebStream() };
    },
    link: async (key, { contentType, disposition }, seconds, from = new Date()) => {
      const asked = { ResponseContentType: contentType, ResponseContentDisposition: disposition };
      const url = await presigned(client, new GetObjectCommand({ ...at(key), ...asked }), seconds, from);
      return linkPath === undefined ? url.href : `${linkPath}${key}${url.search}`;
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    form: async (key, maxBytes, seconds) => {
      const Conditions = [['content-length-range', 1, maxBytes] as ['content-length-range', number, number]];
      const { url, fields } = await createPresignedPost(client, { ...at(key), Conditions, Expires: seconds });
      return { url: formUrl ?? url, fields };
    },
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

function verify(key: FileKey, bytes: Uint8Array): void {
  const expected = sha256Of(key);
  if (expected === undefined) return;
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== expected) throw new DamagedFile(`${key} holds bytes with SHA-256 ${actual}`);
}
