import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readCalculation } from '#functions/store/calculations.ts';
import { csv, openSdkJobHouse, TYPE } from '../../support/job_fixture.ts';

const WORKER = fileURLToPath(new URL('../../support/crashing_worker.ts', import.meta.url));

/**
 * Bytes that a worker may take, MB; its function on AWS has 2048. Alone it takes 330 to 450; where the processors are busy, memory is
 * collected later.
 */
const BOUND_MB = 640;

test('a worker does a table of a million rows in 640 MB', async () => {
  const house = await openSdkJobHouse();
  const ticket = await house.ticket();
  expect(await house.send(ticket, csv(1_000_000))).toBe(204);
  const [message = ''] = house.messages;
  const order = { ...house.reach(), message, ahead: 0, call: 0, moment: 'before' };
  const worker = spawn(process.execPath, ['--max-old-space-size=128', WORKER, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Promise.all([text(worker.stdout), once(worker, 'exit')]);
  const { failures, maxRSS } = JSON.parse(said);
  expect(failures).toBe(0);
  const calculation = await readCalculation(house.db, house.person.tenant, TYPE, ticket.job.calculation);
  expect(calculation?.table?.rows.count).toBe(1_000_000);
  expect(maxRSS / 1024).toBeLessThan(BOUND_MB);
  await house.close();
}, 120_000);
