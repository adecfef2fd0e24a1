declare module 's3rver' {
  import type { EventEmitter } from 'node:events';
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';
  import type { Readable } from 'node:stream';

  /** A Koa application that answers as S3 does. */
  class S3rver extends EventEmitter {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      configureBuckets: readonly { name: string }[];
    });
    readonly httpServer: Server;
    readonly store: {
      getResourcePath(bucket: string, key: string, resource: string): string;
      getObject(bucket: string, key: string, options?: object): Promise<object | null>;
      putObject(object: S3rver.NewObject): Promise<{ size: number; md5: string }>;
    };
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }

  namespace S3rver {
    interface NewObject {
      readonly bucket: string;
      readonly key: string;
      readonly content: Readable | Uint8Array;
      readonly metadata: Readonly<Record<string, string>>;
    }
  }

  export = S3rver;
}
