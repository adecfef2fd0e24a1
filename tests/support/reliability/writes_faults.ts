import type { DynamoDatabase } from '#functions/adapters/aws/dynamo_database.ts';
import { aroundStore, lostAnswer } from '../store_middleware.ts';

/** Random numbers 0…1 of a linear congruential generator: a failing run can be repeated. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Faults of DynamoDB in a share of the calls: throttled, failed with 500, failed after the call was carried out. */
export function disturbStore(db: DynamoDatabase, random: () => number, share: number): () => void {
  return aroundStore(db, async (send) => {
    if (random() >= share) return send();
    const kind = random();
    if (kind < 0.25) throw failed('ProvisionedThroughputExceededException', 400);
    if (kind < 0.5) throw failed('InternalServerError', 500);
    await send().catch(() => undefined);
    throw kind < 0.75 ? lostAnswer() : failed('InternalServerError', 500);
  });
}

/** A share of the calls is throttled, as DynamoDB does when a key is hot; `noticed` is called for each. */
export function throttleStore(
  db: DynamoDatabase,
  random: () => number,
  share: number,
  noticed: () => void,
): () => void {
  return aroundStore(db, async (send) => {
    if (random() >= share) return send();
    noticed();
    throw failed('ProvisionedThroughputExceededException', 400);
  });
}

function failed(name: string, httpStatusCode: number): Error {
  return Object.assign(new Error(name), { name, $metadata: { httpStatusCode }, $fault: 'server' });
}
