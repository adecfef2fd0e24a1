import { atom } from 'jotai';
import type { CalculationDefinition, ResultValues } from '#core/calculations/definition.ts';
import type { Calculation } from '#core/contract/calculation.ts';

/** A result in which server and browser differ. */
export interface Disagreement {
  readonly label: string;
  readonly server: string;
  readonly browser: string;
}

/**
 * Compares what the server has computed with the preview, bit for bit, and the cores by their hash.
 * Empty: all the same.
 */
export function disagreements(
  { definition }: { readonly definition: CalculationDefinition },
  saved: Calculation,
  results: ResultValues,
  browserSha256: string,
): Disagreement[] {
  const values = Object.entries(definition.results)
    .filter(([name]) => !Object.is(saved[name], results[name]))
    .map(([name, { label }]) => ({ label, server: String(saved[name]), browser: String(results[name]) }));
  if (saved.core_sha256 === browserSha256) return values;
  const cores = { label: 'Расчётное ядро (SHA-256)', server: String(saved.core_sha256), browser: browserSha256 };
  return [...values, cores];
}

/**
 * Results that server and browser do not agree on: shown until it is read, after the form has
 * closed.
 */
export const disagreementAtom = atom<readonly Disagreement[]>([]);
