import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from 'vitest';
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, exportFileName } from '#core/contract/export.ts';
import { paths } from '#core/contract/paths.ts';
import { openS3 } from '#functions/adapters/aws/s3_files.ts';
import { attachment } from '#functions/export/disposition.ts';
import { EXPORT_LEASE_MS } from '#functions/export/export_job.ts';
import { createApp } from '#functions/http/app.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { handleEvents } from '#functions/jobs/events.ts';
import { type Listening, listen } from '#functions/server/listen.ts';
import { SIGNED_DOWNLOAD_PATH, signedDownloadEndpoint } from '#functions/server/signed_download_endpoint.ts';
import type { FileKey } from '#functions/store/file_key.ts';
import type { CrashOrder } from '../support/crashing_worker.ts';
import { follow, largeProject } from '../support/export_company.ts';
import { readSheetJs } from '../support/export_readers.ts';
import { NAMES } from '../support/file_names.ts';
import { openSdkJobHouse, type SdkJobHouse } from '../support/job_fixture.ts';
import { FIXED_HASH_KEY, fixedKeys } from '../support/keys.ts';
import { type FaultyProxy, openProxy } from '../support/reliability/faulty_proxy.ts';
import { reliabilityTest } from '../support/reliability/reliability_test.ts';
import { eventOf } from '../support/s3_event.ts';
import { newProject } from '../support/service.ts';
import { CASES } from '../wasm-core/calculations/all_cases.ts';

const WORKER = fileURLToPath(new URL('../support/crashing_worker.ts', import.meta.url));
const CHILD = fileURLToPath(new URL('../functions/export/large_child.ts', import.meta.url));
const CALLS_OF_A_BUILD = 20;

let house: SdkJobHouse;

beforeAll(async () => {
  house = await openSdkJobHouse();
});
afterAll(() => house.close());

const newDay = async () => {
  house.person = await house.signInAgain();
};

reliabilityTest(
  {
    id: 'EXP-02',
    stimulus: 'projects named with quotes, slashes, line breaks, NUL, «..», CON, U+202E, 300 signs, nothing',
    pass: 'one Content-Disposition with a safe name in ASCII and the true one in UTF-8; nothing leaves the header',
    quick: 4,
    full: NAMES.length,
  },
  async (n) => {
    await newDay();
    const project = await newProject(house.person);
    let refused = 0;
    for (const [name] of NAMES.slice(-n)) {
      const { body } = await house.person.get(paths.project(project));
      const renamed = await house.person.patch(paths.changeProject(project), { ...body, name });
      if (renamed.status !== 200) refused += 1;
      const { name: stands } = (await house.person.get(paths.project(project))).body;
      for (const format of EXPORT_FORMAT_NAMES) {
        const { status, headers } = await house.person.get(paths.export(project, format));
        expect([status, headers.get('set-cookie')]).toEqual([200, null]);
        const header = headers.get('content-disposition') ?? '';
        expect(header).toBe(attachment(exportFileName(stands, format)));
        expect(header).toMatch(/^attachment; filename="[\w .,()+=@#-]+"; filename\*=UTF-8''[\w.%~-]+$/);
      }
    }
    return `${n * EXPORT_FORMAT_NAMES.length} headers, ${refused} names refused when they are given`;
  },
);

reliabilityTest(
  {
    id: 'EXP-03',
    stimulus: 'a project is exported while three of its calculations are edited in turn, 50 times a second',
    pass: 'the file is a state that the project really had, or a visible «повторите»',
    quick: 4,
    full: 50,
  },
  async (n) => {
    await newDay();
    const project = await newProject(house.person);
    const inputs = CASES.torch_ch4?.[0]?.inputs;
    const ids: string[] = [];
    for (const letter of ['A', 'B', 'C']) {
      const body = { name: `Правка ${letter} 0`, project, ...inputs };
      ids.push((await house.person.post(paths.calculations('torch_ch4'), body)).body.id);
    }
    let editing = true;
    let edits = 0;
    const began = performance.now();
    const editor = (async () => {
      for (let step = 1; editing; step++) {
        for (const [place, id] of ids.entries()) {
          // Two edits in the same millisecond would look like one.
          house.clock = new Date(house.clock.getTime() + 1);
          const name = `Правка ${'ABC'[place]} ${step}`;
          const { status } = await house.person.patch(paths.changeCalculation('torch_ch4', id), { ...inputs, name });
          expect(status).toBe(200);
          edits += 1;
          await sleep(Math.max(0, edits * 20 - (performance.now() - began)));
        }
      }
    })();
    let refused = 0;
    const states: string[] = [];
    const ask = async () => {
      const { status, text, body } = await house.person.get(paths.export(project, 'txt'));
      if (status === 409) {
        expect(body.detail).toContain('Повторите экспорт');
        refused += 1;
        return;
      }
      expect(status).toBe(200);
      const step = (letter: string) => Number(new RegExp(`Правка ${letter} (\\d+)`).exec(text)?.[1]);
      const [a, b, c] = [step('A'), step('B'), step('C')];
      // Edited in turn: none is behind the one after it, and the first not ahead of the last by more than a step.
      expect([a >= b, b >= c, a - c <= 1], `${a}, ${b}, ${c}`).toEqual([true, true, true]);
      states.push([a, b, c].join());
    };
    try {
      for (let asked = 0; asked < n; asked++) await ask();
    } finally {
      editing = false;
      await editor;
    }
    const before = states.length;
    await ask();
    expect(states.length, 'asked when nobody edits').toBe(before + 1);
    const rate = Math.round(edits / ((performance.now() - began) / 1000));
    return `${before} real states, ${refused} told to repeat, 0 mixed; ${rate} edits/s`;
  },
);

