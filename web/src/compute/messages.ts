import type { TableData } from '#core/calculations/table.ts';
import type { ModelReference } from '#core/contract/model.ts';
import type { RowsHead, WireRow } from '#core/contract/rows.ts';
import type { RowExplanation } from '#core/models/row_model.ts';
import type { TableRefused } from '#core/tables/read_table.ts';

// What page and worker say to each other. The rows of a result are handed over, not copied.

/** Rows by the names of their columns, as JSON holds them. */
export type JsonRows = readonly Readonly<Record<string, unknown>>[];

/** Where the rows of a preview come from. */
export type TableInput =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'rows'; readonly rows: JsonRows }
  /** A table that has been read and checked before. */
  | { readonly kind: 'table'; readonly data: TableData }
  /**
   * Rows of a stored calculation, as the server sent them, with what the user has changed of them.
   */
  | {
      readonly kind: 'stored';
      readonly head: RowsHead;
      readonly rows: readonly WireRow[];
      readonly changed: JsonRows;
      readonly deleted: readonly number[];
    };

/** The model that computes the rows, and its file. */
export interface ModelToUse {
  readonly reference: ModelReference;
  /** Column of the table per feature of the model. */
  readonly columns: readonly string[];
  readonly bytes: ArrayBuffer;
}

/** Everything that a preview is made of. */
export interface TableTask {
  readonly type: string;
  /** The same key means the same rows: they are not read a second time. */
  readonly inputKey: string;
  readonly input: TableInput;
  readonly inputs: Readonly<Record<string, number>>;
  readonly settings: Readonly<Record<string, string>>;
  readonly model?: ModelToUse;
}

export type Stage = 'reading' | 'computing';

/** A computed table, as the bytes that the server stores, too; or why it cannot be computed. */
export type TableOutcome =
  | {
      readonly kind: 'computed';
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** Of the bytes; empty where the browser computes no digests. */
      readonly sha256: string;
      /** What a user should know of how a file was read. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'refused'; readonly refusal: TableRefused };

/** What a worker can be asked. */
export type WorkerRequest =
  /** Gets ready for the questions to come. */
  | { readonly ask: 'warm' }
  | { readonly ask: 'compute'; readonly task: TableTask }
  | { readonly ask: 'headers'; readonly file: File; readonly type: string }
  | { readonly ask: 'cells'; readonly file: File; readonly type: string; readonly settings: DatasetSettings }
  | {
      readonly ask: 'explain';
      readonly model: ModelToUse;
      /** A row's numbers by the names of their columns; null: blank. */
      readonly values: Readonly<Record<string, number | null>>;
    };

export type DatasetSettings = Readonly<Record<string, string>>;

/** What a question is answered with. */
export interface Answers {
  readonly warm: true;
  readonly compute: TableOutcome;
  readonly headers: FileHeaders;
  readonly cells: FileCells;
  readonly explain: ExplainedRow;
}

/** What pushed a row; or why the model cannot tell, in Russian. */
export type ExplainedRow =
  | { readonly ok: true; readonly explanation: RowExplanation }
  | { readonly ok: false; readonly message: string };

/** What the columns of a file are called. */
export interface FileHeaders {
  readonly headers: readonly string[];
  /** Text input that names a column → the header that was recognised as that column's. */
  readonly recognised: DatasetSettings;
  /** Text inputs whose column the file does not have, because its years are headers. */
  readonly free: readonly string[];
}

/** Rows of a file as texts, by the names of the columns; or why they cannot be had. */
export type FileCells =
  | { readonly ok: true; readonly rows: readonly Readonly<Record<string, string>>[] }
  | { readonly ok: false; readonly message: string };

export type Request = WorkerRequest & { readonly id: number };

export type Reply =
  | { readonly id: number; readonly kind: 'progress'; readonly stage: Stage; readonly share: number }
  | { readonly id: number; readonly kind: 'answer'; readonly answer: unknown }
  /** Something of ours broke; with `advice` it was a call that failed, told in Russian. */
  | { readonly id: number; readonly kind: 'broken'; readonly message: string; readonly advice?: string };
