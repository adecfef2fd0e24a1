import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openS3 } from '#functions/adapters/aws/s3_files.ts';
import { listen } from '#functions/server/listen.ts';
import { S3_POST_PATH, s3PostEndpoint } from '#functions/server/s3_post_endpoint.ts';
import { signedDownloadEndpoint } from '#functions/server/signed_download_endpoint.ts';
import { createSite } from '#functions/server/site.ts';
import { exportKey, type FileKey, uploadKey } from '#functions/store/file_key.ts';
import type { Files, UploadForm } from '#functions/store/files.ts';
import { StoreFull } from '#functions/store/store_error.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { openSdkFiles } from '../../support/sdk_stores.ts';

const tenant = Tenant.ofOperations('company-1');
const folder = mkdtempSync(join(tmpdir(), 'site-'));
let files: Files;
let arrived: FileKey[];
let close: () => Promise<void>;
let key: FileKey;
let form: UploadForm;
let clock: Date;

beforeAll(async () => {
  ({ files, close } = await openSdkFiles());
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  clock = new Date();
  arrived = [];
  key = uploadKey(tenant, 'job-1');
  form = await files.form(key, 1000, 300);
});

function gate() {
  return s3PostEndpoint(
    files,
    (key) => arrived.push(key),
    () => clock,
  );
}

/** Sends a form as a browser does. */
function send(fields: Readonly<Record<string, string>>, file: string | Uint8Array<ArrayBuffer> = 'x1;x2\n1;2\n') {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new Blob([file]), 'данные.csv');
  const site = createSite({ fetch: () => new Response(null, { status: 404 }) }, folder, gate());
  return site.request(form.url, { method: 'POST', body });
}

test('a form as it was signed stores the file, and says so to who listens', async () => {
  expect(form.url).toBe(S3_POST_PATH);
  expect((await send(form.fields)).status).toBe(204);
  expect(Buffer.from((await files.get(key)) ?? []).toString()).toBe('x1;x2\n1;2\n');
  expect(arrived).toEqual([key]);
});

test('the file arrives to the byte, whatever is in it and however it is cut on the way', async () => {
  const file = Buffer.from('\r\n--\r\n------x\r\n\r\n--\0\r\n-');
  const sent = new Response(
    (() => {
      const body = new FormData();
      for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
      body.append('file', new Blob([file]), 'f');
      return body;
    })(),
  );
  const whole = Buffer.from(await sent.clone().arrayBuffer());
  const headers = { 'Content-Type': sent.headers.get('content-type') ?? '' };
  for (const size of [1, 2, 3, 7, 64]) {
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < whole.length; at += size) controller.enqueue(whole.subarray(at, at + size));
        controller.close();
      },
    });
    const request = new Request(`http://127.0.0.1${form.url}`, {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit);
    expect((await gate().request(request)).status).toBe(204);
    expect(Buffer.from((await files.get(key)) ?? [])).toEqual(file);
    await files.remove(key);
  }
});

test('any change of what was signed stores nothing', async () => {
  const other = uploadKey(Tenant.ofOperations('company-2'), 'job-1');
  const forged = Buffer.from(
    Buffer.from(form.fields.Policy ?? '', 'base64')
      .toString()
      .replaceAll(key, other),
  ).toString('base64');
  const changes: readonly Record<string, string>[] = [
    { key: other },
    { key: other, Policy: forged },
    { Policy: forged },
    { bucket: 'other' },
    { 'X-Amz-Signature': '0'.repeat(64) },
    { 'X-Amz-Signature': '' },
    { 'X-Amz-Credential': (form.fields['X-Amz-Credential'] ?? '').replace(/^[^/]+/, 'S3RVER') },
    { 'X-Amz-Algorithm': 'none' },
    { 'X-Amz-Date': '20200101T000000Z' },
    { success_action_redirect: 'https://example.org' },
    { 'Content-Type': 'text/html' },
  ];
  for (const change of changes)
    expect((await send({ ...form.fields, ...change })).status, JSON.stringify(change)).toBe(403);
  for (const name of Object.keys(form.fields)) {
    const { [name]: _, ...rest } = form.fields;
    expect((await send(rest)).status, name).toBe(403);
  }
  expect([await files.size(key), await files.size(other)]).toEqual([undefined, undefined]);
  expect(arrived).toEqual([]);
});

