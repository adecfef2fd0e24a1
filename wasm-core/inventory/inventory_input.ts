import type { GwpSet } from '../contract/gwp_sets.ts';
import type { InventoryObject } from '../contract/inventory_object_schema.ts';
import type { Acknowledgement, Assignment, Scenario } from '../contract/inventory_settings.ts';
import type { Project } from '../contract/project_schema.ts';
import type { InventoryCalculation, PlacedStatement } from './statements.ts';

/** What a project's inventory is made of. `calculations`: the active ones. */
export interface InventoryInput {
  readonly project: Pick<Project, 'id' | 'start_date' | 'end_date'>;
  /** Null where nothing has been assigned yet. */
  readonly version: number | null;
  readonly gwp_set: GwpSet;
  readonly assigned: readonly Assignment[];
  readonly acknowledgements: readonly Acknowledgement[];
  readonly scenarios?: readonly Scenario[];
  /** Objects that assignments name; others are passed over. */
  readonly objects: readonly InventoryObject[];
  readonly calculations: readonly InventoryCalculation[];
  /** The same of last year, for what changed since. */
  readonly previous?: Omit<InventoryInput, 'previous'>;
}

/** An object and what the calculations assigned to it state. */
export interface PlacedObject {
  readonly object: InventoryObject;
  readonly statements: readonly PlacedStatement[];
}
