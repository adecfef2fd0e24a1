import fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect } from 'vitest';
import type { JobState } from '#core/contract/job.ts';
import { endJob, failJob, failRetryable } from '#functions/jobs/end_job.ts';
import { claimJob, type JobLease, keepAlive } from '#functions/jobs/job_lease.ts';
import { restart } from '#functions/jobs/restart.ts';
import { sweep } from '#functions/jobs/sweep.ts';
import { KEPT_MS, MAX_CLAIMS } from '#functions/jobs/times.ts';
import { uploadKey } from '#functions/store/file_key.ts';
import { createJob, moveJob, readJob, removePointer, type StoredJob } from '#functions/store/jobs.ts';
import { type JobHouse, openJobHouse, TYPE } from '../support/job_fixture.ts';
import { reliabilityTest } from '../support/reliability/reliability_test.ts';

let house: JobHouse;

beforeAll(async () => {
  house = await openJobHouse();
});
afterAll(() => house.close());

/** Permitted transitions of a job's state. */
const LEGAL: Readonly<Record<JobState, readonly JobState[]>> = {
  waiting: ['running', 'failed', 'cancelled'],
  running: ['saving', 'failed', 'cancelled'],
  saving: ['done', 'failed'],
  done: [],
  // Only after a failure through no fault of the file: see below.
  failed: ['waiting'],
  cancelled: [],
};

/** Events of a job: by one of two workers, the sweeper, the user, operations, or time. */
type Event =
  | { readonly does: 'claim' | 'report' | 'save' | 'finish' | 'refuse' | 'giveUp' | 'letGo'; readonly worker: 0 | 1 }
  | { readonly does: 'cancel' | 'retry' | 'sweep' }
  | { readonly does: 'wait'; readonly seconds: number };

const worker = fc.constantFrom(0 as const, 1 as const);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('claim' as const), worker }) },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constantFrom('report', 'save', 'finish', 'refuse', 'giveUp', 'letGo'), worker }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('cancel', 'retry', 'retry', 'sweep') }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('wait' as const), seconds: fc.constantFrom(1, 80, 1000, 90_000) }),
  },
);

/** A job as a ticket makes it, in a table of its own clock. */
function newJob(at: Date): StoredJob {
  const id = v7();
  return {
    ...{ id, type: TYPE, project: 'p', name: 'Прогноз', file_name: 'лава.csv', state: 'waiting', progress: 0 },
    ...{ calculation: v7(), detail: null, errors: [], errors_total: 0, retry_until: null },
    ...{ created_at: at.toISOString(), updated_at: at.toISOString(), user: 'u', given: {} },
    ...{ upload: uploadKey(house.person.tenant, id), ticket_ends_at: at.getTime() + 900_000 },
    ...{ enqueued_at: 0, fence: 0, lease_ends_at: 0, rows: [] },
  };
}

/** Applies a sequence of events and checks the job after each; returns the number of transitions. */
async function live(events: readonly Event[]): Promise<number> {
  let clock = new Date();
  const { db } = house;
  const { tenant } = house.person;
  // The file is there as long as it may be needed: whether it is, the tests of the sweeper and of a new start try.
  const files = { ...house.files, size: async () => 1, remove: async () => {} };
  const services = { ...house.services, files, now: () => clock };
  const first = newJob(clock);
  await createJob(db, tenant, first);
  const leases: (JobLease | undefined)[] = [];
  let before = first;
  let claims = 0;
  let moves = 0;
  const look = async (what: string) => {
    const job = (await readJob(db, tenant, first.id)) as StoredJob;
    const step = `${what}: ${before.state} → ${job.state}`;
    if (job.state !== before.state) {
      moves += 1;
      expect(LEGAL[before.state], step).toContain(job.state);
      if (before.state === 'failed') {
        expect(Date.parse(before.retry_until ?? ''), step).toBeGreaterThan(clock.getTime());
        claims = 0;
      }
    } else if (['done', 'failed', 'cancelled'].includes(job.state)) expect(job, step).toEqual(before);
    expect(job.fence, step).toBeGreaterThanOrEqual(before.fence);
    if (job.fence > before.fence && job.state !== 'waiting') claims += 1;
    if (job.state === 'running') expect(claims, step).toBeLessThanOrEqual(MAX_CLAIMS);
    if (job.retry_until !== null)
      expect([job.state, Date.parse(job.retry_until)], step).toEqual(['failed', Date.parse(job.created_at) + KEPT_MS]);
    before = job;
  };
  const byWorker = async (does: string, lease: JobLease | undefined) => {
    if (!lease) return;
    const held = lease.job();
    if (does === 'report') await lease.move({ progress: 0.5 });
    else if (does === 'save' && held.state === 'running') await lease.move({ state: 'saving' });
    else if (does === 'finish' && held.state === 'saving') await endJob(services, tenant, held, { state: 'done' });
    else if (does === 'refuse') await failJob(services, tenant, held, 'В файле ошибки');
    else if (does === 'giveUp' && held.state === 'running') await failRetryable(services, tenant, held, 'Не удалось');
    else if (does === 'letGo') await endJob(services, tenant, held, { lease_ends_at: 0 });
  };
  for (const what of events) {
    if (what.does === 'wait') clock = new Date(clock.getTime() + what.seconds * 1000);
    else if (what.does === 'claim') {
      const claimed = await claimJob(services, tenant, before);
      if (claimed) {
        await leases[what.worker]?.stop();
        leases[what.worker] = keepAlive(services, tenant, claimed);
      }
    } else if (what.does === 'cancel') {
      const updated_at = clock.toISOString();
      await moveJob(db, tenant, first.id, { state: 'cancelled', updated_at }, { states: ['waiting', 'running'] });
    } else if (what.does === 'retry') await restart(services, tenant, before);
    else if (what.does === 'sweep') await sweep(services, async () => {});
    // A worker that has lost its lease gets an error.
    else if ('worker' in what)
      await byWorker(what.does, leases[what.worker]).catch((error) => expect(error.name).toBe('LeaseLost'));
    await look(JSON.stringify(what));
  }
  for (const lease of leases) await lease?.stop();
  await removePointer(db, first.id);
  return moves;
}

reliabilityTest(
  {
    id: 'EVT-14',
    stimulus: 'any sequence of what two workers, the sweeper, the person and time may do to a job',
    pass: 'only legal moves; an end stays the end, unless the file was not at fault and is still kept; at most 5 claims a start',
    quick: 60,
    full: 10_000,
    fullTimeout: 60 * 60_000,
  },
  async (n) => {
    let moves = 0;
    const sequence = fc.array(event, { minLength: 4, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(sequence, async (events) => {
        moves += await live(events);
      }),
      { numRuns: n, seed: 14 },
    );
    return `${n} sequences, ${moves} moves, 0 illegal`;
  },
);
