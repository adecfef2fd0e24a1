import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bodyTurn } from '#functions/http/body_turns.ts';

const CHUNK = 64 * 1024;

/** Turns of the event loop that pass until the last of so many chunks is taken, with the order in which they are. */
async function takeAll(chunks: number): Promise<{ turns: number; order: number[] }> {
  const order: number[] = [];
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns++) await nextTurn();
  })();
  await Promise.all(Array.from({ length: chunks }, (_, chunk) => bodyTurn(CHUNK).then(() => order.push(chunk))));
  isOver = true;
  await counting;
  return { turns, order };
}

test('bodies that come at once leave the loop to others after each two chunks', async () => {
  const { turns, order } = await takeAll(60);
  expect(turns).toBeGreaterThanOrEqual(30);
  expect(order).toEqual(Array.from({ length: 60 }, (_, chunk) => chunk));
});

test('a body that comes alone waits for one turn', async () => {
  expect((await takeAll(1)).turns).toBeLessThanOrEqual(3);
});
