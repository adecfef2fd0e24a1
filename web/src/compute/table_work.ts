import { computeTable } from '#core/calculations/compute_table.ts';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { ResultRefused } from '#core/calculations/result_refused.ts';
import type { Core } from '#core/load.ts';
import { ModelRefused } from '#core/models/refused.ts';
import { explainRow, loadRowModel, type RowModel } from '#core/models/row_model.ts';
import { mergeRows, readJsonRows } from '#core/tables/json_rows.ts';
import { type ReadTable, readTable, type TableRefused } from '#core/tables/read_table.ts';
import { ApiFailure } from '../api/failure.ts';
import { fetchCore } from './fetch_core.ts';
import { fileCells } from './file_cells.ts';
import { fileHeaders } from './file_headers.ts';
import type {
  ExplainedRow,
  ModelToUse,
  Reply,
  Request,
  Stage,
  TableOutcome,
  TableTask,
  WorkerRequest,
} from './messages.ts';
import { storedTable } from './stored_table.ts';

type Post = (reply: Reply, transfer: Transferable[]) => void;
type Report = (stage: Stage) => (share: number) => void;

/** Least share of work between two reports of progress. */
const STEP = 0.01;

/** Answers requests one after another; what was read and loaded is kept for the next. */
export function tableWork(post: Post): (request: Request) => void {
  let core: Promise<Core> | undefined;
  const models = new Map<string, Promise<RowModel>>();
  let lastRead: { readonly key: string; readonly read: ReadTable } | undefined;

  const loadedCore = () => {
    if (core === undefined) {
      core = fetchCore();
      core.catch(() => {
        core = undefined;
      });
    }
    return core;
  };

  const loadedModel = async (model: ModelToUse) => {
    const { sha256 } = model.reference;
    const loading =
      models.get(sha256) ??
      loadRowModel(await loadedCore(), model.reference, new Uint8Array(model.bytes), model.columns);
    models.set(sha256, loading);
    // What could not be loaded is loaded again by the next request.
    loading.catch(() => models.delete(sha256));
    return loading;
  };

  const readOnce = async (task: TableTask, report: Report) => {
    const key = `${task.type} ${task.inputKey} ${JSON.stringify(task.settings)}`;
    if (lastRead?.key !== key) lastRead = { key, read: await readInput(task, report('reading')) };
    return lastRead.read;
  };

  const compute = async (task: TableTask, report: Report): Promise<TableOutcome> => {
    const read = await readOnce(task, report);
    if (!read.ok) return { kind: 'refused', refusal: read };
    const computed = await computeTable(definitionOf(task.type as CalculationType), read.data, {
      core: await loadedCore(),
      inputs: task.inputs,
      ...(task.model && { model: await loadedModel(task.model) }),
      onProgress: report('computing'),
    }).catch(refusalOfResult);
    if ('ok' in computed) return { kind: 'refused', refusal: computed };
    const { bytes } = computed;
    return { kind: 'computed', bytes, sha256: await sha256Of(bytes), notes: 'notes' in read ? read.notes : [] };
  };

  const explain = async ({
    model,
    values,
  }: Extract<WorkerRequest, { readonly ask: 'explain' }>): Promise<ExplainedRow> => {
    try {
      return { ok: true, explanation: explainRow(await loadedModel(model), values) };
    } catch (error) {
      if (error instanceof ModelRefused) return { ok: false, message: error.message };
      throw error;
    }
  };

  const answer = async (request: Request): Promise<void> => {
    const { id } = request;
    if (request.ask === 'warm') {
      await loadedCore();
      return post({ id, kind: 'answer', answer: true }, []);
    }
    if (request.ask === 'headers') {
      return post({ id, kind: 'answer', answer: await ofFile(request, fileHeaders) }, []);
    }
    if (request.ask === 'cells') {
      const { settings } = request;
      const read = (...file: FileOf) => fileCells(...file, settings);
      return post({ id, kind: 'answer', answer: await ofFile(request, read) }, []);
    }
    if (request.ask === 'explain') return post({ id, kind: 'answer', answer: await explain(request) }, []);
    const outcome = await compute(request.task, reporter(id, post));
    post({ id, kind: 'answer', answer: outcome }, outcome.kind === 'computed' ? [outcome.bytes.buffer] : []);
  };

  let queue = Promise.resolve();
  return (request) => {
    queue = queue.then(() =>
      answer(request).catch((error: unknown) => post({ id: request.id, kind: 'broken', ...wordsOf(error) }, [])),
    );
  };
}

/** What a model cannot compute is the user's to mend, as what cannot be read is. */
function refusalOfResult(error: unknown): TableRefused {
  if (!(error instanceof ResultRefused)) throw error;
  const { status, message, fault } = error;
  return { ok: false, status, detail: message, code: 'unusable_results', errors: [fault], total: 1 };
}

function reporter(id: number, post: Post): Report {
  return (stage) => {
    let last = 0;
    return (share) => {
      if (share - last < STEP && share < 1) return;
      last = share;
      post({ id, kind: 'progress', stage, share }, []);
    };
  };
}

async function readInput(
  { type, input, settings }: TableTask,
  onProgress: (share: number) => void,
): Promise<ReadTable> {
  const definition = definitionOf(type as CalculationType);
  if (input.kind === 'rows') return readJsonRows(input.rows, definition);
  if (input.kind === 'file') {
    return readTable(await bytesOf(input.file), input.file.name, definition, settings, onProgress);
  }
  if (input.kind === 'table') return { ok: true, data: input.data, ignored: [], notes: [] };
  const stored = storedTable(definition, input.head, input.rows);
  if (input.changed.length === 0 && input.deleted.length === 0) {
    return { ok: true, data: stored, ignored: [], notes: [] };
  }
  return mergeRows(stored, input.changed, input.deleted, definition);
}

/** An error crosses to the page as text. */
function wordsOf(error: unknown): { readonly message: string; readonly advice?: string } {
  return error instanceof ApiFailure ? { message: error.message, advice: error.advice } : { message: String(error) };
}

type FileOf = [definition: CalculationDefinition, bytes: Uint8Array, fileName: string];

async function ofFile<T>({ file, type }: { readonly file: File; readonly type: string }, read: (...file: FileOf) => T) {
  return read(definitionOf(type as CalculationType), await bytesOf(file), file.name);
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

/** Empty where the browser computes no digests: at an address without TLS. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!crypto.subtle) return '';
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
