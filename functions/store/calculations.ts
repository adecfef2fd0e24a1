import type { NumberInputs, ResultValues } from '#core/calculations/definition.ts';
import type { CalculationType } from '#core/calculations/index.ts';
import type { SettingValues } from '#core/calculations/schema.ts';
import type { CalculationCommon } from '#core/contract/calculation.ts';
import type { Fault } from '#core/contract/errors.ts';
import type { ModelReference } from '#core/contract/model.ts';
import type { Database } from './database.ts';
import type { Tenant } from './tenant.ts';
import {
  create,
  fromItem,
  type KeySpace,
  type ListWindow,
  list,
  read,
  readFirst,
  readStates,
  replace,
  type StoredVersion,
  stateOf,
  type VersionConflict,
} from './versioned_items.ts';

/** A calculation as it is stored: what it was computed from, what came out, by which core and which dictionary rows. */
export interface StoredCalculation extends CalculationCommon, StoredVersion {
  readonly type: CalculationType;
  readonly inputs: NumberInputs;
  /** Of a type that takes a table: figures of the whole table. */
  readonly results: ResultValues;
  readonly table?: StoredTable;
}

/** What a calculation of a table has besides; its rows lie in the bucket, never in the item. */
export interface StoredTable {
  /** Choices and texts, as typed. */
  readonly settings: SettingValues;
  readonly rows: StoredRows;
  readonly model: ModelReference | null;
  /** Name of the file that the rows came from; null: they were typed. */
  readonly file_name: string | null;
  /** The first of what a careful reader must know, and of the objects that could not be computed; the rows file has them all. */
  readonly warnings: readonly string[];
  readonly warnings_total: number;
  readonly problems: readonly Fault[];
  readonly problems_total: number;
}

/** The rows file of a calculation (`rowsKey` says where it lies), and what a reader of a part must know. */
export interface StoredRows {
  readonly sha256: string;
  /** Size of the file. */
  readonly bytes: number;
  /** Bytes before the first row. */
  readonly start: number;
  readonly count: number;
}

/** Stores a new calculation, or answers what was stored first under its id (see `create`). */
export function insertCalculation(db: Database, tenant: Tenant, calculation: StoredCalculation) {
  return create(db, tenant, placeOf(calculation.type, calculation.project), calculation);
}

/** A calculation as it was made, or undefined. */
export function readFirstCalculation(db: Database, tenant: Tenant, type: CalculationType, id: string) {
  return readFirst<StoredCalculation>(db, tenant, prefixOf(type), id);
}

/** Every state that a calculation has had and has. */
export function readCalculationStates(db: Database, tenant: Tenant, type: CalculationType, id: string) {
  return readStates<StoredCalculation>(db, tenant, prefixOf(type), id);
}

export function readCalculation(
  db: Database,
  tenant: Tenant,
  type: CalculationType,
  id: string,
): Promise<StoredCalculation | undefined> {
  return read<StoredCalculation>(db, tenant, prefixOf(type), id);
}

/** Replaces a calculation unless somebody else was first (see `replace`). */
export function replaceCalculation(
  db: Database,
  tenant: Tenant,
  current: StoredCalculation,
  next: StoredCalculation,
): Promise<StoredCalculation | VersionConflict<StoredCalculation>> {
  return replace(db, tenant, placeOf(current.type, current.project), current, next);
}

/** One window of a project's calculations of one type, newest first. A project of another company has none. */
export function listCalculations(
  db: Database,
  tenant: Tenant,
  type: CalculationType,
  project: string,
  window: ListWindow,
) {
  return list<StoredCalculation>(db, tenant, placeOf(type, project), window);
}

/** A part of a project's calculations of all types, newest first, and how many there are of each type. */
export async function listProjectCalculations(
  db: Database,
  tenant: Tenant,
  project: string,
  { deleted, limit, offset, after }: ListWindow,
) {
  const keys = await db.listKeys(tenant.partition, `K#${project}#`);
  const listed = keys
    .map(({ sk, list }) => {
      const [, , type = '', state, id = ''] = list.split('#');
      return { sk, type, id, isListed: `${state}#` === stateOf(deleted) };
    })
    .filter(({ isListed }) => isListed)
    // Ids sort by the moment of creation.
    .sort((one, other) => (one.id < other.id ? 1 : -1));
  const types: Record<string, number> = {};
  for (const { type } of listed) types[type] = (types[type] ?? 0) + 1;
  const start = after === undefined ? offset : listed.findIndex(({ id }) => id < after);
  const window = start < 0 ? [] : listed.slice(start, start + limit);
  const items = await db.getMany(window.map(({ sk }) => ({ pk: tenant.partition, sk })));
  const objects = items.flatMap((item) => (item ? [fromItem<StoredCalculation>(item)] : []));
  const last = start >= 0 && start + limit < listed.length ? window.at(-1)?.id : undefined;
  return { count: listed.length, types, objects, ...(last !== undefined && { last }) };
}

/** Sort key of a calculation: its history is kept under it. */
export function calculationKey(type: CalculationType, id: string): string {
  return prefixOf(type) + id;
}

/** Which calculations a project has and when each was last changed: the same text twice, and nothing has changed in between. */
export async function projectState(db: Database, tenant: Tenant, project: string): Promise<string> {
  const keys = await db.listKeys(tenant.partition, `K#${project}#`);
  return keys.map(({ list, updated_at }) => `${list} ${updated_at}`).join('\n');
}

function prefixOf(type: CalculationType): string {
  return `K#${type}#`;
}

function placeOf(type: CalculationType, project: string): KeySpace {
  return { prefix: prefixOf(type), list: `K#${project}#${type}#` };
}
