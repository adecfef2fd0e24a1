import type { NumberInputs, ResultValues } from '#core/calculations/definition.ts';
import type { CalculationType } from '#core/calculations/index.ts';
import type { CalculationCommon } from '#core/contract/calculation.ts';
import type { Table } from './table.ts';
import type { Tenant } from './tenant.ts';
import { type Conflict, create, type ListWindow, list, type Place, read, replace } from './versioned.ts';

/** A calculation as it is stored: what it was computed from, what came out, by which core and which dictionary rows. */
export interface StoredCalculation extends CalculationCommon {
  readonly type: CalculationType;
  readonly inputs: NumberInputs;
  readonly results: ResultValues;
}

export function createCalculation(table: Table, tenant: Tenant, calculation: StoredCalculation) {
  return create(table, tenant, placeOf(calculation.type, calculation.project), calculation);
}

export function readCalculation(
  table: Table,
  tenant: Tenant,
  type: CalculationType,
  id: string,
): Promise<StoredCalculation | undefined> {
  return read<StoredCalculation>(table, tenant, prefixOf(type), id);
}

/** Replaces a calculation unless somebody else was first (see `replace`). */
export function replaceCalculation(
  table: Table,
  tenant: Tenant,
  current: StoredCalculation,
  next: StoredCalculation,
): Promise<StoredCalculation | Conflict<StoredCalculation>> {
  return replace(table, tenant, placeOf(current.type, current.project), current, next);
}

/** One window of a project's calculations of one type, newest first. A project of another company has none. */
export function listCalculations(
  table: Table,
  tenant: Tenant,
  type: CalculationType,
  project: string,
  window: ListWindow,
) {
  return list<StoredCalculation>(table, tenant, placeOf(type, project), window);
}

function prefixOf(type: CalculationType): string {
  return `K#${type}#`;
}

function placeOf(type: CalculationType, project: string): Place {
  return { prefix: prefixOf(type), list: `K#${project}#${type}#` };
}
