/** One fault of a request or a file: where, what stood there, what to write instead (Russian). */
export interface Fault {
  readonly field?: string;
  readonly sheet?: string;
  readonly row?: number;
  readonly column?: string;
  readonly value?: string;
  readonly message: string;
}

/** Body of every answer that is not a success. `detail` names cause and next step in Russian; `code` is for programs. */
export interface ErrorBody {
  readonly detail: string;
  readonly code: string;
  /** The first faults; of a file there may be more than are listed. */
  readonly errors?: readonly Fault[];
  /** How many faults there are in all. */
  readonly errors_total?: number;
  /** With 409: the object as it stands now. */
  readonly current?: unknown;
}

/** Longest echo of a refused value. */
const VALUE_LIMIT = 50;

/** A refused value as short text for a fault, or undefined where there is nothing to show. */
export function faultValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : typeof value === 'object' ? undefined : String(value);
  return text === undefined || text.length <= VALUE_LIMIT ? text : `${text.slice(0, VALUE_LIMIT)}…`;
}
