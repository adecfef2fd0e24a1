import { tabStorage } from '../browser/storage.ts';
import type { Draft } from '../fields/draft.ts';
import type { Fingerprint } from './fingerprint.ts';

/**
 * Prefix in the session storage of the tab, erased at sign-out: what a job's result must be, by the
 * id of the job.
 */
const PREFIX = 'draft:expected:';

/** Remembers what the browser has computed of a file that the server computes later. */
export function expectResult(job: string, expected: Fingerprint): void {
  tabStorage.set(PREFIX + job, JSON.stringify(expected));
}

/** Whether this tab has sent the file of a job and waits for its result. */
export function isExpected(job: string): boolean {
  return tabStorage.get(PREFIX + job) !== null;
}

/** What was remembered, once. */
export function takeExpectedResult(job: string): Fingerprint | undefined {
  const text = tabStorage.get(PREFIX + job);
  if (text === null) return undefined;
  tabStorage.remove(PREFIX + job);
  return JSON.parse(text) as Fingerprint;
}

/** A form whose file was sent: it comes back when the job is repeated. */
export interface SentForm {
  readonly draftKey: string;
  readonly draft: Draft;
  readonly file: File;
  /** The calculation whose file it was to replace. */
  readonly calculation: string | undefined;
}

const sent = new Map<string, SentForm>();

export function rememberSent(job: string, form: SentForm): void {
  sent.set(job, form);
}

export function sentForm(job: string): SentForm | undefined {
  return sent.get(job);
}
