import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { EXPORT_LEASE_MS } from '#functions/export/export_job.ts';
import { SIGNED_DOWNLOAD_PATH, signedDownloadEndpoint } from '#functions/server/signed_download_endpoint.ts';
import { claimBuild, moveBuild, readBuild } from '#functions/store/exports.ts';
import { follow, largeProject } from '../../support/export_company.ts';
import { readSheetJs } from '../../support/export_readers.ts';
import { newProject, openService } from '../../support/service.ts';

/** A file is built within a second on a machine at rest. */
const LONG = { timeout: 60_000 };

/** How long a request waits for a file here; the product's waits ten times as long. */
const exportWaitMs = 1500;

const service = await openService(undefined, { exportWaitMs });
// Links are signed by the real clock of the store.
service.clock = new Date();
const gate = signedDownloadEndpoint(service.files);
const person = await service.createUser();
afterAll(() => service.close());

async function built(): Promise<string[]> {
  return (await service.fileKeys()).filter((key) => key.startsWith('exports/'));
}

const rowsOf = (bytes: Uint8Array, sheet = '1.1 Таблица') => readSheetJs(bytes).get(sheet)?.length;

describe('a large export', LONG, () => {
  let project: string;
  let path: string;

  beforeAll(async () => {
    project = await largeProject(person);
    path = `${paths.export(project, 'xlsx')}?detail=true`;
  });

  it('is stored in the bucket and downloaded complete by a link', async () => {
    const { status, headers, bytes, hops } = await follow(service, gate, person, path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(headers.get('content-disposition')).toContain(encodeURIComponent('Большой проект.xlsx'));
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(rowsOf(bytes)).toBe(6001);
    expect(hops.at(-1)).toMatch(
      new RegExp(`^${SIGNED_DOWNLOAD_PATH}exports/${person.company.id}/[0-9a-f]{64}\\.xlsx\\?`),
    );
    expect(await built()).toHaveLength(1);
  });

  it('is built once for repeated and parallel requests', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => follow(service, gate, person, path)));
    expect(new Set(all.map(({ status, bytes }) => `${status} ${bytes.length}`)).size).toBe(1);
    expect(await built()).toHaveLength(1);
  });

  it('is built once for requests that arrive during the build', async () => {
    const puts = count('putFile');
    const other = `${paths.export(project, 'xls')}?detail=true`;
    const all = await Promise.all(Array.from({ length: 5 }, () => follow(service, gate, person, other)));
    for (const { status, bytes } of all) expect([status, rowsOf(bytes)]).toEqual([200, 6001]);
    expect(puts.done()).toBe(1);
  });

  it('is a new file after a change', async () => {
    const current = (await person.get(paths.project(project))).body;
    await person.patch(paths.changeProject(project), { ...current, name: 'Переименован' });
    const { headers } = await follow(service, gate, person, path);
    expect(headers.get('content-disposition')).toContain(encodeURIComponent('Переименован.xlsx'));
    expect((await built()).filter((key) => key.endsWith('.xlsx'))).toHaveLength(2);
  });
});