const SIZES = [0, 1, 100, 10_000, 100_000];
const FORMATS = ['xls', 'xlsx'];
const MEMORY_MB = 512;

reliabilityTest(
  {
    id: 'EXP-04',
    stimulus:
      'tables of 0, 1, 100, 10,000, 100,000 rows with all details in xls and xlsx, in a process of their own with the store',
    pass: `every row is there, within 20 s and ${MEMORY_MB} MB`,
    quick: 1,
    full: SIZES.length * FORMATS.length,
  },
  async (n) => {
    const folder = mkdtempSync(join(tmpdir(), 'sizes-'));
    let most = 0;
    let slowest = 0;
    for (const [place, size] of SIZES.flatMap((rows) => FORMATS.map((format) => [format, rows] as const)).entries()) {
      if (place >= n) break;
      const [format, rows] = size;
      const path = join(folder, `${rows}.${format}`);
      const { stdout } = await promisify(execFile)(process.execPath, [CHILD, format, String(rows), path]);
      const { peak, took } = JSON.parse(stdout);
      expect(took, `${rows} in ${format}`).toBeLessThan(20_000);
      expect(peak, `${rows} in ${format}`).toBeLessThan(MEMORY_MB);
      most = Math.max(most, peak);
      slowest = Math.max(slowest, took);
      // The readers of more take minutes: `large.test.ts` reads those from their XML.
      if (rows > 10_000) continue;
      const book = readSheetJs(new Uint8Array(readFileSync(path)));
      const found = [...book].filter(([name]) => /^\d+\.\d+ /.test(name)).map(([, { length }]) => length - 1);
      expect(
        found.reduce((sum, count) => sum + count, 0),
        `${rows} in ${format}`,
      ).toBe(rows);
    }
    rmSync(folder, { recursive: true });
    return `${n} of ${n}, at most ${Math.round(slowest / 100) / 10} s and ${most} MB`;
  },
);

/** The API and the download endpoint over HTTP, with their faults. */
interface Site extends Listening {
  readonly s3: FaultyProxy;
  /** Builders to be killed at one of their calls. */
  kills: number[];
  /** Milliseconds by which links are older than they look. */
  late: number;
}

