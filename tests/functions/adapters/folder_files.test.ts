import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { stage } from '#functions/adapters/folder/atomic_file.ts';
import { openFolder, removeIncoming, removeOutdated } from '#functions/adapters/folder/folder_files.ts';
import { ROOT } from '#functions/cli/build.ts';
import { exportKey, type FileKey, rowsKey, uploadKey } from '#functions/store/file_key.ts';
import { DamagedFile, type Files } from '#functions/store/files.ts';
import { Tenant } from '#functions/store/tenant.ts';

const tenant = Tenant.ofOperations('mine');
const folder = mkdtempSync(join(tmpdir(), 'folder-'));
const options = {
  bucket: 'files',
  credentials: { accessKeyId: 'own', secretAccessKey: 'secret' },
  ...{ formUrl: '/uploads/', linkPath: '/downloads/' },
};

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function openFiles(): Files {
  return openFolder({ ...options, folder });
}

/** A rows file of several blocks, and its key. */
async function storeRows(files: Files): Promise<{ key: FileKey; bytes: Buffer }> {
  const bytes = randomBytes(200_000);
  const key = rowsKey(tenant, 'calculation', createHash('sha256').update(bytes).digest('hex'));
  await files.put(key, bytes);
  return { key, bytes };
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

test('every range of a file equals the stored bytes, also across block boundaries', async () => {
  const { key, bytes } = await storeRows(openFiles());
  for (const [start, end] of [
    [0, 0],
    [65_535, 65_536],
    [65_536, 131_071],
    [100, 199_999],
    [199_999, 199_999],
  ] as const)
    expect(Buffer.from((await openFiles().get(key, { start, end })) ?? [])).toEqual(bytes.subarray(start, end + 1));
});

test('a flipped byte is detected by every read that includes its block', async () => {
  const files = openFiles();
  const { key, bytes } = await storeRows(files);
  flip(join(folder, key), 70_000);
  await expect(files.get(key)).rejects.toThrow(DamagedFile);
  await expect(files.get(key, { start: 69_000, end: 69_100 })).rejects.toThrow(DamagedFile);
  await expect(files.stream(key)).rejects.toThrow(DamagedFile);
  expect(Buffer.from((await files.get(key, { start: 10, end: 20 })) ?? [])).toEqual(bytes.subarray(10, 21));
});

test('a truncated file is reported as damaged for any range', async () => {
  const files = openFiles();
  const { key, bytes } = await storeRows(files);
  writeFileSync(join(folder, key), bytes.subarray(0, 150_000));
  await expect(files.get(key, { start: 10, end: 20 })).rejects.toThrow(DamagedFile);
});

test.each([
  ['lost', (path: string) => rmSync(path)],
  ['damaged', (path: string) => flip(path, 20)],
])('hashes that are %s are rebuilt from a file whose key proves it intact', async (_, harm) => {
  const files = openFiles();
  const { key, bytes } = await storeRows(files);
  const before = readFileSync(`${join(folder, key)}.blocks`);
  harm(`${join(folder, key)}.blocks`);
  expect(Buffer.from((await files.get(key, { start: 10, end: 20 })) ?? [])).toEqual(bytes.subarray(10, 21));
  expect(readFileSync(`${join(folder, key)}.blocks`)).toEqual(before);
});

test('an export is verified by its hashes, because its key does not contain its digest', async () => {
  const files = openFiles();
  const key = exportKey(tenant, 'a'.repeat(64), 'txt');
  await files.put(key, Buffer.from('Выбросы: 1032 т'));
  const stored = await files.stream(key);
  expect((await buffer(stored?.body as never)).toString()).toBe('Выбросы: 1032 т');
  flip(join(folder, key), 20);
  await expect(files.stream(key)).rejects.toThrow(DamagedFile);
  await expect(files.get(key)).rejects.toThrow(DamagedFile);
});

test('files of a killed process and expired files are removed', async () => {
  const files = openFiles();
  const { key } = await storeRows(files);
  const old = exportKey(tenant, 'a'.repeat(64), 'txt');
  const fresh = exportKey(tenant, 'b'.repeat(64), 'txt');
  for (const one of [old, fresh]) await files.put(one, new Uint8Array(1));
  const yesterday = (Date.now() - 25 * 3_600_000) / 1000;
  for (const path of [old, `${old}.blocks`, key]) utimesSync(join(folder, path), yesterday, yesterday);
  await stage(new Uint8Array(9), join(folder, '.incoming'));
  await removeIncoming(folder);
  await removeOutdated(folder, new Date());
  const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(left.map(({ name }) => name).sort()).toEqual(
    [key, `${key}.blocks`, fresh, `${fresh}.blocks`].map((path) => path.split('/').at(-1)).sort(),
  );
});

test('an interrupted upload leaves no file', async () => {
  async function* broken() {
    yield Buffer.alloc(100_000);
    throw new Error('gone');
  }
  const incoming = join(folder, '.incoming');
  await expect(stage(Readable.from(broken()), incoming)).rejects.toThrow('gone');
  expect(readdirSync(incoming)).toEqual([]);
});

test('after kill -9 every acknowledged file is complete and no partial file exists', async () => {
  const size = 2_000_000;
  const writer = `
    import { openFolder } from '#functions/adapters/folder/folder_files.ts';
    import { uploadKey } from '#functions/store/file_key.ts';
    import { Tenant } from '#functions/store/tenant.ts';
    const files = openFolder({ ...${JSON.stringify(options)}, folder: process.argv[1] });
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
  const files = openFiles();
  const lines = (word: string) => [...output.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, key]) => key);
  const keys = lines('begin') as ReturnType<typeof uploadKey>[];
  const acknowledged = new Set(lines('done'));
  expect(acknowledged.size).toBeGreaterThanOrEqual(19);
  for (const key of keys) {
    const stored = await files.size(key);
    expect(acknowledged.has(key) ? stored : (stored ?? size), key).toBe(size);
    if (stored !== undefined) await files.get(key);
  }
}, 30_000);

test('a file of any bytes is read back unchanged', async () => {
  const key = uploadKey(tenant, 'job');
  const bytes = randomBytes(300_000);
  await openFiles().put(key, bytes);
  expect(Buffer.from((await openFiles().get(key)) ?? []).equals(bytes)).toBe(true);
});

test('a file replaced during a read is read completely, in its old or new version', async () => {
  const files = openFiles();
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
