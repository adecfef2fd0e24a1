import { createHash } from 'node:crypto';

/** Hex digits of the SHA-256 that a sealed text has. */
const DIGITS = 16;

/** A value as JSON with a checksum of its other fields in `sum`, so that a changed byte of its file does not pass for another value. */
export function sealJson(value: object): string {
  return JSON.stringify({ ...value, sum: sumOf(value) }, null, 2);
}

/** Whether a parsed value is the one that was sealed. Files of former releases, and those that people write, have no `sum`. */
export function isIntact(parsed: object): boolean {
  const { sum, ...value } = parsed as { readonly sum?: unknown };
  return sum === undefined || sum === sumOf(value);
}

function sumOf(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, DIGITS);
}
