import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openExportWaiters } from '#functions/server/export_waiters.ts';

test('an export is given up when the last one who waits has left', () => {
  const waiters = openExportWaiters();
  const [one, other] = [new AbortController(), new AbortController()];
  waiters.wait('a', one.signal);
  waiters.wait('a', other.signal);
  const given = waiters.signalOf('a');
  one.abort();
  expect(given.aborted).toBe(false);
  other.abort();
  expect(given.aborted).toBe(true);
  expect(waiters.signalOf('a').aborted).toBe(false);
});

test('whoever is redirected to wait on has not left, unless nobody comes back', async () => {
  const waiters = openExportWaiters(40);
  const back = () => waiters.wait('a', new AbortController().signal);
  const given = waiters.signalOf('a');
  const redirected = back();
  redirected();
  await sleep(10);
  const again = back();
  await sleep(60);
  expect(given.aborted).toBe(false);
  again();
  await sleep(60);
  expect(given.aborted).toBe(true);
});
