import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Job } from '#core/contract/job.ts';
import { paths } from '#core/contract/paths.ts';
import { csv } from '../support/job_fixture.ts';
import { type Caller, callerOf, done, type LoadedCompany, openCompany } from '../support/reliability/load/company.ts';
import { sendForm } from '../support/reliability/load/mixed_use.ts';
import { openProcesses, type Processes } from '../support/reliability/load/processes.ts';
import { IS_FULL, reliabilityTest } from '../support/reliability/reliability_test.ts';

let processes: Processes;
let company: LoadedCompany;

beforeAll(async () => {
  processes = await openProcesses();
  company = await openCompany(processes, { people: 1, projects: 1, each: 1 });
}, 180_000);
afterAll(async () => {
  company.close();
  await processes.close();
});

/** Files at work in each round, and the rows of each: in full, seconds of work. */
const [FILES, ROWS] = [4, IS_FULL ? 300_000 : 2000];

/** A lease ends, and the sweeper looks: as docs/on-premises.md says. */
const TAKEN_OVER_MS = 3 * 60_000;

reliabilityTest(
  {
    id: 'EVT-15',
    stimulus: `two servers over the same stores work at ${FILES} files; in the middle the one that took them is killed with -9, n times`,
    pass: 'the other answers at once and has all files computed within three minutes, each once',
    quick: 1,
    full: 3,
  },
  async (n) => {
    const file = csv(ROWS);
    const [project = ''] = company.projects;
    const [person] = company.people as readonly [Caller];
    let longest = 0;
    let before = 0;
    for (let round = 0; round < n; round++) {
      const doomed = await processes.another();
      const there = callerOf(doomed.url, person);
      const jobs = await Promise.all(Array.from({ length: FILES }, () => sendForm(there, project, file)));
      const states = () =>
        Promise.all(jobs.map(async (id) => ((await done(person.call('GET', paths.job(id)))) as Job).state));
      while (!(await states()).some((state) => state === 'running' || state === 'done')) await sleep(50);
      // Leases end by the clock of the machine: in a quick run no server is killed.
      if (IS_FULL) await doomed.kill();
      const start = performance.now();
      for (let now = await states(); !now.every((state) => state === 'done'); now = await states()) {
        expect(now).not.toContain('failed');
        expect(performance.now() - start).toBeLessThan(TAKEN_OVER_MS);
        await sleep(1000);
      }
      longest = Math.max(longest, performance.now() - start);
      const { count } = await done(person.call('GET', `${paths.calculations('regres_methane')}?project=${project}`));
      expect(count - before).toBe(FILES);
      before = count;
    }
    return `${n * FILES} of ${n * FILES} computed once, at most ${(longest / 1000).toFixed(0)} s after the death`;
  },
);