describe('the build of an export', LONG, () => {
  it('reports a failure to every waiting client and is retried on the next request', async () => {
    const path = `${paths.export(await largeProject(person), 'xlsx')}?detail=true`;
    const broken = breakPuts();
    const failed = await Promise.all([follow(service, gate, person, path), follow(service, gate, person, path)]);
    broken.mend();
    for (const { status, bytes } of failed) {
      expect(status).toBe(500);
      expect(JSON.parse(new TextDecoder().decode(bytes)).detail).toMatch(/^Файл не удалось собрать, ошибка записана\./);
    }
    expect(service.log.map(({ event }) => event)).toContain('export_failed');
    const { status, bytes } = await follow(service, gate, person, path);
    expect([status, rowsOf(bytes)]).toEqual([200, 6001]);
  });

  it('redirects the client to the same address until the file is ready', async () => {
    const path = paths.export(await largeProject(person), 'xls');
    const held = holdPuts();
    const first = await service.fetch('GET', `${path}?detail=true`, { token: person.tokens.access });
    const sentTo = first.headers.get('location') ?? '';
    expect(first.status).toBe(303);
    expect(sentTo).toMatch(new RegExp(`^${path}\\?detail=true&build=[0-9a-f]{64}&wait=1$`));
    held.release();
    const { status, bytes, hops } = await follow(service, gate, person, sentTo);
    expect([status, rowsOf(bytes)]).toEqual([200, 6001]);
    expect(hops.at(-1)).toContain(SIGNED_DOWNLOAD_PATH);
    for (const hop of hops.slice(0, -1)) expect(hop).toContain(sentTo.replace('wait=1', 'wait='));
  });

  it('is aborted before the browser’s timeout, with the next step', async () => {
    const path = paths.export(await largeProject(person), 'xls');
    const held = holdPuts();
    const answer = await person.get(`${path}?detail=true&wait=18`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    expect(answer.body.detail).toMatch(/^Файл собирается дольше обычного/);
    held.release();
    const { status } = await follow(service, gate, person, `${path}?detail=true`);
    expect(status).toBe(200);
  });

  it('is taken over from a dead worker when its lease has expired', async () => {
    const { db } = service;
    const now = Date.now();
    const dead = await claimBuild(db, person.tenant, 'a'.repeat(64), now, EXPORT_LEASE_MS);
    expect(dead?.fence).toBe(1);
    expect(
      await claimBuild(db, person.tenant, 'a'.repeat(64), now + EXPORT_LEASE_MS - 1, EXPORT_LEASE_MS),
    ).toBeUndefined();
    const next = await claimBuild(db, person.tenant, 'a'.repeat(64), now + EXPORT_LEASE_MS, EXPORT_LEASE_MS);
    expect(next?.fence).toBe(2);
    // The dead one wakes up: it changes nothing.
    expect(dead && (await moveBuild(db, person.tenant, dead, { state: 'failed' }))).toBe(false);
    expect(await readBuild(db, person.tenant, 'a'.repeat(64))).toEqual(next);
  });

  it('is claimed by one worker of many', async () => {
    const claims = await Promise.all(
      Array.from({ length: 20 }, () =>
        claimBuild(service.db, person.tenant, 'b'.repeat(64), Date.now(), EXPORT_LEASE_MS),
      ),
    );
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
  });

  it('fails for damaged rows', async () => {
    const before = new Set(await service.fileKeys());
    const project = await largeProject(person);
    const newest = (await service.fileKeys()).find((key) => key.startsWith('rows/') && !before.has(key));
    const whole = await service.files.get(newest as never);
    if (!whole) throw new Error('No rows');
    whole[whole.length - 9] = (whole[whole.length - 9] ?? 0) ^ 1;
    await service.files.put(newest as never, whole);
    const { status } = await follow(service, gate, person, `${paths.export(project, 'xlsx')}?detail=true`);
    expect(status).toBe(500);
    expect(String(service.log.at(-1)?.error)).toContain('holds other bytes than its name says');
  });
});

describe('a link to a file', () => {
  let link: string;

  beforeAll(async () => {
    const { hops } = await follow(
      service,
      gate,
      person,
      `${paths.export(await largeProject(person), 'xls')}?detail=true`,
    );
    link = hops.at(-1) ?? '';
  });

  it('is valid for five minutes', async () => {
    expect(new URLSearchParams(link.split('?')[1]).get('X-Amz-Expires')).toBe('300');
    expect((await gate.request(link)).status).toBe(200);
    const later = signedDownloadEndpoint(service.files, () => new Date(Date.now() + 301_000));
    expect((await later.request(link)).status).toBe(403);
  });

  it.each([
    ['another file', (url: string) => url.replace(/[0-9a-f]{64}/, 'c'.repeat(64))],
    ['another company', (url: string) => url.replace(/exports\/[^/]+/, 'exports/0197ffff-ffff-7fff-bfff-ffffffffffff')],
    ['rows', (url: string) => url.replace('/exports/', '/rows/')],
    ['a longer life', (url: string) => url.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000')],
    ['a later day', (url: string) => url.replace(/X-Amz-Date=\d{8}/, 'X-Amz-Date=20991231')],
    ['another name', (url: string) => url.replace('attachment', 'inline')],
    ['another type', (url: string) => url.replace('ms-excel', 'ms-word')],
    ['one more parameter', (url: string) => `${url}&x=1`],
    ['no signature', (url: string) => url.replace(/&?X-Amz-Signature=[^&]+/, '')],
    ['another signature', (url: string) => url.replace(/(X-Amz-Signature=)..../, '$10000')],
    ['nothing at all', (url: string) => url.split('?')[0] ?? ''],
  ])('is refused with %s', async (_, forge) => {
    expect(forge(link)).not.toBe(link);
    expect((await gate.request(forge(link))).status).toBe(403);
  });

  it('is not given to another company', async () => {
    const project = await newProject(person);
    const foreign = await service.createUser();
    expect((await foreign.get(paths.export(project, 'xlsx'))).status).toBe(404);
  });
});

/** Counts the calls of the files from now on. */
function count(name: string) {
  let sent = 0;
  const undo = service.files.disturb((call, carryOut) => {
    if (call.name === name) sent += 1;
    return carryOut();
  });
  return {
    done: () => {
      undo();
      return sent;
    },
  };
}

/** From now on no file gets into the bucket before `release`. */
function holdPuts() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const mend = service.files.disturb(async ({ name }, carryOut) => {
    if (name.startsWith('put')) await promise;
    return carryOut();
  });
  return {
    release: () => {
      mend();
      resolve();
    },
  };
}

/** From now on no file can be put into the bucket. */
function breakPuts() {
  const mend = service.files.disturb(async ({ name }, carryOut) => {
    if (name.startsWith('put')) throw new Error('The bucket is full');
    return carryOut();
  });
  return { mend };
}
