import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CalculationType, definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import type { UploadTicket } from '#core/contract/job.ts';
import { readCalculation, type StoredCalculation } from '#functions/store/calculations.ts';
import { rowsKey } from '#functions/store/file_key.ts';
import { makeTemplate } from '#functions/template.ts';
import type { CrashOrder } from './crashing_worker.ts';
import { csv, type JobHouse, openJobHouse, TYPE } from './job_house.ts';

const WORKER = fileURLToPath(new URL('./crashing_worker.ts', import.meta.url));
const FILE = csv(300);

let house: JobHouse;

beforeAll(async () => {
  house = await openJobHouse();
});
afterAll(() => house.close());

/** Runs a worker in a process of its own; answers the signal that ended it, and what it said. */
async function runWorker(message: string, call: number, moment: CrashOrder['moment']) {
  const order: CrashOrder = {
    ...house.reach(),
    message,
    ahead: house.clock.getTime() - Date.now(),
    call,
    moment,
  };
  const child = spawn(process.execPath, [WORKER, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { signal, said };
}

async function uploaded(
  fields: object = {},
  type: CalculationType = TYPE,
  file = FILE,
): Promise<{ ticket: UploadTicket; message: string }> {
  const ticket = await house.ticket(fields, house.person, type);
  expect(await house.send(ticket, file)).toBe(204);
  const [message = ''] = house.messages.splice(0);
  return { ticket, message };
}

const stored = ({ job }: UploadTicket) =>
  readCalculation(house.table, house.person.tenant, job.type as CalculationType, job.calculation);

/** What a reader gets: the facts of the calculation, and its rows, which must be there whole. */
async function readWhole(calculation: StoredCalculation) {
  const { sha256 } = calculation.table?.rows ?? { sha256: '' };
  const rows = await house.files.get(rowsKey(house.person.tenant, calculation.id, sha256));
  const { name, results, table, version, inputs } = calculation;
  return { name, results, table, version, inputs, rows: Buffer.from(rows ?? []).toString('base64') };
}

/** Looks after the jobs and lets a worker work until nothing is left to do. */
async function settle({ job }: UploadTicket): Promise<void> {
  house.later(80);
  await house.sweep();
  await house.deliver();
  house.later(3 * 3600);
  await house.sweep();
  expect((await house.job(job.id)).state).toBe('done');
  house.person = await house.signInAgain();
}

test.each(TABLE_TYPES)(
  'a worker killed at any outside call of %s is made good: one result, to the byte, and nothing left over',
  async (type) => {
    const file = new TextDecoder().decode((await makeTemplate(definitionOf(type), 'csv')).bytes);
    const undisturbed = await uploaded({}, type, file);
    const { said } = await runWorker(undisturbed.message, 0, 'before');
    const { calls, failures } = JSON.parse(said);
    expect([calls > 10, failures]).toEqual([true, 0]);
    const control = await readWhole((await stored(undisturbed.ticket)) as StoredCalculation);
    await settle(undisturbed.ticket);
    for (let call = 1; call <= calls; call++) {
      for (const moment of ['before', 'after'] as const) {
        const point = `${moment} call ${call}`;
        const { ticket, message } = await uploaded({}, type, file);
        expect((await runWorker(message, call, moment)).signal, point).toBe('SIGKILL');
        const half = await stored(ticket);
        if (half) expect(await readWhole(half), point).toEqual(control);
        await settle(ticket);
        expect(await readWhole((await stored(ticket)) as StoredCalculation), point).toEqual(control);
        expect(await house.stored(ticket.job), point).toEqual([expect.stringMatching(/^rows\//)]);
      }
    }
  },
  240_000,
);

test('so is one that replaces the table of a calculation', async () => {
  const { ticket, message } = await uploaded();
  await house.deliver([message]);
  await settle(ticket);
  for (let call = 1; call <= 24; call++) {
    const before = (await stored(ticket)) as StoredCalculation;
    const again = await uploaded({
      calculation: before.id,
      version: before.version,
      name: `Прогноз ${call}`,
      method: call % 2 ? 'lightgbm' : 'xgboost',
    });
    const { signal } = await runWorker(again.message, call, 'after');
    await settle(again.ticket);
    const after = (await stored(ticket)) as StoredCalculation;
    expect([after.version, after.name], `after call ${call}`).toEqual([before.version + 1, `Прогноз ${call}`]);
    await readWhole(after);
    if (signal === null) return;
  }
  throw new Error('The worker never came to its end');
}, 120_000);
