import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job, JobState } from '#core/contract/job.ts';
import { paths } from '#core/contract/paths.ts';
import { KEPT_MS, ORPHAN_MS } from '#functions/jobs/times.ts';
import { END_STATES, listPointers } from '#functions/store/jobs.ts';
import { csv, type JobHouse, openJobHouse, TYPE } from '../../support/job_fixture.ts';
import { newProject } from '../../support/service.ts';
import type { AroundCall } from '../../support/store_calls.ts';

const JOBS = 40;
const STEPS = 12;

let house: JobHouse;

beforeAll(async () => {
  house = await openJobHouse();
});
afterAll(() => house.close());

/** A random number 0…1 by turns of a linear congruential generator: a failing run can be repeated. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Makes a share of the outside calls fail: half of them before they are sent, half after they were carried out. */
function disturb(random: () => number, share: () => number): void {
  const disturbing: AroundCall = async (_, carryOut) => {
    const failing = random() < share();
    const late = random() < 0.5;
    const answer = failing && !late ? undefined : await carryOut();
    if (failing) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', name: 'TimeoutError' });
    return answer;
  };
  house.db.disturb(disturbing);
  house.files.disturb(disturbing);
}

const LEGAL: Readonly<Record<JobState, readonly JobState[]>> = {
  waiting: ['running', 'saving', 'done', 'failed', 'cancelled'],
  running: ['saving', 'done', 'failed', 'cancelled'],
  saving: ['done', 'failed'],
  done: [],
  failed: [],
  cancelled: [],
};

test('whatever fails and in whatever order things happen, each job comes to one legal end, and nothing is left over', async () => {
  const random = dice(4);
  let share = 0;
  disturb(random, () => share);
  house.project = await newProject(house.person);
  const jobs: Job[] = [];
  for (let n = 0; n < JOBS; n += 1) {
    if (n % 19 === 0) house.project = await newProject(house.person);
    const ticket = await house.ticket({ name: `Лава ${n}` });
    await house.send(ticket, n % 7 === 0 ? 'это не таблица' : csv(20 + n));
    jobs.push(ticket.job);
  }
  const pool = house.messages.splice(0);
  const seen = new Map<string, JobState>(jobs.map(({ id }) => [id, 'waiting']));
  const look = async () => {
    for (const { id } of jobs) {
      const { state } = await house.job(id);
      const before = seen.get(id) ?? 'waiting';
      if (state !== before) expect(LEGAL[before], `${before} → ${state}`).toContain(state);
      seen.set(id, state);
    }
  };
  for (let step = 0; step < STEPS; step++) {
    share = 0.2;
    const any = () => pool[Math.floor(random() * pool.length)] ?? '';
    const deliveries = Array.from({ length: 6 }, () => house.deliver([any(), any()]).catch(() => undefined));
    const victim = jobs[Math.floor(random() * jobs.length)]?.id ?? '';
    const cancelling = random() < 0.4 ? house.person.post(paths.cancelJob(victim), {}) : undefined;
    const sweeping = random() < 0.5 ? house.sweep().catch(() => []) : undefined;
    await Promise.all([...deliveries, cancelling, sweeping]);
    share = 0;
    await look();
    house.later(20);
  }
  for (let round = 0; round < 12; round++) {
    house.later(90);
    await house.sweep();
    await house.deliver();
    await look();
  }
  // A job that was given up keeps its file for a day, so that it can be started over; then nothing needs it.
  house.later((KEPT_MS + ORPHAN_MS) / 1000);
  await house.sweep();
  house.person = await house.signInAgain();
  let done = 0;
  for (const job of jobs) {
    const { state } = await house.job(job.id);
    expect(END_STATES, job.id).toContain(state);
    const { status, body } = await house.person.get(paths.calculation(TYPE, job.calculation));
    expect([state, status], job.id).toEqual([state, state === 'done' ? 200 : 404]);
    if (state === 'done') {
      done += 1;
      expect([body.version, body.rows_count]).toEqual([1, 20 + Number(body.name.split(' ')[1])]);
    }
    expect(await house.stored(job), job.id).toEqual(state === 'done' ? [expect.stringMatching(/^rows/)] : []);
  }
  expect(done).toBeGreaterThan(JOBS / 2);
  expect(await listPointers(house.db)).toEqual([]);
}, 120_000);
