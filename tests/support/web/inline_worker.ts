import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Reply, Request } from '#web/compute/messages.ts';
import { tableWork } from '#web/compute/table_work.ts';

/** What the running tests' workers were asked, and how many were ended. */
export const seen = { requests: [] as Request[], ended: 0 };

/**
 * The worker's own code in the test's thread: jsdom starts none. It answers later, as a thread
 * does.
 */
class InlineWorker {
  onmessage: ((event: MessageEvent<Reply>) => void) | null = null;
  private isEnded = false;
  private readonly answer = tableWork((data) => {
    setTimeout(() => {
      if (!this.isEnded) this.onmessage?.({ data } as MessageEvent<Reply>);
    });
  });

  postMessage(request: Request): void {
    seen.requests.push(request);
    setTimeout(() => this.answer(request));
  }

  terminate(): void {
    this.isEnded = true;
    seen.ended += 1;
  }
}

/** Gives every test of the file workers. */
export function withWorkers(): void {
  beforeEach(() => {
    seen.requests.length = 0;
    seen.ended = 0;
    vi.stubGlobal('Worker', InlineWorker);
    vi.stubGlobal('crypto', webcrypto);
  });
  afterEach(() => void vi.unstubAllGlobals());
}
