import { afterAll, beforeAll, expect } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { openDynamo } from '#functions/adapters/aws/dynamo_database.ts';
import { openS3 } from '#functions/adapters/aws/s3_files.ts';
import { handleEvents } from '#functions/jobs/events.ts';
import type { JobServices } from '#functions/jobs/services.ts';
import { dictionaryReader } from '#functions/store/dictionaries.ts';
import { listPointers } from '#functions/store/jobs.ts';
import { csv, openSdkJobHouse, type SdkJobHouse, TYPE } from '../support/job_fixture.ts';
import { FAULTS, type FaultyProxy, openProxy } from '../support/reliability/faulty_proxy.ts';
import { openQueue, VISIBILITY_MS } from '../support/reliability/queue_model.ts';
import { IS_FULL, reliabilityTest } from '../support/reliability/reliability_test.ts';
import { newProject } from '../support/service.ts';

/** Workers that work at the same time, in one process. */
const WORKERS = 8;
/** Unfinished jobs that a project may have. */
const IN_PROJECT = 20;
const SHARE = 0.2;
/** A hanging call takes seconds: only in the full run. */
const OURS = IS_FULL ? FAULTS : FAULTS.filter((fault) => fault !== 'hang');

let house: SdkJobHouse;
let proxies: readonly FaultyProxy[];
let services: JobServices;

beforeAll(async () => {
  house = await openSdkJobHouse();
  const { table: tablePlace, files: filesPlace } = house.reach();
  const [dynamo, s3] = [await openProxy(tablePlace.endpoint ?? ''), await openProxy(filesPlace.endpoint ?? '')];
  proxies = [dynamo, s3];
  const db = openDynamo({ ...tablePlace, endpoint: dynamo.endpoint });
  const files = openS3({ ...filesPlace, endpoint: s3.endpoint });
  services = { ...house.services, db, files, dictionary: dictionaryReader(db, house.services.now) };
});
afterAll(async () => {
  await services.db.close();
  await services.files.close();
  for (const proxy of proxies) await proxy.close();
  await house.close();
});

const calls = () => proxies.reduce((sum, proxy) => sum + proxy.calls, 0);

/** Sends the files of `count` jobs; answers the jobs and the messages about them. */
async function upload(count: number) {
  house.person = await house.signInAgain();
  const jobs = [];
  for (let n = 0; n < count; n++) {
    if (n % IN_PROJECT === 0) house.project = await newProject(house.person);
    const ticket = await house.ticket();
    await house.send(ticket, csv(20));
    jobs.push(ticket.job);
  }
  return { jobs, messages: house.messages.splice(0) };
}

/** Lets the workers take messages, a message each, until all jobs have ended, with the sweeper looking every 30 s of the test's clock. */
async function work(messages: readonly string[]): Promise<number> {
  const queue = openQueue(() => house.clock.getTime());
  for (const message of messages) queue.send(message);
  let deliveries = 0;
  const worker = async () => {
    for (let event = queue.receive(1); event.Records.length > 0; event = queue.receive(1)) {
      deliveries += 1;
      queue.settle(event, await handleEvents(services, event));
    }
  };
  for (let round = 0; round < 40; round++) {
    await Promise.all(Array.from({ length: WORKERS }, worker));
    if (queue.size() === 0 && (await unfinished()) === 0) break;
    house.later(VISIBILITY_MS / 2000);
    // Messages of the sweeper are delivered by the queue.
    for (const message of await house.sweep()) queue.send(message);
    house.messages.length = 0;
  }
  return deliveries;
}

async function unfinished(): Promise<number> {
  const pointers = await listPointers(house.db);
  const states = await Promise.all(pointers.map(async ({ job }) => (await house.job(job)).state));
  return states.filter((state) => ['waiting', 'running', 'saving'].includes(state)).length;
}

/** Random numbers 0…1 of a linear congruential generator: a failing run can be repeated. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

reliabilityTest(
  {
    id: 'EVT-08',
    stimulus:
      '20 % of all calls to the table and the bucket are throttled, fail with 500 or 503, break off before or after, or hang for 10 s',
    pass: 'every job is done once; at most 3 times the calls of an undisturbed run',
    quick: 6,
    full: 1000,
    fullTimeout: 60 * 60_000,
  },
  async (n) => {
    const control = await upload(Math.min(n, 20));
    const before = calls();
    await work(control.messages);
    const baseline = (calls() - before) / control.jobs.length;
    const random = dice(8);
    let done = 0;
    let sent = 0;
    let deliveries = 0;
    // In hundreds: an access token is valid for ten minutes.
    for (let left = n; left > 0; left -= 100) {
      const { jobs, messages } = await upload(Math.min(left, 100));
      for (const proxy of proxies)
        proxy.next = () => (random() < SHARE ? OURS[Math.floor(random() * OURS.length)] : undefined);
      const began = calls();
      deliveries += await work(messages);
      sent += calls() - began;
      for (const proxy of proxies) proxy.next = () => undefined;
      house.person = await house.signInAgain();
      for (const { id, calculation } of jobs) {
        expect(await house.job(id), id).toMatchObject({ state: 'done' });
        const { body } = await house.person.get(paths.calculation(TYPE, calculation));
        expect([body.version, body.rows_count], id).toEqual([1, 20]);
        done += 1;
      }
    }
    const { body } = await house.person.get(`${paths.calculations(TYPE)}?project=${house.project}&limit=100`);
    expect(body.count).toBeLessThanOrEqual(IN_PROJECT);
    const times = sent / n / baseline;
    expect(times).toBeLessThanOrEqual(3);
    return `${done} of ${n} done in one process of ${WORKERS} workers, ${deliveries} deliveries, ${times.toFixed(2)} times the calls`;
  },
);
