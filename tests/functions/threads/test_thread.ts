import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, threadId } from 'node:worker_threads';
import { beginStoring } from '#functions/threads/task_gate.ts';
import type { ToThread } from '#functions/threads/thread_task.ts';

/** A thread of the tests of pools: does what the content of a task names. */
parentPort?.on('message', async (sent: ToThread) => {
  if (sent === 'stop') return parentPort?.postMessage({ answer: 'let go' });
  const { content, gate } = sent;
  const [what, ms = 0] = content as [string, number?];
  if (what === 'spin') for (;;);
  if (what === 'die') process.exit(1);
  if (what === 'fill') for (const held: number[][] = []; ; held.push(Array.from({ length: 1e5 }, Math.random)));
  if (what === 'store') beginStoring(gate);
  await sleep(ms);
  parentPort?.postMessage(
    what === 'throw' ? { error: { name: 'Error', message: 'так нельзя' } } : { answer: threadId },
  );
});
