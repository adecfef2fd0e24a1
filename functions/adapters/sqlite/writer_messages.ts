import type { MessagePort } from 'node:worker_threads';
import { DamagedStore, ItemRefused, StoreFull } from '../../store/store_error.ts';
import type { Write, Written } from './write.ts';

/** What the writer is sent: a write, of the company whose request it is. */
export interface WriteRequest {
  readonly id: number;
  readonly company: string;
  readonly write: Write;
}

/** An error on its way between threads. */
export interface SentError {
  readonly name: string;
  readonly message: string;
}

/** What the thread that has started the writer tells it: who writes too, what a check has found, or that it is over. */
export type ToWriter = { readonly join: MessagePort } | { readonly damaged: SentError } | 'close';

/** What the writer answers, once its commit is on the disk. */
export type WriteReply = { readonly id: number } & ({ readonly result: Written } | { readonly error: SentError });

/** The first message of the writer: the file is open and whole, or why not. */
export type Opened = { readonly opened: true } | { readonly error: SentError };

export function sendError(error: unknown): SentError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { name, message };
}

const ERRORS = { DamagedStore, ItemRefused, StoreFull } as const;

export function receiveError({ name, message }: SentError): Error {
  const Kind = ERRORS[name as keyof typeof ERRORS] ?? Error;
  return new Kind(message);
}
