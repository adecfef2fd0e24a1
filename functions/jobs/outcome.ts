import { Refusal } from '../errors.ts';
import {
  insertCalculation,
  readCalculation,
  readCalculationStates,
  replaceCalculation,
  type StoredCalculation,
} from '../store/calculations.ts';
import type { Database } from '../store/database.ts';
import type { StoredJob } from '../store/jobs.ts';
import type { Tenant } from '../store/tenant.ts';

const CHANGED =
  'Расчёт изменили, пока файл обрабатывался. Ничего не потеряно: остался расчёт с изменениями. Откройте его и, если файл нужен, загрузите снова.';

/**
 * Stores the outcome of a job by one conditional write; repeats by any worker at any time have no
 * effect. Returns false if the calculation was changed meanwhile, which is then kept.
 */
export async function storeOutcome(db: Database, tenant: Tenant, outcome: StoredCalculation): Promise<boolean> {
  if (outcome.version === 1) {
    // No other writer knows the id, so an existing item is this outcome or a later change of it.
    await insertCalculation(db, tenant, outcome);
    return true;
  }
  const current = await readCalculation(db, tenant, outcome.type, outcome.id);
  if (current?.version === outcome.version - 1) {
    const written = await replaceCalculation(db, tenant, current, outcome);
    if (!('conflict' in written)) return true;
  }
  const states = await readCalculationStates(db, tenant, outcome.type, outcome.id);
  return states.some(({ write_id }) => write_id === outcome.write_id);
}

export function changedMeanwhile(): Refusal {
  return new Refusal(409, { detail: CHANGED, code: 'conflict' });
}

export function conflictFailure(): Partial<StoredJob> {
  return { state: 'failed', detail: CHANGED };
}
