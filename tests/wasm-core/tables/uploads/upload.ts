/** What must come of a file: every column exactly, or a refusal. */
export type Outcome = { readonly columns: Readonly<Record<string, readonly (number | string)[]>> } | Refusal;

/** A refusal and the place that its first fault names. */
export interface Refusal {
  readonly status: 400 | 413 | 415;
  readonly code: string;
  readonly sheet?: string;
  readonly row?: number;
  /** Letter of the column; the fault names the header after it. */
  readonly column?: string;
  /** Words of the detail, where several limits would refuse with the same code. */
  readonly says?: string;
}

/** A file that somebody might upload. */
export interface Upload {
  readonly group: string;
  readonly name: string;
  readonly fileName: string;
  readonly bytes: () => Uint8Array;
  readonly outcome: Outcome;
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Letter of a column by its place. */
export const letter = (place: number): string => String.fromCharCode(65 + place);

/** Inputs of a group from lines [name, bytes, outcome, file name]. */
export function group(
  title: string,
  extension: string,
  lines: readonly (readonly [name: string, bytes: () => Uint8Array, outcome: Outcome, fileName?: string])[],
): Upload[] {
  return lines.map(([name, bytes, outcome, fileName]) => ({
    group: title,
    name,
    fileName: fileName ?? `данные.${extension}`,
    bytes,
    outcome,
  }));
}
