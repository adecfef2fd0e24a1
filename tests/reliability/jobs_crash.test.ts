import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { type CalculationType, definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS } from '#core/contract/export.ts';
import type { UploadTicket } from '#core/contract/job.ts';
import { makeTemplate } from '#functions/calculations/template.ts';
import { EXPORT_LEASE_MS } from '#functions/export/export_job.ts';
import { formatExportMessage } from '#functions/export/export_message.ts';
import { readProjectSnapshot, snapshotHash } from '#functions/export/project_snapshot.ts';
import { handleEvents } from '#functions/jobs/events.ts';
import { readCalculation, type StoredCalculation } from '#functions/store/calculations.ts';
import { claimBuild } from '#functions/store/exports.ts';
import { exportKey, rowsKey } from '#functions/store/file_key.ts';
import { readProject } from '#functions/store/projects.ts';
import type { CrashOrder } from '../support/crashing_worker.ts';
import { largeProject } from '../support/export_company.ts';
import { csv, openSdkJobHouse, type SdkJobHouse, TYPE } from '../support/job_fixture.ts';
import { IS_FULL, reliabilityRounds, reliabilityTest } from '../support/reliability/reliability_test.ts';
import { eventOf } from '../support/s3_event.ts';

const WORKER = fileURLToPath(new URL('../support/crashing_worker.ts', import.meta.url));

/** Step between the tried points of a kind in a quick run. */
const STRIDE = IS_FULL ? 1 : 7;

let house: SdkJobHouse;

beforeAll(async () => {
  house = await openSdkJobHouse();
});
afterAll(() => house.close());

type Crash = Pick<CrashOrder, 'call' | 'moment' | 'end' | 'knowsItsTime'>;

/** Runs a worker in a process of its own; answers whether it came to its end by itself, and what it said. One that hangs is killed. */
async function runWorker(message: string, crash: Crash, heapMb = 512) {
  const ahead = house.clock.getTime() - Date.now();
  const order: CrashOrder = { ...house.reach(), message, ahead, ...crash };
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, WORKER, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.on('data', (part) => {
    said += part;
    // A worker that is past its time is killed by its host; one that knows its time ends by itself.
    if (said.startsWith('hanging') && !crash.knowsItsTime) child.kill('SIGKILL');
  });
  const [code] = await once(child, 'close');
  return { ended: code === 0, said };
}

async function uploaded(fields: object = {}, type: CalculationType = TYPE, file = csv(300)) {
  const ticket = await house.ticket(fields, house.person, type);
  expect(await house.send(ticket, file)).toBe(204);
  const [message = ''] = house.messages.splice(0);
  return { ticket, message };
}

const stored = ({ job }: UploadTicket) =>
  readCalculation(house.db, house.person.tenant, job.type as CalculationType, job.calculation);

/** What a reader gets: the facts of the calculation, and its rows, which must be there whole. */
async function readWhole(calculation: StoredCalculation | undefined) {
  const { id = '', name, results, table, inputs } = calculation as StoredCalculation;
  const rows = await house.files.get(rowsKey(house.person.tenant, id, table?.rows.sha256 ?? ''));
  expect(rows, 'the rows that the calculation names').toBeDefined();
  return { name, results, table, inputs, rows: Buffer.from(rows ?? []).toString('base64') };
}

/** Runs the sweeper and a worker until no work is left. */
async function settle({ job }: UploadTicket): Promise<void> {
  house.later(80);
  await house.sweep();
  await house.deliver();
  house.later(3 * 3600);
  await house.sweep();
  expect((await house.job(job.id)).state).toBe('done');
  house.person = await house.signInAgain();
}

/** A slow worker reports its progress more often: a faster one may end before its last points. Most must be reached. */
function reached(crashed: number, points: readonly Crash[]): number {
  expect(crashed).toBeGreaterThan(points.length * 0.7);
  return crashed;
}

/** Every point: before and after each of the outside calls. */
function pointsOf(calls: number): Crash[] {
  const points = Array.from({ length: calls }, (_, call) =>
    (['before', 'after'] as const).map((moment) => ({ call: call + 1, moment })),
  ).flat();
  return points.filter((_, place) => place % STRIDE === 0);
}

