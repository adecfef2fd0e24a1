import type { ModelReference } from '#core/contract/model.ts';
import type { TableRefused } from '#core/tables/read_table.ts';
import type { WorkProgress } from '../compute/worker_client.ts';
import type { RowsSource } from '../results/rows_source.ts';

/** A table that the browser has computed, and what to compare with the server's. */
export interface ReadyPreview {
  readonly status: 'ready';
  readonly source: RowsSource;
  /** Of the rows file; empty where the browser has no digest (an address without TLS). */
  readonly sha256: string;
  readonly model: ModelReference | undefined;
  /** What a user should know of how the file was read. */
  readonly notes: readonly string[];
}

/** What the rows of the form give: computed by the same core as on the server. */
export type TablePreview =
  | { readonly status: 'empty' }
  /** `last`: what was shown before and still may be, until the new result comes. */
  | { readonly status: 'working'; readonly progress?: WorkProgress; readonly last?: ReadyPreview }
  | { readonly status: 'refused'; readonly refusal: TableRefused }
  | { readonly status: 'failed'; readonly error: unknown }
  | ReadyPreview;