test('an expired form stores nothing', async () => {
  clock = new Date(Date.now() + 301_000);
  expect((await send(form.fields)).status).toBe(403);
  expect(await files.size(key)).toBeUndefined();
});

test('a file of no bytes, or of one more than allowed, is not stored', async () => {
  expect((await send(form.fields, '')).status).toBe(400);
  expect((await send(form.fields, new Uint8Array(1001))).status).toBe(400);
  expect(await files.size(key)).toBeUndefined();
  expect((await send(form.fields, new Uint8Array(1000))).status).toBe(204);
});

test('what is no form is refused in words of the protocol', async () => {
  const post = (body: string, type: string) =>
    gate().request(form.url, { method: 'POST', body, headers: { 'Content-Type': type } });
  const type = 'multipart/form-data; boundary=B';
  const bodies = [
    ['{}', 'application/json'],
    ['', type],
    ['--B', type],
    ['junk--B\r\n', type],
    ['--B\r\nContent-Disposition: form-data; name="key"\r\n\r\nx', type],
    [`--B\r\n${'h'.repeat(20_000)}\r\n\r\n`, type],
    [`${'--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(2)}--B--\r\n`, type],
    ['--B\r\nContent-Disposition: attachment\r\n\r\nx\r\n--B--\r\n', type],
    ['--B--\r\n', 'multipart/form-data'],
  ] as const;
  for (const [body, bodyType] of bodies) {
    const answer = await post(body, bodyType);
    expect([answer.status, await answer.text()], body.slice(0, 60)).toEqual([
      400,
      expect.stringContaining('<Code>MalformedPOSTRequest</Code>'),
    ]);
  }
});

