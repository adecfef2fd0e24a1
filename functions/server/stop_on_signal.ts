import { StartError } from './start_error.ts';

/** The parent process; `process.ppid` changes when it ends. */
const parent = process.ppid;
const PARENT_CHECK_MS = 300;

/** Longest time to stop, ms: supervisors kill a process after ten seconds. */
const STOP_MS = 9000;

/**
 * Ends the process on SIGINT and SIGTERM after `stop`, or after nine seconds; the second signal
 * ends it at once.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = async () => {
    if (stopping) process.exit(130);
    stopping = true;
    console.log('\nОстанавливаю…');
    setTimeout(() => fail(new Error(`Stopping took more than ${STOP_MS} ms`)), STOP_MS).unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      fail(error);
    }
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  if (process.env.npm_lifecycle_event) whenOrphaned(() => void end());
}

/**
 * npm signals its shell only, and the shell orphans its child: the process ends with its parent.
 */
function whenOrphaned(stop: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/**
 * Prints why the process cannot continue and ends it. A StartError is printed without its stack.
 */
export function fail(error: unknown): never {
  if (error instanceof StartError) console.error(`\n${error.message}\n`);
  else console.error('\nПродукт не запустился или не остановился. Причина:\n', error);
  process.exit(1);
}
