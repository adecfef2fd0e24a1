import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free_port.ts';
import { librariesOf } from './maven.ts';

/** A third-party server in a separate process on this machine. */
export interface StoreServer {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** The one key that both servers know; DynamoDB Local takes any of letters and digits. */
export const KEY = { accessKeyId: 'onPremises', secretAccessKey: 'secretOfTheStores' };

/** Longest wait for the first answer of a Java program on a busy machine. */
const START_MS = 60_000;

/** DynamoDB Local, by the makers of DynamoDB, with its data in `folder`. */
export async function startDynamoLocal(folder: string): Promise<StoreServer> {
  const libraries = await librariesOf('dynamodb_local');
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
  const flags = ['-port', String(port), '-dbPath', folder, '-disableTelemetry'];
  return start(port, [`-Djava.library.path=${libraries}`, '-cp', join(libraries, '*'), main, ...flags]);
}

/** S3Proxy, which checks the signature of every request, with its data in `folder`. */
export async function startS3Proxy(folder: string): Promise<StoreServer> {
  const libraries = await librariesOf('s3proxy');
  const port = await freePort();
  mkdirSync(join(folder, 'data'), { recursive: true });
  const properties = join(folder, 's3proxy.properties');
  const logback = join(folder, 'logback.xml');
  writeFileSync(logback, '<configuration><root level="OFF"/></configuration>');
  writeFileSync(
    properties,
    Object.entries({
      's3proxy.endpoint': `http://127.0.0.1:${port}`,
      's3proxy.authorization': 'aws-v4',
      's3proxy.identity': KEY.accessKeyId,
      's3proxy.credential': KEY.secretAccessKey,
      // The default is smaller than the largest table.
      's3proxy.v4-max-non-chunked-request-size': String(256 * 1024 * 1024),
      'jclouds.provider': 'filesystem-nio2',
      'jclouds.identity': 'none',
      'jclouds.credential': 'none',
      'jclouds.filesystem.basedir': join(folder, 'data'),
    })
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const main = ['org.gaul.s3proxy.Main', '--properties', properties];
  return start(port, [`-Dlogback.configurationFile=${logback}`, '-cp', join(libraries, '*'), ...main]);
}

async function start(port: number, flags: readonly string[]): Promise<StoreServer> {
  const quick = ['-XX:TieredStopAtLevel=1', '-Xmx512m'];
  const server = spawn('java', [...quick, ...flags], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill();
    await once(server, 'exit');
  };
  const endpoint = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_MS;
  for (;;) {
    // Any answer counts, including a refusal.
    if (await fetch(endpoint).catch(() => undefined)) return { endpoint, stop };
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The server did not start:\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