test('a form that breaks off, or goes on after the file, stores nothing', async () => {
  const lines = Object.entries(form.fields).map(
    ([name, value]) => `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = '--B\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n1;2';
  for (const tail of ['', '\r\n--B', `\r\n--B\r\n${lines[0]}--B--\r\n`, '\r\n--B--\r\nmore']) {
    const body = lines.join('') + file + tail;
    const headers = { 'Content-Type': 'multipart/form-data; boundary=B' };
    const answer = await gate().request(form.url, { method: 'POST', body, headers });
    expect(answer.status, tail).toBe(400);
  }
  expect(await files.size(key)).toBeUndefined();
});

test('who sends a large file with a form that is refused, sees the answer, not a broken connection', async () => {
  const site = createSite({ fetch: () => new Response(null, { status: 404 }) }, folder, gate());
  const { url, close: stop } = await listen(site, '127.0.0.1', 0);
  for (const fields of [{ ...form.fields, 'X-Amz-Signature': '' }, form.fields]) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', new Blob([new Uint8Array(30_000_000)]));
    const { status } = await fetch(new URL(form.url, url), { method: 'POST', body });
    expect(status).toBe(fields === form.fields ? 400 : 403);
  }
  await stop();
});

test('temporary credentials sign forms and links that the gates take, with their token only', async () => {
  const temporary = { accessKeyId: 'temporary', secretAccessKey: 'secret', sessionToken: 'token/+=1' };
  const opened = await openSdkFiles(temporary);
  try {
    const upload = s3PostEndpoint(opened.files, (stored) => arrived.push(stored)).route(
      '/',
      signedDownloadEndpoint(opened.files),
    );
    const sendTo = (site: Hono, { url, fields }: UploadForm) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('file', new Blob(['отчёт']));
      return site.request(url, { method: 'POST', body });
    };
    const exported = exportKey(tenant, 'a'.repeat(64), 'txt');
    const signed = await opened.files.form(exported, 1000, 300);
    expect(signed.fields['X-Amz-Security-Token']).toBe(temporary.sessionToken);
    expect((await sendTo(upload, signed)).status).toBe(204);
    const link = await opened.files.link(exported, { contentType: 'text/plain', disposition: 'attachment' }, 60);
    expect(link).toContain('X-Amz-Security-Token=');
    expect(await (await upload.request(link)).text()).toBe('отчёт');
    expect((await upload.request(link.replace(/&X-Amz-Security-Token=[^&]*/, ''))).status).toBe(403);

    const { endpoint } = opened.s3;
    const { sessionToken: _, ...pair } = temporary;
    const place = { bucket: 'test', endpoint, region: 'eu-central-1', formUrl: S3_POST_PATH };
    for (const credentials of [pair, { ...pair, sessionToken: 'another' }]) {
      const foreign = await openS3({ ...place, credentials }).form(key, 1000, 300);
      expect((await sendTo(upload, foreign)).status).toBe(403);
    }
    expect(arrived).toEqual([exported]);
  } finally {
    await opened.close();
  }
});

test('a link that no bucket would sign is refused, and an upload that breaks off is no error: neither leaves a stack in the log', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const downloads = signedDownloadEndpoint(files, () => clock);
  const hash = 'a'.repeat(64);
  for (const life of ['604801', '1e9', '-1', '0', 'NaN']) {
    const link = `/downloads/exports/x/${hash}.txt?X-Amz-Expires=${life}&X-Amz-Date=20991121T090000Z`;
    expect([life, (await downloads.request(link)).status]).toEqual([life, 403]);
  }
  const site = createSite({ fetch: () => new Response(null, { status: 404 }) }, folder, gate());
  const gone = new AbortController();
  const body = new ReadableStream({
    pull: (controller) => {
      gone.abort();
      controller.error(new Error('aborted'));
    },
  });
  const init = { method: 'POST', body, duplex: 'half', signal: gone.signal } as RequestInit;
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
  expect((await site.request(form.url, { ...init, headers })).status).toBe(400);
  expect(written.mock.calls).toEqual([]);
  written.mockRestore();
});

test('an error of ours leaves one line of JSON in the log', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const api = {
    fetch: () => {
      throw new Error('first line\nsecond line');
    },
  };
  const answer = await createSite(api, folder).request('/api/v1/projects/');
  expect(answer.status).toBe(500);
  expect(written.mock.calls).toHaveLength(1);
  const line = String(written.mock.calls[0]?.[0]);
  expect(line).not.toContain('\n');
  expect(JSON.parse(line)).toMatchObject({ level: 'error', event: 'request_failed' });
  written.mockRestore();
});

test('a full disk is answered as such, and what was received is removed', async () => {
  const received: string[] = [];
  const full: Files = {
    ...files,
    putFile: async (_, path) => {
      received.push(path);
      throw new StoreFull('ENOSPC: no space left on device');
    },
  };
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  body.append('file', new Blob(['1']), 'данные.csv');
  const answer = await s3PostEndpoint(full, () => {}).request(form.url, { method: 'POST', body });
  expect(answer.status).toBe(507);
  expect(await answer.text()).toContain('InsufficientStorage');
  expect(received.map((path) => existsSync(path))).toEqual([false]);
});

test('files that a killed process has received are removed by the next start', async () => {
  const { pid } = spawnSync(process.execPath, ['--eval', '']);
  const [left, living] = [pid, process.ppid].map((owner) => join(tmpdir(), `fugitive-emissions-${owner}-testing`));
  for (const one of [left, living]) mkdirSync(one ?? '');
  // In a process of its own: each sweeps once.
  const sweep = `await (await import('#functions/scratch_folder.ts')).removeLeftScratch()`;
  spawnSync(process.execPath, ['--input-type=module', '--eval', sweep], { stdio: 'inherit' });
  expect([left, living].map((one) => existsSync(one ?? ''))).toEqual([false, true]);
  rmSync(living ?? '', { recursive: true });
});
