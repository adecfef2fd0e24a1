import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openS3 } from '#functions/adapters/aws/s3_files.ts';
import { exportKey, type FileKey, readUploadKey, rowsKey, uploadKey } from '#functions/store/file_key.ts';
import { DamagedFile, type Files } from '#functions/store/files.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { openSdkFiles } from '../../support/sdk_stores.ts';
import { openTestFiles } from '../../support/service.ts';

const tenant = Tenant.ofOperations('company-1');
const bytes = Buffer.from('строки расчёта');
const sha256 = createHash('sha256').update(bytes).digest('hex');

const ADAPTERS: Readonly<Record<string, () => Promise<{ files: Files; close: () => Promise<void> }>>> = {
  'a folder': async () => openTestFiles(),
  'a bucket': openSdkFiles,
};

describe.each(Object.entries(ADAPTERS))('%s', (_, open) => {
  let files: Files;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ files, close } = await open());
  });
  afterAll(() => close());

  test('a file is stored, read in whole or in part, and removed; repeats have no effect', async () => {
    const key = rowsKey(tenant, 'calculation-1', sha256);
    expect(await files.get(key)).toBeUndefined();
    expect(await files.size(key)).toBeUndefined();
    for (let times = 0; times < 2; times++) await files.put(key, bytes);
    expect(Buffer.from((await files.get(key)) ?? [])).toEqual(bytes);
    expect(Buffer.from((await files.get(key, { start: 2, end: 5 })) ?? [])).toEqual(bytes.subarray(2, 6));
    expect(await files.size(key)).toBe(bytes.length);
    for (let times = 0; times < 2; times++) await files.remove(key);
    expect(await files.get(key)).toBeUndefined();
  });

  test('a file whose bytes do not match its key is not returned', async () => {
    const key = rowsKey(tenant, 'calculation-2', sha256);
    await files.put(key, bytes.subarray(1));
    await expect(files.get(key)).rejects.toThrow(DamagedFile);
  });
});

test('a key starts with its company, whatever its other parts', () => {
  expect(rowsKey(tenant, 'calculation-1', sha256)).toBe(`rows/company-1/calculation-1/${sha256}`);
  for (const foreign of ['../company-2', 'company-2/job', '', 'a b'])
    expect(() => uploadKey(tenant, foreign)).toThrow('cannot stand in the key');
});

test('a key identifies the company and the job of a file', () => {
  expect(readUploadKey(uploadKey(tenant, 'job-1'))).toEqual({ company: 'company-1', job: 'job-1' });
  for (const other of [rowsKey(tenant, 'c', sha256), 'uploads/a/b', 'uploads/a/b/../c', 'x'])
    expect(readUploadKey(other as FileKey)).toBeUndefined();
});

test('a signed link has the session token of its credentials once', async () => {
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'token' };
  const { client, link } = openS3({ bucket: 'files', region: 'eu-central-1', credentials });
  const download = { contentType: 'text/plain', disposition: 'attachment' };
  const { host, searchParams } = new URL(await link(exportKey(tenant, sha256, 'txt'), download, 300));
  client.destroy();
  expect(host).toBe('files.s3.eu-central-1.amazonaws.com');
  const tokens = [...searchParams].filter(([name]) => name.toLowerCase() === 'x-amz-security-token');
  expect(tokens).toEqual([['X-Amz-Security-Token', 'token']]);
});
