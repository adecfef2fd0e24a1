import type { DynamoDatabase } from '#functions/adapters/aws/dynamo_database.ts';

/** Consumed capacity that the table reported, units. */
export interface Capacity {
  reads: number;
  writes: number;
}

/** Makes every call of the table report its capacity; returns the running sum. */
export function countCapacity({ client }: DynamoDatabase): Capacity {
  const taken = { reads: 0, writes: 0 };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const answer = await next(args);
      const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: Consumed | Consumed[] };
      const units = [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      if (/^(Put|Update|Delete)/.test(context.commandName ?? '')) taken.writes += units;
      else taken.reads += units;
      return answer;
    },
    { step: 'initialize' },
  );
  return taken;
}

interface Consumed {
  readonly CapacityUnits?: number;
}
