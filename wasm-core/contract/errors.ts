export type { ErrorBody, Fault } from './fault_schema.ts';

/** Longest echo of a refused value, characters. */
const VALUE_LIMIT = 50;

/** A refused value as short text for a fault; undefined if it has no text. */
export function faultValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : typeof value === 'object' ? undefined : String(value);
  return text === undefined || text.length <= VALUE_LIMIT ? text : `${text.slice(0, VALUE_LIMIT)}…`;
}
