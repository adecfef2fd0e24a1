import type { NumberInputs } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { TableData } from '#core/calculations/table.ts';
import type { Model } from '#core/contract/model.ts';
import { ROWS_PAGE_LIMIT } from '#core/contract/rows.ts';
import { storedTable } from '../compute/stored_table.ts';
import { RequestCancelled, WorkerClient } from '../compute/worker_client.ts';
import { modelToUse } from '../models/models.ts';
import type { ColumnSettings } from './columns.ts';
import type { RowsSource } from './rows_source.ts';

/** A computing that goes on. */
export interface Recomputing {
  /**
   * SHA-256 of the rows file, hex; empty where the browser computes no digests. Rejects with
   * Dropped after `stop`.
   */
  readonly done: Promise<string>;
  readonly stop: () => void;
}

/** What a stored table is computed again from. */
export interface StoredTask {
  readonly type: string;
  readonly inputs: NumberInputs;
  readonly settings: ColumnSettings;
  /** Of types that have one. */
  readonly model: Model | undefined;
  readonly source: RowsSource;
}

/** Share of the work that is the reading of the rows; the rest is the computing. */
const READING = 0.8;

/**
 * Reads all rows of a stored table and computes them again in a worker. `onShare`: how much is
 * done, 0…1.
 */
export function recompute(task: StoredTask, onShare: (share: number) => void): Recomputing {
  const worker = new WorkerClient();
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    worker.stop();
  };
  const run = async () => {
    const { type, inputs, settings, model, source } = task;
    const data = await storedColumns(
      type,
      source,
      () => isStopped,
      (share) => onShare(share * READING),
    );
    const used = model && (await modelToUse(model));
    if (isStopped) throw new RequestCancelled();
    const input = { kind: 'table', data } as const;
    const outcome = await worker.ask(
      { ask: 'compute', task: { type, inputKey: 'stored', input, inputs, settings, ...(used && { model: used }) } },
      ({ share }) => onShare(READING + share * (1 - READING)),
    );
    if (outcome.kind === 'refused') throw new Error(outcome.refusal.detail);
    return outcome.sha256;
  };
  return { done: run().finally(() => worker.stop()), stop };
}

/**
 * The table that the stored rows were computed from, page by page into columns: rows as objects
 * would fill the memory.
 */
async function storedColumns(
  type: string,
  { head, rows }: RowsSource,
  isStopped: () => boolean,
  onShare: (share: number) => void,
): Promise<TableData> {
  const definition = definitionOf(type as CalculationType);
  const columns: Record<string, Float64Array> = {};
  for (let offset = 0; offset < head.count; offset += ROWS_PAGE_LIMIT) {
    if (isStopped()) throw new RequestCancelled();
    const page = await rows(offset, ROWS_PAGE_LIMIT, true);
    const part = storedTable(definition, { ...head, count: page.length }, page);
    for (const [name, values] of Object.entries(part.columns)) {
      columns[name] ??= new Float64Array(head.count);
      columns[name].set(values, offset);
    }
    onShare(Math.min(1, (offset + page.length) / head.count));
  }
  return { count: head.count, columns, texts: head.texts };
}
