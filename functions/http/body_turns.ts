import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Bytes of bodies that all requests together take in one turn of the event loop. Thirty files of 4 MiB that come at once would hold up
 * everybody else's requests: a socket gives all that has arrived in one turn.
 */
const TURN_BYTES = 128 * 1024;

const waiting: { readonly bytes: number; readonly resume: () => void }[] = [];
let turning = false;

/** Resolves when a request that has taken `bytes` of its body may take more. Until then its socket is not read. */
export function bodyTurn(bytes: number): Promise<void> {
  return new Promise((resume) => {
    waiting.push({ bytes, resume });
    if (!turning) void turn();
  });
}

/** First come, first served: bodies that come at the same time get the same share. */
async function turn(): Promise<void> {
  turning = true;
  while (waiting.length > 0) {
    await nextTurn();
    for (let left = TURN_BYTES; left > 0; ) {
      const next = waiting.shift();
      if (!next) break;
      left -= next.bytes;
      next.resume();
    }
  }
  turning = false;
}
