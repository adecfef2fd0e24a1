import { createHash } from 'node:crypto';
import { type FileKey, sha256Of } from './file_key.ts';
import { DamagedStore } from './store_error.ts';
import type { UploadPermission } from './upload_form.ts';

/** Where a browser sends a file: a form with `fields` first and the file last, in a field named `file`. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** How a browser keeps what it downloads. */
export interface Download {
  readonly contentType: string;
  /** A Content-Disposition header. */
  readonly disposition: string;
}

/** Bytes of a file from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file as it comes. */
export interface FileStream {
  readonly size: number;
  readonly body: ReadableStream<Uint8Array>;
}

/** The stored bytes are not those that were stored. */
export class DamagedFile extends DamagedStore {
  override readonly name = 'DamagedFile';
}

/** What is big or binary: rows, models, files as they came. Every call is idempotent: a retry changes nothing. */
export interface Files {
  /** Name of the store, as the messages about stored files have it. */
  readonly bucket: string;
  /** Stores the file whole or not at all. */
  put(key: FileKey, bytes: Uint8Array, contentType?: string): Promise<void>;
  /**
   * Reads a file or a range of it; undefined if there is none. A file whose key has its SHA-256 is checked when it is read whole: a damaged
   * one throws DamagedFile.
   */
  get(key: FileKey, range?: ByteRange): Promise<Uint8Array | undefined>;
  /** Size in bytes, or undefined if there is no such file. */
  size(key: FileKey): Promise<number | undefined>;
  /** Stores the file at `path` of this machine, whole or not at all, without holding it in memory. */
  putFile(key: FileKey, path: string, contentType: string): Promise<void>;
  /** Reads a file as it comes; undefined if there is none. */
  stream(key: FileKey): Promise<FileStream | undefined>;
  remove(key: FileKey): Promise<void>;
  /** An address at which anybody who has it may download the file for `seconds` from `at` (now), and nothing else. */
  link(key: FileKey, download: Download, seconds: number, at?: Date): Promise<string>;
  /** A form that stores one file of 1…`maxBytes` bytes at exactly `key`, for `seconds` from now. */
  form(key: FileKey, maxBytes: number, seconds: number): Promise<UploadForm>;
  /** What the fields of such a form allow at `now`. Throws FormRefused. */
  permission(fields: ReadonlyMap<string, string>, now: Date): Promise<UploadPermission>;
  /** Throws unless files can be stored and read. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Throws DamagedFile if the key of a file has another SHA-256 than its bytes. */
export function verifyBytes(key: FileKey, bytes: Uint8Array): void {
  const expected = sha256Of(key);
  if (expected === undefined) return;
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== expected) throw new DamagedFile(`${key} has bytes with SHA-256 ${actual}`);
}
