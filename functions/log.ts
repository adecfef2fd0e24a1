import type { JobLogEntry } from './jobs/services.ts';

/** The log of a host that brings none: what somebody should look at, a line of JSON each, on the standard error. */
export function logProblems(entry: JobLogEntry): void {
  if (entry.level !== 'info') console.error(line(entry));
}

/** The log of a server: that, and on the standard output a line for every request, by whose number a person's question is found. */
export function logAll(entry: JobLogEntry): void {
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

function line(entry: JobLogEntry): string {
  return JSON.stringify({ at: new Date().toISOString(), ...entry });
}