async function openSite(): Promise<Site> {
  const { db, services } = house;
  const { files: place } = house.reach();
  const s3 = await openProxy(place.endpoint ?? '');
  const files = openS3({ ...place, endpoint: s3.endpoint, linkPath: SIGNED_DOWNLOAD_PATH });
  const log = () => undefined;
  const sendExport = async (message: string) => {
    const call = site.kills.shift();
    if (call === undefined) return void handleEvents({ ...services, files, log }, eventOf([message]));
    const ahead = house.clock.getTime() - Date.now();
    const order: CrashOrder = { ...house.reach(), message, ahead, call, moment: call % 2 ? 'before' : 'after' };
    const child = spawn(process.execPath, [WORKER, JSON.stringify(order)], { stdio: 'ignore' });
    // The waiting request finds that the builder's heartbeat has stopped.
    void once(child, 'close').then(() => house.later(EXPORT_LEASE_MS / 1000 + 1));
  };
  const app = createApp(ROUTES, {
    core: services.core,
    db,
    files,
    keys: fixedKeys(),
    hashKey: FIXED_HASH_KEY,
    now: () => house.clock,
    log,
    sendExport,
  });
  const gate = signedDownloadEndpoint(files, () => new Date(Date.now() + site.late));
  const fetch = (request: Request) =>
    new URL(request.url).pathname.startsWith(SIGNED_DOWNLOAD_PATH) ? gate.fetch(request) : app.fetch(request);
  const site: Site = { ...(await listen({ fetch }, '127.0.0.1', 0)), s3, kills: [], late: 0 };
  const { close } = site;
  site.close = async () => {
    await close();
    files.client.destroy();
    await s3.close();
  };
  return site;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Requests a file as a browser does; returns the whole file, or the reason of the failure. */
async function ask(site: Site, path: string): Promise<{ bytes: Uint8Array } | { error: string }> {
  const headers = { Authorization: `Bearer ${house.person.tokens.access}` };
  try {
    const response = await fetch(`${site.url}${path}`, { headers });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status === 200) {
      expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
      return { bytes };
    }
    expect(response.status).toBeGreaterThanOrEqual(400);
    return { error: String(response.status) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { error: 'broken off' };
  }
}

const EXPORT_FAULTS = ['killed', '503', 'cut', 'expired'] as const;

reliabilityTest(
  {
    id: 'EXP-05',
    stimulus:
      'in every fourth export the builder is killed with -9, the bucket answers 503, the download breaks off, or the link has expired',
    pass: 'all bytes (length and SHA-256), or an error that is seen; never a part as the whole; asked again, all bytes',
    quick: 5,
    full: 100,
  },
  async (n) => {
    await newDay();
    const site = await openSite();
    const path = `${paths.export(await largeProject(house.person), 'xls')}?detail=true`;
    const first = await ask(site, path);
    const control = 'bytes' in first ? sha256(first.bytes) : first.error;
    expect('bytes' in first && first.bytes.length).toBeGreaterThan(100_000);
    let whole = 0;
    const errors: string[] = [];
    for (let round = 0; round < n; round++) {
      await newDay();
      for (const key of await house.stored()) if (key.startsWith('exports/')) await house.files.remove(key as FileKey);
      const fault = round % 4 === 0 ? EXPORT_FAULTS[(round / 4) % 4] : undefined;
      // Whatever becomes of an export leaves its item: the next one is another builder's.
      house.later(EXPORT_LEASE_MS / 1000 + 1);
      if (fault === 'killed') site.kills = [1 + ((round * 7) % CALLS_OF_A_BUILD)];
      if (fault === 'expired') site.late = 301_000;
      if (fault === '503') site.s3.next = () => '503';
      if (fault === 'cut')
        site.s3.next = ({ method, url }) => (method === 'GET' && url?.includes('/exports/') ? 'cut' : undefined);
      const got = await ask(site, path);
      site.kills = [];
      site.late = 0;
      site.s3.next = () => undefined;
      if ('bytes' in got) whole += 1;
      else errors.push(`${fault}: ${got.error}`);
      if ('bytes' in got) expect(sha256(got.bytes), `${round}: ${fault}`).toBe(control);
      if (!fault) expect(got, `${round}`).toHaveProperty('bytes');
      if ('bytes' in got) continue;
      house.later(EXPORT_LEASE_MS / 1000 + 1);
      const again = await ask(site, path);
      expect('bytes' in again && sha256(again.bytes), `${round}: ${fault}, again`).toBe(control);
    }
    await site.close();
    const kinds = [...new Set(errors)].map((kind) => `${kind} (${errors.filter((one) => one === kind).length})`);
    return `${n}: ${whole} whole, ${errors.length} seen errors (${kinds.join(', ')}), 0 truncated; asked again, all whole`;
  },
);

reliabilityTest(
  {
    id: 'EXP-07',
    stimulus: 'links to built files, followed at once, for another file, after 301 s',
    pass: 'good for 300 s and one file, an attachment of the exact type, nosniff; after that 403, and a new request gets a new link',
    quick: 1,
    full: 15,
  },
  async (n) => {
    await newDay();
    let late = 0;
    const gate = signedDownloadEndpoint(house.files, () => new Date(Date.now() + late));
    const project = await largeProject(house.person);
    for (let round = 0; round < n; round++) {
      const format = round % 2 ? 'xlsx' : 'xls';
      const path = `${paths.export(project, format)}?detail=true`;
      late = 0;
      const { status, headers, hops } = await follow(house, gate, house.person, path);
      const link = hops.at(-1) ?? '';
      expect([status, new URL(link, 'http://x').searchParams.get('X-Amz-Expires')]).toEqual([200, '300']);
      expect(headers.get('content-type')).toBe(EXPORT_FORMATS[format].contentType);
      expect(headers.get('content-disposition')).toMatch(/^attachment; /);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const other = link.replace(/[0-9a-f]{64}/, 'f'.repeat(64));
      expect((await gate.request(other)).status).toBe(403);
      late = 301_000;
      expect((await gate.request(link)).status).toBe(403);
      late = 0;
      expect((await follow(house, gate, house.person, path)).status).toBe(200);
    }
    return `${n} of ${n}`;
  },
);
