import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { loadServerCore } from '#functions/core.ts';
import { EXPORT_LEASE_MS } from '#functions/export/export_job.ts';
import { formatExportMessage } from '#functions/export/export_message.ts';
import { createApp } from '#functions/http/app.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { handleEvents } from '#functions/jobs/events.ts';
import { jobServices } from '#functions/jobs/open_services.ts';
import { readQueueMessage } from '#functions/jobs/queue_message.ts';
import type { JobServices } from '#functions/jobs/services.ts';
import { type JobQueue, startQueue } from '#functions/server/job_queue.ts';
import { signedDownloadEndpoint } from '#functions/server/signed_download_endpoint.ts';
import { claimBuild, readBuild } from '#functions/store/exports.ts';
import { follow, largeProject } from '../../support/export_company.ts';
import { readSheetJs } from '../../support/export_readers.ts';
import { FIXED_HASH_KEY, fixedKeys } from '../../support/keys.ts';
import { eventOf } from '../../support/s3_event.ts';
import { openService, type Person, type Service } from '../../support/service.ts';

let service: Service;
let person: Person;
let queue: JobQueue;
let services: JobServices;
/** The API as it is where workers build the exports, and every message that it has sent. */
let api: Pick<Service, 'fetch'>;
const sent: string[] = [];
const companies = new Set<string>();

beforeAll(async () => {
  service = await openService();
  service.clock = new Date();
  const core = await loadServerCore();
  const { db, files } = service;
  services = { ...jobServices(core, service), log: () => undefined };
  queue = startQueue((event) => handleEvents(services, event), 50);
  const app = createApp(ROUTES, {
    core,
    db,
    files,
    keys: fixedKeys(),
    hashKey: FIXED_HASH_KEY,
    log: () => undefined,
    sendExport: async (message, company) => {
      sent.push(message);
      companies.add(company);
      queue.push(message, company);
    },
  });
  api = {
    fetch: async (method, path, { token } = {}) =>
      app.request(path, { method, headers: { Authorization: `Bearer ${token}` } }),
  };
  person = await service.createUser();
});
afterAll(async () => {
  await queue.close();
  await service.close();
});

const get = (path: string) => follow(api, signedDownloadEndpoint(service.files), person, path);
const rowsOf = (bytes: Uint8Array) => readSheetJs(bytes).get('1.1 Таблица')?.length;

describe('exports built by workers', { timeout: 60_000 }, () => {
  it('send one message per file for any number of requests', async () => {
    const path = `${paths.export(await largeProject(person), 'xls')}?detail=true`;
    const all = await Promise.all([get(path), get(path), get(path)]);
    for (const { status, bytes } of all) expect([status, rowsOf(bytes)]).toEqual([200, 6001]);
    expect(sent).toHaveLength(1);
    expect([...companies]).toEqual([person.company.id]);
  });

  it('build once for a message that is delivered twice', async () => {
    const [message = ''] = sent;
    const read = readQueueMessage(message);
    if (read.kind !== 'export') throw new Error('No export was requested');
    const { export: order } = read;
    let puts = 0;
    const undo = service.files.disturb(({ name }, carryOut) => {
      if (name.startsWith('put')) puts += 1;
      return carryOut();
    });
    const hash = order.hash;
    const claimed = await claimBuild(
      service.db,
      person.tenant,
      hash,
      Date.now() + EXPORT_LEASE_MS * 2,
      EXPORT_LEASE_MS,
    );
    const again = formatExportMessage({ ...order, fence: claimed?.fence ?? 0 });
    await Promise.all([again, again, message].map((body) => handleEvents(services, eventOf([body]))));
    undo();
    expect(puts).toBe(1);
  });

  it('report a failure to waiting clients and succeed on the next request', async () => {
    const path = `${paths.export(await largeProject(person), 'xls')}?detail=true`;
    const mend = service.files.disturb(async ({ name }, carryOut) => {
      if (name.startsWith('put')) throw new Error('The bucket is full');
      return carryOut();
    });
    const { status, bytes } = await get(path);
    mend();
    expect(status).toBe(500);
    expect(JSON.parse(new TextDecoder().decode(bytes)).code).toBe('export_failed');
    await queue.idle();
    expect((await get(path)).status).toBe(200);
  });

  it('do not build an outdated state of a changed project', async () => {
    const project = await largeProject(person);
    const order = { company: person.company.id, project, format: 'xls', detail: true, hash: 'd'.repeat(64) } as const;
    const claimed = await claimBuild(service.db, person.tenant, order.hash, Date.now(), EXPORT_LEASE_MS);
    queue.push(formatExportMessage({ ...order, fence: claimed?.fence ?? 0 }), person.company.id);
    await queue.idle();
    expect((await readBuild(service.db, person.tenant, order.hash))?.state).toBe('building');
    expect((await get(`${paths.export(project, 'xls')}?detail=true`)).status).toBe(200);
  });
});
