// Reads a list repeatedly; reports the duration of each call on request. A separate process, so that other work does not delay it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Watched } from './watched_list.ts';

const [, , url = '', token = ''] = process.argv;
let [times, errors]: [number[], string[]] = [[], []];
let connected = true;
process.on('message', () => {
  process.send?.({ times, errors } satisfies Watched);
  [times, errors] = [[], []];
});
process.on('disconnect', () => {
  connected = false;
});
while (connected) {
  const started = performance.now();
  try {
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (!answer.ok) errors.push(String(answer.status));
  } catch (error) {
    errors.push(String(error));
  }
  times.push(performance.now() - started);
  await sleep(10);
}
