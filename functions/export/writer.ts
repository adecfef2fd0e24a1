import type { Writable } from 'node:stream';
import type { Section } from './section.ts';

/** Facts that a file says of itself; `at`: the instant that its content stands for, ISO 8601. */
export interface FileFacts {
  readonly author: string;
  readonly at: string;
}

/** Writes reports in one format. It knows sections and cells, and no calculation. */
export interface ExportWriter {
  /** Cells that a file of the format may have. */
  readonly cellLimit: number;
  /** Writes all sections and leaves `out` open. */
  readonly write: (sections: readonly Section[], out: Writable, facts: FileFacts) => Promise<void>;
}
