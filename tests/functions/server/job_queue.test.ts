import { expect, test } from 'vitest';
import { startQueue, type Work } from '#functions/server/job_queue.ts';

/** A worker that fails the first `failures` deliveries of each message. */
function worker(failures: number) {
  const seen: string[] = [];
  let atOnce = 0;
  const work: Work = async ({ Records }) => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1));
    atOnce -= 1;
    const [record] = Records;
    const { body = '', messageId = '', attributes } = record ?? {};
    seen.push(`${body} ${attributes?.ApproximateReceiveCount}`);
    const failed = seen.filter((one) => one.startsWith(body)).length <= failures;
    return { batchItemFailures: failed ? [{ itemIdentifier: messageId }] : [] };
  };
  return { seen, work };
}

test('hands out messages one at a time, in their order', async () => {
  const { seen, work } = worker(0);
  const queue = startQueue(work, 1);
  for (const body of ['a', 'b', 'c']) queue.push(body);
  await queue.idle();
  expect(seen).toEqual(['a 1', 'b 1', 'c 1']);
});

test('a message that fails comes again, and does not hold up the others', async () => {
  const { seen, work } = worker(2);
  const queue = startQueue(work, 1);
  queue.push('a');
  queue.push('b');
  await queue.idle();
  expect(seen.slice(0, 2)).toEqual(['a 1', 'b 1']);
  expect(seen.sort()).toEqual(['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'b 3']);
});

test('a message is given up after five deliveries, also of a worker that dies', async () => {
  let deliveries = 0;
  const queue = startQueue(() => {
    deliveries += 1;
    return Promise.reject('нет рабочего');
  }, 1);
  queue.push('a');
  await queue.idle();
  expect(deliveries).toBe(5);
});

test('closed, it hands out nothing more', async () => {
  const { seen, work } = worker(9);
  const queue = startQueue(work, 1);
  queue.push('a');
  queue.push('b');
  await queue.close();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(seen).toEqual(['a 1']);
});
