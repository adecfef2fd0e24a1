import { createHash } from 'node:crypto';
import { type FileKey, sha256Of } from './file_key.ts';
import { DamagedStore } from './store_error.ts';
import type { UploadPermission } from './upload_form.ts';

/** A presigned form: the browser posts `fields` first and the file last, in the field `file`. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Name and media type of a download. */
export interface Download {
  readonly contentType: string;
  /** A Content-Disposition header. */
  readonly disposition: string;
}

/** Bytes of a file from `start` to `end`, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file as a stream. */
export interface FileStream {
  readonly size: number;
  readonly body: ReadableStream<Uint8Array>;
}

/** The bytes of a file differ from those that were stored. */
export class DamagedFile extends DamagedStore {
  override readonly name = 'DamagedFile';
}

/** The store of large and binary data: rows, models, uploads. Every call is idempotent. */
export interface Files {
  /** Name of the bucket, as in the events of stored files. */
  readonly bucket: string;
  /** Stores a file atomically. */
  put(key: FileKey, bytes: Uint8Array, contentType?: string): Promise<void>;
  /**
   * Reads a file or a range of it; undefined if there is none. A file whose key has its SHA-256 is
   * checked when it is read whole: a damaged one throws DamagedFile.
   */
  get(key: FileKey, range?: ByteRange): Promise<Uint8Array | undefined>;
  /** Size in bytes, or undefined if there is no such file. */
  size(key: FileKey): Promise<number | undefined>;
  /** Stores the local file at `path` atomically, without loading it into memory. */
  putFile(key: FileKey, path: string, contentType: string): Promise<void>;
  /** Reads a file as a stream; undefined if there is none. */
  stream(key: FileKey): Promise<FileStream | undefined>;
  remove(key: FileKey): Promise<void>;
  /** A presigned URL to download this file for `seconds` from `at` (default: now). */
  link(key: FileKey, download: Download, seconds: number, at?: Date): Promise<string>;
  /** A form that stores one file of 1…`maxBytes` bytes at exactly `key`, for `seconds` from now. */
  form(key: FileKey, maxBytes: number, seconds: number): Promise<UploadForm>;
  /** The permission of such a form at `now`. Throws FormRefused. */
  permission(fields: ReadonlyMap<string, string>, now: Date): Promise<UploadPermission>;
  /** Throws unless files can be stored and read. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Throws DamagedFile if the SHA-256 in a file's key differs from that of its bytes. */
export function verifyBytes(key: FileKey, bytes: Uint8Array): void {
  const expected = sha256Of(key);
  if (expected === undefined) return;
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== expected) throw new DamagedFile(`${key} has bytes with SHA-256 ${actual}`);
}
