/** A line of the log: never a name, an e-mail, a token or the content of a file. */
export interface LogEntry {
  /** `error`: an operator must act. `security`: a refused access. `info`: metrics for operations. */
  readonly level: 'error' | 'security' | 'info';
  readonly event: string;
  readonly [detail: string]: unknown;
}

export type Log = (entry: LogEntry) => void;

/** The log of a host that brings none: what somebody should look at, a line of JSON each, on the standard error. */
export function logProblems(entry: LogEntry): void {
  if (entry.level !== 'info') console.error(line(entry));
}

/** The log of a server: that, and on the standard output a line for every request, by whose number a person's question is found. */
export function logAll(entry: LogEntry): void {
  if (entry.level !== 'info') {
    logProblems(entry);
    return;
  }
  // What has ended in the same turn of the event loop is written at once: to write is what takes the time.
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
