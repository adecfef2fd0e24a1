import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { type FileKey, sha256Of } from '../../store/file_key.ts';
import { type ByteRange, DamagedFile, type Files, verifyBytes } from '../../store/files.ts';
import { EXPORTS, UPLOADS } from '../../store/layout.ts';
import { limitByKey } from '../../store/limit_by_key.ts';
import { isDiskFull, StoreFull } from '../../store/store_error.ts';
import { checkForm, type StoreCredentials, signForm, signLink } from '../../store/upload_form.ts';
import { commit, stage } from './atomic_file.ts';
import { areHashed, areOfSize, BLOCK_BYTES, BlockHashes } from './block_hashes.ts';

/** A folder of this machine as the store of files. */
export interface FolderOptions {
  readonly folder: string;
  readonly bucket: string;
  /** What forms and links are signed with. */
  readonly credentials: StoreCredentials;
  /** Address that takes the forms. */
  readonly formUrl: string;
  /** Path before which the links lead. */
  readonly linkPath: string;
}

/** Ending of the file with the hashes of the blocks of another one. */
const HASHES = '.blocks';

/** Files in these folders are needed for a day at most, ms. */
const KEPT_MS = 24 * 60 * 60_000;

/** Opens the store. Every file lies under its key, with the hashes of its blocks beside it: a range is checked as the whole is. */
export function openFolder({ folder, bucket, credentials, formUrl, linkPath }: FolderOptions): Files {
  const incoming = incomingOf(folder);
  const alone = limitByKey(1);
  const pathOf = (key: FileKey) => join(folder, key);
  const store = (key: FileKey, content: AsyncIterable<Uint8Array> | Uint8Array) =>
    unlessFull(async () => {
      const file = await stage(content, incoming);
      const hashes = await stage(file.hashes, incoming);
      // The hashes first: a kill in between leaves hashes without a file, or of the same bytes.
      await alone(key, async () => {
        await commit(hashes.path, pathOf(key) + HASHES);
        await commit(file.path, pathOf(key));
      });
    });
  const read = <T>(key: FileKey, work: (file: FileHandle, size: number) => Promise<T>) =>
    unlessReplaced(() => alone(key, () => withFile(pathOf(key), work)));
  const files: Files = {
    bucket,
    put: (key, bytes) => store(key, bytes),
    putFile: (key, path) => store(key, createReadStream(path)),
    get: (key, range) =>
      read(key, async (file, size) => {
        if (range) return readRange(file, size, key, pathOf(key), range);
        const bytes = await readBytes(file, 0, size);
        if (sha256Of(key) === undefined) await verifyBlocks(key, pathOf(key), size, 0, bytes);
        else verifyBytes(key, bytes);
        return bytes;
      }),
    size: async (key) => (await unlessAbsent(stat(pathOf(key))))?.size,
    stream: (key) =>
      read(key, async (file, size) => {
        // Whole before the first byte goes out: what has begun to be sent cannot be taken back.
        for (let at = 0; at < size; at += STREAM_BYTES)
          await verifyBlocks(
            key,
            pathOf(key),
            size,
            at / BLOCK_BYTES,
            await readBytes(file, at, Math.min(STREAM_BYTES, size - at)),
          );
        const body = Readable.toWeb(createReadStream(pathOf(key), { end: Math.max(0, size - 1) }));
        return { size, body: body as ReadableStream<Uint8Array> };
      }),
    remove: (key) =>
      unlessFull(async () => {
        for (const path of [pathOf(key), pathOf(key) + HASHES]) await rm(path, { force: true });
      }),
    link: async (key, download, seconds, at = new Date()) =>
      `${linkPath}${key}?${signLink(credentials, key, download, seconds, at)}`,
    form: async (key, maxBytes, seconds) => ({
      url: formUrl,
      fields: signForm(credentials, bucket, key, maxBytes, seconds, new Date()),
    }),
    permission: async (fields, now) => checkForm(fields, credentials, bucket, now),
    ping: () =>
      unlessFull(async () => {
        const { path } = await stage(new Uint8Array(1), incoming);
        await rm(path);
      }),
    close: async () => {},
  };
  return files;
}

