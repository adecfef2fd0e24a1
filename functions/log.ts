/** A line of the log: never a name, an e-mail, a token or the content of a file. */
export interface LogEntry {
  /** `error`: an operator must act. `security`: a refused access. `access`: who came or took out what. `info`: metrics for operations. */
  readonly level: 'error' | 'security' | 'access' | 'info';
  readonly event: string;
  readonly [detail: string]: unknown;
}

/** Events that alarms count, by one name for the log and the alarms (`infra/observability.ts`). */
export const ALARMING = {
  requestFailed: 'request_failed',
  swept: 'swept',
  jobGivenUp: 'job_given_up',
  keysNotRead: 'keys_not_read',
  refreshReused: 'refresh_reused',
  signInRefused: 'sign_in_refused',
  signInThrottled: 'sign_in_throttled',
  keyCodeRefused: 'key_code_refused',
} as const;

export type AlarmingEvent = (typeof ALARMING)[keyof typeof ALARMING];

export type Log = (entry: LogEntry) => void;

/** Writes problems to the standard error, a line of JSON each: the log of a host without its own. */
export function logProblems(entry: LogEntry): void {
  if (entry.level !== 'info') console.error(line(entry));
}

/** Writes problems as `logProblems`, and information, a line per request, to the standard output. */
export function logAll(entry: LogEntry): void {
  if (entry.level !== 'info') {
    logProblems(entry);
    return;
  }
  // Lines of one turn of the event loop are written together: each write takes time.
  if (waiting === '') setImmediate(writeWaiting);
  waiting += `${line(entry)}\n`;
}

let waiting = '';

function writeWaiting(): void {
  process.stdout.write(waiting);
  waiting = '';
}

function line(entry: LogEntry): string {
  return JSON.stringify({ at: new Date().toISOString(), ...entry });
}
