import { openDynamo } from '#functions/adapters/aws/dynamo_database.ts';
import { openS3 } from '#functions/adapters/aws/s3_files.ts';
import { loadServerCore } from '#functions/core.ts';
import { handleEvents } from '#functions/jobs/events.ts';
import { dictionaryReader } from '#functions/store/dictionaries.ts';
import { eventOf } from './s3_event.ts';

/** Orders of a crashing worker: where it works, what it does, and the outside call at which it crashes. */
export interface CrashOrder {
  readonly table: Parameters<typeof openDynamo>[0];
  readonly files: Parameters<typeof openS3>[0];
  readonly message: string;
  /** Milliseconds that the test's clock is ahead. */
  readonly ahead: number;
  /** From 1; 0: at none. */
  readonly call: number;
  readonly moment: 'before' | 'after';
  /** How it ends; kill -9 by default. `memory`: it exceeds its memory; `hang`: it reports that the call never ends. */
  readonly end?: 'memory' | 'hang';
  /** Whether it knows its deadline, which has passed when it hangs. */
  readonly knowsItsTime?: boolean;
}

const order: CrashOrder = JSON.parse(process.argv[2] ?? '');
const db = openDynamo(order.table);
const files = openS3(order.files);
const time = new AbortController();
let calls = 0;

const crash = <T>(next: (given: T) => Promise<unknown>) => {
  return async (given: T) => {
    calls += 1;
    const call = calls;
    const die = async (moment: string) => {
      if (call === order.call && moment === order.moment) await end();
    };
    await die('before');
    const answer = await next(given);
    await die('after');
    return answer;
  };
};
async function end(): Promise<void> {
  const hoard: object[] = [];
  while (order.end === 'memory') hoard.push(Array.from({ length: 10_000 }, (_, n) => ({ n })));
  if (order.end !== 'hang') process.kill(process.pid, 'SIGKILL');
  console.log('hanging');
  if (order.knowsItsTime) setImmediate(() => time.abort());
  await new Promise(() => {});
}

db.client.middlewareStack.add(crash as never, { step: 'initialize' });
files.client.middlewareStack.add(crash as never, { step: 'initialize' });

const now = () => new Date(Date.now() + order.ahead);
const log = (entry: unknown) => console.error(JSON.stringify(entry));
const dictionary = dictionaryReader(db, now);
const services = { core: await loadServerCore(), db, files, dictionary, now, log, deadline: time.signal };
const { batchItemFailures } = await handleEvents(services, eventOf([order.message]));
const { maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ calls, failures: batchItemFailures.length, maxRSS }));
process.exit(0);
