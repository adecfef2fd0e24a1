import type { UploadTicket } from '#core/contract/job.ts';
import { ApiFailure } from './failure.ts';

/** A sending that has not gone on for so long is given up, ms. A slow line goes on. */
const STALL_MS = 30_000;

const NOT_LOST = 'Файл и введённое не потеряны: отправьте снова.';

/**
 * Posts the file of a ticket as the form that it was issued for. `onProgress` hears the share sent,
 * 0…1. Rejects with an ApiFailure,
 * or with the reason of `signal` when it stops the sending.
 */
export function upload(
  { url, fields }: UploadTicket,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  // Fetch tells nothing of what it has sent; this older call does.
  const call = new XMLHttpRequest();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // The store ignores what stands behind the file.
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const stop = () => call.abort();
    let isStalled = false;
    let stall: ReturnType<typeof setTimeout> | undefined;
    const goOn = () => {
      clearTimeout(stall);
      stall = setTimeout(() => {
        isStalled = true;
        call.abort();
      }, STALL_MS);
    };
    const settle = (end: () => void) => () => {
      clearTimeout(stall);
      signal.removeEventListener('abort', stop);
      end();
    };
    call.upload.onprogress = ({ loaded, total }) => {
      goOn();
      onProgress(total > 0 ? Math.min(1, loaded / total) : 0);
    };
    call.onload = settle(() => {
      if (call.status >= 200 && call.status < 300) resolve();
      else reject(refusedUpload(call.status));
    });
    call.onerror = settle(() => reject(interrupted()));
    call.onabort = settle(() => reject(isStalled ? stalled() : signal.reason));
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', stop);
    call.open('POST', url);
    call.send(form);
    goOn();
  });
}

function interrupted(): ApiFailure {
  const title = navigator.onLine
    ? 'Файл не отправлен: соединение прервалось.'
    : 'Файл не отправлен: нет подключения к сети.';
  return new ApiFailure({ title, advice: NOT_LOST, passing: true });
}

function stalled(): ApiFailure {
  const title = `Файл не отправлен: хранилище не ответило за ${STALL_MS / 1000} секунд.`;
  return new ApiFailure({ title, advice: NOT_LOST });
}

/** What an answer of the storage means, by its status. */
const REFUSALS: Readonly<Record<number, string>> = {
  403: 'срок разрешения на отправку истёк',
  507: 'на сервере нет места',
};

function refusedUpload(status: number): ApiFailure {
  const title = `Файл не отправлен: ${REFUSALS[status] ?? `хранилище ответило кодом ${status}`}.`;
  const advice = status >= 400 && status < 500 ? NOT_LOST : `${NOT_LOST} Если не поможет, сообщите администратору.`;
  return new ApiFailure({ title, advice, status });
}
