import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';
import { type EmbeddedS3, startS3 } from '#functions/local/embedded_s3.ts';
import { openS3 } from '#functions/store/aws/s3_files.ts';
import { uploadKey } from '#functions/store/file_key.ts';
import type { Files } from '#functions/store/files.ts';
import { stage } from '#functions/store/folder/atomic_file.ts';
import { Tenant } from '#functions/store/tenant.ts';

const credentials = { accessKeyId: 'own', secretAccessKey: 'secret' };
const tenant = Tenant.ofOperations('mine');
const folder = mkdtempSync(join(tmpdir(), 's3-'));
let s3: EmbeddedS3 | undefined;

afterEach(async () => {
  await s3?.close();
  s3 = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function filesOf({ endpoint }: EmbeddedS3, accessKeyId = 'own'): Files {
  return openS3({ bucket: 'files', endpoint, region: 'eu-central-1', credentials: { ...credentials, accessKeyId } });
}

test('keeps what was stored when it is stopped and started again', async () => {
  const key = uploadKey(tenant, 'job');
  s3 = await startS3(folder, 'files', credentials);
  await filesOf(s3).put(key, Buffer.from('Шахта'));
  await s3.close();
  s3 = await startS3(folder, 'files', credentials);
  expect(Buffer.from((await filesOf(s3).get(key)) ?? []).toString()).toBe('Шахта');
});

test('answers nobody but the holder of its key, and no web page', async () => {
  s3 = await startS3(folder, 'files', credentials);
  await expect(filesOf(s3, 'S3RVER').size(uploadKey(tenant, 'job'))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  });
  const response = await fetch(s3.endpoint, { method: 'OPTIONS', headers: { Origin: 'https://example.org' } });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

test('a file that breaks off is not there at all', async () => {
  async function* broken() {
    yield Buffer.alloc(100_000);
    throw new Error('gone');
  }
  const incoming = join(folder, '.incoming');
  await expect(stage(Readable.from(broken()), incoming)).rejects.toThrow('gone');
  expect(readdirSync(incoming)).toEqual([]);
});

test('killed with -9 while it stores, it has whole every file that it has acknowledged, and no part of another', async () => {
  const size = 2_000_000;
  const writer = `
    import { startS3 } from '#functions/local/embedded_s3.ts';
    import { uploadKey } from '#functions/store/file_key.ts';
    import { openS3 } from '#functions/store/aws/s3_files.ts';
    import { Tenant } from '#functions/store/tenant.ts';
    const credentials = ${JSON.stringify(credentials)};
    const { endpoint } = await startS3(process.argv[1], 'files', credentials);
    const files = openS3({ bucket: 'files', endpoint, region: 'eu-central-1', credentials });
    const write = async (worker) => {
      for (let n = 0; ; n++) {
        const key = uploadKey(Tenant.ofOperations('mine'), 'job-' + worker + '-' + n);
        process.stdout.write('begin ' + key + '\\n');
        await files.put(key, new Uint8Array(${size}).fill(worker));
        process.stdout.write('done ' + key + '\\n');
      }
    };
    for (let worker = 1; worker <= 4; worker++) write(worker);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', writer, folder], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const exited = new Promise((resolve) => child.once('exit', resolve));
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output.split('done').length > 20) child.kill('SIGKILL');
  }
  await exited;
  s3 = await startS3(folder, 'files', credentials);
  const files = filesOf(s3);
  const lines = (word: string) => [...output.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, key]) => key);
  const keys = lines('begin') as ReturnType<typeof uploadKey>[];
  const acknowledged = new Set(lines('done'));
  expect(acknowledged.size).toBeGreaterThanOrEqual(19);
  for (const key of keys) {
    const stored = await files.size(key);
    expect(acknowledged.has(key) ? stored : (stored ?? size), key).toBe(size);
  }
}, 30_000);

test('a file of any bytes comes back the same', async () => {
  s3 = await startS3(folder, 'files', credentials);
  const key = uploadKey(tenant, 'job');
  const bytes = randomBytes(300_000);
  await filesOf(s3).put(key, bytes);
  expect(Buffer.from((await filesOf(s3).get(key)) ?? []).equals(bytes)).toBe(true);
});

test('a file that is replaced while it is read is read whole, as it was or as it is', async () => {
  s3 = await startS3(folder, 'files', credentials);
  const files = filesOf(s3);
  const key = uploadKey(tenant, 'job');
  const states = [Buffer.alloc(3000, 'a'), Buffer.alloc(200_000, 'b')] as const;
  await files.put(key, states[0]);
  let isWriting = true;
  const write = async () => {
    for (let step = 0; step < 40; step++) await files.put(key, states[step % 2 ? 0 : 1]);
    isWriting = false;
  };
  const seen = new Set<string>();
  const read = async () => {
    while (isWriting) {
      const bytes = Buffer.from((await files.get(key)) ?? []);
      seen.add(states.some((state) => state.equals(bytes)) ? 'whole' : `${bytes.length} bytes`);
    }
  };
  await Promise.all([write(), ...Array.from({ length: 4 }, read)]);
  expect([...seen]).toEqual(['whole']);
});
