import { atomWithQuery } from 'jotai-tanstack-query';
import type { CalculationType } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { inventoryCalculation } from '#core/inventory/statements.ts';
import type { Core } from '#core/load.ts';
import { calculationUncertainty } from '#core/uncertainty/inventory_uncertainty.ts';
import { getInventoryUncertainty } from '../api/uncertainty_calls.ts';

/** How sure the inventory of a project is. Under `calculations`, so that a saved calculation reads it again. */
export function inventoryUncertaintyAtom(project: string) {
  return atomWithQuery(() => ({
    queryKey: ['calculations', 'uncertainty', project],
    queryFn: ({ signal }) => getInventoryUncertainty(project, signal),
  }));
}

/**
 * How sure a calculation is, computed by the browser: the same bits as the server's. `n`: draws of a
 * preview; without it the error of the ends decides.
 */
export async function uncertaintyOf(core: Core, type: CalculationType, calculation: Calculation, n?: number) {
  const one = inventoryCalculation(type, calculation);
  const options = { digest: hexDigest, ...(n !== undefined && { mostDraws: n }) };
  return (await calculationUncertainty(core, calculation.project, one, calculation.part, options)) ?? null;
}

async function hexDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // A page without TLS has no digests; the server states the same hash.
  if (!globalThis.crypto?.subtle) return '';
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