async function crashJobs(type: CalculationType): Promise<number> {
  const file = new TextDecoder().decode((await makeTemplate(definitionOf(type), 'csv')).bytes);
  const undisturbed = await uploaded({}, type, file);
  const { said } = await runWorker(undisturbed.message, { call: 0, moment: 'before' });
  const { calls, failures } = JSON.parse(said);
  expect([calls > 10, failures]).toEqual([true, 0]);
  const control = await readWhole(await stored(undisturbed.ticket));
  await settle(undisturbed.ticket);
  const points = pointsOf(calls);
  let crashed = 0;
  for (const point of points) {
    const at = `${type}: ${point.moment} call ${point.call}`;
    const { ticket, message } = await uploaded({}, type, file);
    if (!(await runWorker(message, point)).ended) crashed += 1;
    const half = await stored(ticket);
    if (half) expect(await readWhole(half), at).toEqual(control);
    await settle(ticket);
    const whole = await stored(ticket);
    expect([whole?.version, await readWhole(whole)], at).toEqual([1, control]);
    expect(await house.stored(ticket.job), at).toEqual([expect.stringMatching(/^rows\//)]);
  }
  return reached(crashed, points);
}

/** A worker that replaces the table of a calculation. */
async function crashReplacing(): Promise<number> {
  const { ticket, message } = await uploaded();
  await house.deliver([message]);
  await settle(ticket);
  for (let call = 1; ; call++) {
    const before = (await stored(ticket)) as StoredCalculation;
    const method = call % 2 ? 'lightgbm' : 'xgboost';
    const name = `Прогноз ${call}`;
    const again = await uploaded({ calculation: before.id, version: before.version, name, method });
    const { ended } = await runWorker(again.message, { call, moment: 'after' });
    await settle(again.ticket);
    const after = (await stored(ticket)) as StoredCalculation;
    expect([after.version, after.name], `after call ${call}`).toEqual([before.version + 1, name]);
    await readWhole(after);
    if (ended) return call - 1;
  }
}

async function crashExports(project: string, format: (typeof EXPORT_FORMAT_NAMES)[number], detail: boolean) {
  const { tenant } = house.person;
  const content = await readProjectSnapshot(house.db, tenant, async () => {
    const found = await readProject(house.db, tenant, project);
    if (!found) throw new Error('The project has gone');
    return found;
  });
  const hash = snapshotHash(content, house.services.core.sha256, format, detail);
  const key = exportKey(tenant, hash, format);
  /** The message of the next request for the file, after the heartbeat of the former builder has expired. */
  const ask = async () => {
    // The clock of a worker goes on while it starts, which takes seconds on a busy machine.
    house.later(EXPORT_LEASE_MS / 1000 + 60);
    const claimed = await claimBuild(house.db, tenant, hash, house.clock.getTime(), EXPORT_LEASE_MS);
    return formatExportMessage({ company: tenant.company, project, format, detail, hash, fence: claimed?.fence ?? 0 });
  };
  const { said } = await runWorker(await ask(), { call: 0, moment: 'before' });
  const { calls, failures } = JSON.parse(said);
  expect(failures).toBe(0);
  const control = Buffer.from((await house.files.get(key)) ?? []);
  expect(control.length).toBeGreaterThan(1000);
  const points = pointsOf(calls);
  let crashed = 0;
  for (const point of points) {
    const at = `${format}, detail ${detail}: ${point.moment} call ${point.call}`;
    await house.files.remove(key);
    if (!(await runWorker(await ask(), point)).ended) crashed += 1;
    const half = await house.files.get(key);
    if (half) expect(control.equals(half), at).toBe(true);
    const response = await handleEvents(house.services, eventOf([await ask()]));
    expect(response, at).toEqual({ batchItemFailures: [] });
    expect(control.equals((await house.files.get(key)) ?? new Uint8Array()), at).toBe(true);
  }
  return reached(crashed, points);
}

reliabilityTest(
  {
    id: 'EVT-04',
    stimulus:
      'a worker is killed with -9 before and after each call to the table and the bucket: 3 kinds of tables, a replaced one, 5 shapes of exports',
    pass: 'done when delivered again, to the byte as without a crash; nothing is left over; nothing half is ever to be read',
    quick: 1,
    full: 9,
  },
  async (n) => {
    const jobs = TABLE_TYPES.map((type) => () => crashJobs(type));
    const project = await largeProject(house.person, 300);
    const exports = EXPORT_FORMAT_NAMES.flatMap((format) => [
      () => crashExports(project, format, false),
      ...(EXPORT_FORMATS[format].hasDetail ? [() => crashExports(project, format, true)] : []),
    ]);
    let points = 0;
    const kinds = [...jobs, crashReplacing, ...exports];
    expect(kinds.length).toBe(9);
    for (const kind of kinds.slice(0, n)) {
      house.person = await house.signInAgain();
      points += await kind();
    }
    return `${points} of ${points} points made good`;
  },
);

/** Crashes of a worker through no fault of the file, at its second reading. */
const ENDS: readonly (readonly [string, Pick<Crash, 'end' | 'knowsItsTime'>, string])[] = [
  ['out of memory', { end: 'memory' }, 'за несколько попыток'],
  ['killed for its time', { end: 'hang' }, 'за несколько попыток'],
  ['out of time, and knows it', { end: 'hang', knowsItsTime: true }, 'слишком много времени'],
];

/** The message that the sweeper sends when it finds the worker dead; none if it gives the job up. */
async function sentAgain(): Promise<string> {
  for (let looks = 0; looks < 4; looks++) {
    const [message] = await house.sweep();
    if (message !== undefined) return message;
    house.later(30);
  }
  return '';
}

reliabilityRounds(
  {
    id: 'EVT-09',
    stimulus: 'every worker at a job runs out of memory, is killed for its time, or lets go when its time ends',
    pass: 'five workers try; then, within 15 minutes, the job has failed and says why; it can be started over, and is then done',
    quick: 1,
    full: 50,
  },
  async (round) => {
    house.person = await house.signInAgain();
    const [what, crash, why] = ENDS[(round + 2) % ENDS.length] ?? ENDS[0] ?? ['', {}, ''];
    const { ticket, message: first } = await uploaded();
    let message = first;
    const { id } = ticket.job;
    const began = house.clock.getTime();
    for (let worker = 1; worker <= 5; worker++) {
      await runWorker(message, { call: 6, moment: 'before', ...crash }, 96);
      expect((await house.job(id)).fence, what).toBe(worker);
      message = await sentAgain();
    }
    const minutes = (house.clock.getTime() - began) / 60_000;
    expect(await house.job(id), what).toMatchObject({ state: 'failed', detail: expect.stringContaining(why) });
    expect(minutes).toBeLessThan(15);
    house.messages.length = 0;
    house.person = await house.signInAgain();
    expect((await house.person.post(`/api/v1/jobs/${id}/retry/`, {})).status).toBe(200);
    await settle(ticket);
    return minutes;
  },
  (minutes) =>
    `${minutes.length} of ${minutes.length} failed with their reason after 5 workers, within ${Math.max(...minutes)} minutes, and were done when started over`,
);
