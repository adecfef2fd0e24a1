import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import S3rver from 's3rver';
import { commit, stage } from '#functions/adapters/folder/atomic_file.ts';
import { serveOnlyBearerOf } from '#functions/local/former_store/require_access_key.ts';
import { limitByKey } from '#functions/store/limit_by_key.ts';
import type { StoreCredentials } from '#functions/store/upload_form.ts';

/** An S3-compatible server in this process. */
export interface EmbeddedS3 {
  readonly endpoint: string;
  /** The only ones that it serves. */
  readonly credentials: StoreCredentials;
  readonly bucket: string;
  close(): Promise<void>;
}

/** Serves the S3 API on a free port of 127.0.0.1 with its data in `folder`, and makes the bucket if it is not there. */
export async function startS3(folder: string, bucket: string, credentials: StoreCredentials): Promise<EmbeddedS3> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Leftovers of a killed process.
  rmSync(incomingOf(folder), { recursive: true, force: true });
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  storeWhole(server, folder);
  admit(credentials);
  const { port } = await server.run();
  serveOnlyBearerOf(credentials.accessKeyId, server.httpServer);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    credentials,
    bucket,
    close: () => {
      server.httpServer.closeIdleConnections();
      return server.close();
    },
  };
}

/**
 * s3rver writes an object in place and answers before the bytes have left the process: a kill in between leaves a torn object, or none
 * although it was acknowledged; and a concurrent reader gets the length of one object and the bytes of another. Here an object
 * appears whole with its metadata, is on disk before the answer, and is never replaced while it is being opened.
 */
function storeWhole({ store }: S3rver, folder: string): void {
  const alone = limitByKey(1);
  const incoming = incomingOf(folder);
  const { getObject } = store;
  store.getObject = (bucket, key, options) =>
    alone(`${bucket}/${key}`, () => getObject.call(store, bucket, key, options));
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const object = await stage(content, incoming);
    const about = await stage(Buffer.from(JSON.stringify(metadata)), incoming);
    const etag = await stage(Buffer.from(object.md5), incoming);
    const placeOf = (resource: string) => store.getResourcePath(bucket, key, resource);
    await alone(`${bucket}/${key}`, async () => {
      // The old ETag would be wrong for new content; s3rver computes a missing one.
      await rm(placeOf('object.md5'), { force: true });
      await commit(object.path, placeOf('object'));
      await commit(about.path, placeOf('metadata.json'));
      await commit(etag.path, placeOf('object.md5'));
    });
    return object;
  };
}

/** Makes s3rver know the key: it refuses the unknown ones, and checks no signatures (version 4). */
function admit({ accessKeyId, secretAccessKey }: StoreCredentials): void {
  const { DUMMY_ACCOUNT } = createRequire(import.meta.url)('s3rver/lib/models/account') as {
    DUMMY_ACCOUNT: { createKeyPair(accessKeyId: string, secretAccessKey: string): void };
  };
  DUMMY_ACCOUNT.createKeyPair(accessKeyId, secretAccessKey);
}

function incomingOf(folder: string): string {
  return `${folder}/.incoming`;
}
