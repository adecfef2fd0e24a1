import { Refusal } from '../errors.ts';
import { DamagedFile } from '../store/files.ts';
import { DamagedStore, StoreFull } from '../store/store_error.ts';

/** An error on its way out of a thread: structured cloning knows no classes of ours. */
export interface ErrorBetweenThreads {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly refusal?: Pick<Refusal, 'status' | 'body' | 'headers'>;
}

/** Errors that the API answers by their class. */
const KINDS = { DamagedFile, DamagedStore, StoreFull } as const;

export function packError(error: unknown): ErrorBetweenThreads {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof Refusal)) return { name, message, stack };
  const { status, body, headers } = error;
  return { name, message, stack, refusal: { status, body, headers } };
}

export function unpackError({ name, message, stack, refusal }: ErrorBetweenThreads): Error {
  if (refusal) return new Refusal(refusal.status, refusal.body, refusal.headers);
  const Kind = KINDS[name as keyof typeof KINDS] ?? Error;
  const error = new Kind(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
