import { useEffect, useMemo } from 'react';
import type { Model } from '#core/contract/model.ts';
import { WorkerClient } from '../compute/worker_client.ts';
import { modelToUse } from '../models/models.ts';
import type { ExplainRow } from './explain.ts';

/** Explains rows by the model, in a worker that ends with the component. Undefined: no model. */
export function useExplain(model: Model | undefined): ExplainRow | undefined {
  const worker = useMemo(() => new WorkerClient(), []);
  useEffect(() => () => worker.stop(), [worker]);
  return useMemo(() => {
    if (!model) return undefined;
    return async (row) => {
      const values = numbers(row);
      const answer = await worker.ask({ ask: 'explain', model: await modelToUse(model), values });
      if (!answer.ok) throw new Unexplained(answer.message);
      return answer.explanation;
    };
  }, [model, worker]);
}

/** The model allows no contributions; the message says why, in Russian. */
export class Unexplained extends Error {
  override name = 'Unexplained';
}

function numbers(row: Parameters<ExplainRow>[0]): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(row).filter((entry): entry is [string, number | null] => typeof entry[1] !== 'string'),
  );
}
