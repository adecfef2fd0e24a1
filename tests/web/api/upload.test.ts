import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadTicket } from '#core/contract/job.ts';
import { upload } from '#web/api/upload.ts';

/** A store that takes bytes when the test says so. */
class FakeCall {
  static last: FakeCall;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  constructor() {
    FakeCall.last = this;
  }
  open(): void {}
  send(): void {}
  abort(): void {
    this.onabort?.();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeCall);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function send(signal = new AbortController().signal) {
  const ticket = { url: 'https://store.example/', fields: { key: 'k' } } as unknown as UploadTicket;
  const shares: number[] = [];
  const sending = upload(ticket, new File(['1;2'], 'дни.csv'), (share) => shares.push(share), signal);
  const ended = sending.then(
    () => 'sent',
    (error: unknown) => error,
  );
  return { ended, shares, call: FakeCall.last };
}

describe('the upload of a large file', () => {
  it('is aborted after 30 seconds without progress', async () => {
    const { ended } = send();
    vi.advanceTimersByTime(30_000);
    expect(await ended).toMatchObject({
      message: 'Файл не отправлен: хранилище не ответило за 30 секунд.',
      advice: expect.stringContaining('отправьте снова'),
    });
  });

  it('may take any time while it makes progress', async () => {
    const { ended, shares, call } = send();
    for (let part = 1; part <= 10; part++) {
      vi.advanceTimersByTime(29_000);
      call.upload.onprogress?.({ loaded: part, total: 10 });
    }
    call.status = 204;
    call.onload?.();
    expect(await ended).toBe('sent');
    expect(shares.at(-1)).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with the cause: cancelled by the user, or the status code of the store', async () => {
    const stopping = new AbortController();
    const { ended } = send(stopping.signal);
    const reason = new Error('stopped');
    stopping.abort(reason);
    expect(await ended).toBe(reason);
    const refused = send();
    refused.call.status = 403;
    refused.call.onload?.();
    expect(await refused.ended).toMatchObject({ message: 'Файл не отправлен: срок разрешения на отправку истёк.' });
  });

  it('says that the server has no space left', async () => {
    const { ended, call } = send();
    call.status = 507;
    call.onload?.();
    expect(await ended).toMatchObject({
      message: 'Файл не отправлен: на сервере нет места.',
      advice: expect.stringContaining('сообщите администратору'),
    });
  });

  it('reports a missing network', async () => {
    const { ended, call } = send();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
    call.onerror?.();
    expect(await ended).toMatchObject({ message: 'Файл не отправлен: нет подключения к сети.' });
  });
});
