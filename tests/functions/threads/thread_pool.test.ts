import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { openThreadPool, type PoolOptions, type ThreadPool } from '#functions/threads/thread_pool.ts';

let pool: ThreadPool;
afterEach(() => pool.close());

function openPool(options: Partial<PoolOptions> = {}): ThreadPool {
  const url = new URL('./test_thread.ts', import.meta.url);
  const start = () => new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: 32 } });
  return openThreadPool({ start, threads: 2, perCompany: 1, runMs: 60_000, ...options });
}

const run = (company: string, ...content: [string, number?]) => pool.run({ company, content });

test('a company whose tasks hang leaves a thread to the others', async () => {
  pool = openPool();
  const hung = [run('A', 'spin'), run('A', 'spin')].map((task) => expect(task).rejects.toThrow('stopped'));
  expect(await run('B', 'echo')).toBeTypeOf('number');
  expect(await run('C', 'echo')).toBeTypeOf('number');
  await pool.close();
  await Promise.all(hung);
});

test('companies take turns, however much one of them has waiting', async () => {
  pool = openPool({ threads: 1 });
  const ended: string[] = [];
  const tasks = ['X', 'A', 'A', 'A', 'A', 'B', 'C', 'B'].map((company) =>
    run(company, 'echo', 5).then(() => ended.push(company)),
  );
  await Promise.all(tasks);
  expect(ended.join(' ')).toBe('X A B C A B A A');
});

test('a task that does not end in its time is ended, and the next one gets a new thread', async () => {
  pool = openPool({ threads: 1, runMs: 1500 });
  const first = await run('A', 'echo');
  await expect(run('A', 'spin')).rejects.toMatchObject({ name: 'TaskEnded', reason: 'time' });
  expect(await run('A', 'echo')).not.toBe(first);
});

test('a thread that dies fails its task alone', async () => {
  pool = openPool({ threads: 1 });
  const died = expect(run('A', 'die')).rejects.toThrow('thread has ended');
  const next = run('A', 'echo');
  await died;
  expect(await next).toBeTypeOf('number');
});

test('a task that needs more memory than a thread has is told so', async () => {
  pool = openPool({ threads: 1 });
  await expect(run('A', 'fill')).rejects.toMatchObject({ reason: 'memory' });
});

test('an error of a task is thrown, and its thread goes on', async () => {
  pool = openPool({ threads: 1 });
  const thread = await run('A', 'echo');
  await expect(run('A', 'throw')).rejects.toThrow('так нельзя');
  expect(await run('A', 'echo')).toBe(thread);
});

test('a thread that cannot start fails its task', async () => {
  pool = openPool({ start: () => new Worker('throw new Error("нет хранилища")', { eval: true }) });
  await expect(run('A', 'echo')).rejects.toThrow('нет хранилища');
});

test('a task that nobody waits for leaves the queue, and the running one is ended', async () => {
  pool = openPool({ threads: 1 });
  const leaving = new AbortController();
  const { signal } = leaving;
  await run('A', 'echo');
  const tasks = [
    pool.run({ company: 'A', content: ['spin'], signal }),
    pool.run({ company: 'B', content: ['spin'], signal }),
  ];
  const next = run('C', 'echo');
  leaving.abort();
  for (const task of tasks) await expect(task).rejects.toMatchObject({ reason: 'left' });
  expect(await next).toBeTypeOf('number');
});

test('a task that has begun to store is not ended because nobody waits', async () => {
  pool = openPool({ threads: 1 });
  const leaving = new AbortController();
  await run('A', 'echo');
  const stored = pool.run({ company: 'A', content: ['store', 500], signal: leaving.signal });
  await sleep(200);
  leaving.abort();
  expect(await stored).toBeTypeOf('number');
});

test('a task that waits too long, or holds more than may wait, is refused', async () => {
  pool = openPool({ threads: 1, waitMs: 50, waitingBytes: { perCompany: 10, all: 15 } });
  const busy = run('A', 'echo', 400);
  const held = (company: string, bytes: number) => pool.run({ company, content: ['echo'], bytes });
  const waiting = [held('B', 10), held('C', 5)].map((task) => expect(task).rejects.toMatchObject({ reason: 'crowd' }));
  await expect(held('B', 1)).rejects.toMatchObject({ reason: 'crowd' });
  await expect(held('D', 6)).rejects.toMatchObject({ reason: 'crowd' });
  await Promise.all(waiting);
  await busy;
});

test('closed, it lets running tasks let go and ends those that hang', async () => {
  pool = openPool();
  await Promise.all([run('A', 'echo'), run('B', 'echo')]);
  const lettingGo = run('A', 'echo', 60_000);
  const hung = expect(run('B', 'spin')).rejects.toMatchObject({ reason: 'stopped' });
  const started = performance.now();
  await pool.close();
  expect(await lettingGo).toBe('let go');
  await hung;
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(pool.size()).toBe(0);
  await expect(run('A', 'echo')).rejects.toMatchObject({ reason: 'stopped' });
});

test('a thread that has worked and rests is replaced by a new one, so its memory is free', async () => {
  pool = openPool({ threads: 1, kept: 1, idleMs: 300 });
  const first = await run('A', 'echo');
  await sleep(1000);
  expect(pool.size()).toBe(1);
  expect(await run('A', 'echo')).not.toBe(first);
});

test('a thread that has done nothing yet stays as it is', async () => {
  pool = openPool({ threads: 1, kept: 1, idleMs: 100 });
  await sleep(500);
  const first = await run('A', 'echo');
  expect(pool.size()).toBe(1);
  expect(await run('A', 'echo')).toBe(first);
});