/** Bytes that are read at a time. */
const STREAM_BYTES = 64 * BLOCK_BYTES;

/** Removes the hashes of a file: they are made again if the file has the bytes that its key names. */
export async function removeHashes(folder: string, key: FileKey): Promise<void> {
  await rm(join(folder, key) + HASHES, { force: true });
}

/** Removes what a killed process was in the middle of. Only at a start, before anything is stored. */
export async function removeIncoming(folder: string): Promise<void> {
  await rm(incomingOf(folder), { recursive: true, force: true });
}

/** Removes files that were needed for a day: what a job has left, and exports, which are built again when they are asked for. */
export async function removeOutdated(folder: string, now: Date): Promise<void> {
  for (const kind of [UPLOADS, EXPORTS]) {
    const entries = await unlessAbsent(readdir(join(folder, kind), { recursive: true, withFileTypes: true }));
    for (const entry of entries ?? []) {
      const path = join(entry.parentPath, entry.name);
      const about = entry.isFile() ? await unlessAbsent(stat(path)) : undefined;
      if (about && now.getTime() - about.mtimeMs > KEPT_MS) await rm(path, { force: true });
    }
  }
}

function incomingOf(folder: string): string {
  return join(folder, '.incoming');
}

/** A file that another thread replaces at this moment has hashes of other bytes for an instant, ms. */
const REPLACED_MS = 50;

async function unlessReplaced<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    await setTimeout(REPLACED_MS);
    return read();
  }
}

async function withFile<T>(path: string, read: (file: FileHandle, size: number) => Promise<T>): Promise<T | undefined> {
  const file = await unlessAbsent(open(path, 'r'));
  if (!file) return undefined;
  try {
    return await read(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

async function readRange(file: FileHandle, size: number, key: FileKey, path: string, { start, end }: ByteRange) {
  const first = Math.floor(start / BLOCK_BYTES);
  const from = first * BLOCK_BYTES;
  const to = Math.min(size, Math.ceil((end + 1) / BLOCK_BYTES) * BLOCK_BYTES);
  const bytes = await readBytes(file, from, Math.max(0, to - from));
  await verifyBlocks(key, path, size, first, bytes, async () => readBytes(file, 0, size));
  return bytes.subarray(start - from, end + 1 - from);
}

async function readBytes(file: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, start + at);
    if (bytesRead === 0) throw new DamagedFile(`A file has become shorter while it was read`);
    at += bytesRead;
  }
  return bytes;
}

/**
 * Throws DamagedFile unless `bytes`, from block `first` on, are those that were stored. Where the hashes themselves are damaged or not there
 * yet, the whole file is checked by the hash in its key, if it has one, and the hashes are made anew.
 */
async function verifyBlocks(
  key: FileKey,
  path: string,
  size: number,
  first: number,
  bytes: Uint8Array,
  readWhole?: () => Promise<Uint8Array>,
): Promise<void> {
  const hashes = await unlessAbsent(readFile(path + HASHES));
  if (hashes && areOfSize(hashes, size) && areHashed(hashes, first, bytes)) return;
  if (!readWhole || sha256Of(key) === undefined) throw new DamagedFile(`${key} is not as it was stored`);
  const whole = await readWhole();
  verifyBytes(key, whole);
  const fresh = new BlockHashes();
  fresh.update(whole);
  const staged = await stage(fresh.digest(), join(path.slice(0, path.length - key.length), '.incoming'));
  await commit(staged.path, path + HASHES);
}

async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

async function unlessFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isDiskFull(error) ? new StoreFull((error as Error).message, { cause: error }) : error;
  }
}
