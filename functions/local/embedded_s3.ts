import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import S3rver from 's3rver';
import type { Credentials } from '../server/form_policy.ts';
import { serveOnlyBearerOf } from './own_key_only.ts';
import { writeWhole } from './whole_file.ts';

/** An S3-compatible server in this process. */
export interface EmbeddedS3 {
  readonly endpoint: string;
  /** The only ones that it serves. */
  readonly credentials: Credentials;
  readonly bucket: string;
  close(): Promise<void>;
}

/** Serves the S3 API on a free port of 127.0.0.1 with its data in `folder`, and makes the bucket if it is not there. */
export async function startS3(folder: string, bucket: string, credentials: Credentials): Promise<EmbeddedS3> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // What a killed process was in the middle of.
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
 * s3rver writes an object in place and answers before its bytes have left the process: killed in between, it leaves a torn object, or none
 * of one that it has acknowledged. Here an object appears whole, and is on disk before the answer.
 */
function storeWhole({ store }: S3rver, folder: string): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const path = store.getResourcePath(bucket, key, 'object');
    const written = await writeWhole(path, content, incomingOf(folder));
    await store.putMetadata(bucket, key, metadata, written.md5);
    return written;
  };
}

/** Makes s3rver know the key: it refuses the unknown ones, and checks no signatures (version 4). */
function admit({ accessKeyId, secretAccessKey }: Credentials): void {
  const { DUMMY_ACCOUNT } = createRequire(import.meta.url)('s3rver/lib/models/account') as {
    DUMMY_ACCOUNT: { createKeyPair(accessKeyId: string, secretAccessKey: string): void };
  };
  DUMMY_ACCOUNT.createKeyPair(accessKeyId, secretAccessKey);
}

function incomingOf(folder: string): string {
  return `${folder}/.incoming`;
}
