import { expect, test } from 'vitest';
import { startQueue, type Work } from '#functions/server/job_queue.ts';

/** A worker that fails the first `failures` deliveries of each message. */
function worker(failures: number) {
  const seen: string[] = [];
  const work: Work = async ({ Records }, company) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const [record] = Records;
    const { body = '', messageId = '', attributes } = record ?? {};
    seen.push(`${company} ${body} ${attributes?.ApproximateReceiveCount}`);
    const failed = seen.filter((one) => one.startsWith(`${company} ${body}`)).length <= failures;
    return { batchItemFailures: failed ? [{ itemIdentifier: messageId }] : [] };
  };
  return { seen, work };
}

test('delivers each message with the company that it is for', async () => {
  const { seen, work } = worker(0);
  const queue = startQueue(work, 1);
  for (const body of ['a', 'b', 'c']) queue.push(body, 'A');
  await queue.idle();
  expect(seen).toEqual(['A a 1', 'A b 1', 'A c 1']);
});

test('a message that is on its way is not queued once more', async () => {
  const { seen, work } = worker(0);
  const queue = startQueue(work, 1);
  for (let times = 0; times < 3; times++) queue.push('a', 'A');
  await queue.idle();
  expect(seen).toEqual(['A a 1']);
});

test('a message that nobody needs any more is not delivered again', async () => {
  const { seen, work } = worker(9);
  const queue = startQueue(work, 1);
  const unneeded = new AbortController();
  queue.push('a', 'A', unneeded.signal);
  unneeded.abort();
  await queue.idle();
  expect(seen).toEqual(['A a 1']);
});

test('a message that fails comes again, and does not hold up the others', async () => {
  const { seen, work } = worker(2);
  const queue = startQueue(work, 1);
  queue.push('a', 'A');
  queue.push('b', 'A');
  await queue.idle();
  expect(seen.slice(0, 2)).toEqual(['A a 1', 'A b 1']);
  expect(seen.sort()).toEqual(['A a 1', 'A a 2', 'A a 3', 'A b 1', 'A b 2', 'A b 3']);
});

test('a message is given up after five deliveries, also of a worker that dies', async () => {
  let deliveries = 0;
  const queue = startQueue(() => {
    deliveries += 1;
    return Promise.reject('нет рабочего');
  }, 1);
  queue.push('a', 'A');
  await queue.idle();
  expect(deliveries).toBe(5);
});

test('closed, it delivers nothing more', async () => {
  const { seen, work } = worker(9);
  const queue = startQueue(work, 1);
  queue.push('a', 'A');
  await queue.close();
  queue.push('b', 'A');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(seen).toEqual(['A a 1']);
});
