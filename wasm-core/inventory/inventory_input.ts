import type { CalculationType } from '../calculations/index.ts';
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
  /** Forecasts of the project: they emit nothing, and rules look at their model. */
  readonly forecasts?: readonly Forecast[];
  /** The same of last year, for what changed since. */
  readonly previous?: InventoryYear;
  /** The same of further years, for what is unusual among them. */
  readonly others?: readonly InventoryYear[];
  /** The day on which the inventory is read, yyyy-MM-dd, for norms that end soon; without it nothing is said of them. */
  readonly today?: string;
}

/** The inventory of another year, which is compared with nothing itself. */
export type InventoryYear = Omit<InventoryInput, 'previous' | 'others'>;

/** A forecast of methane and whether a model that ships with the product has made it. */
export interface Forecast {
  readonly id: string;
  readonly type: CalculationType;
  readonly name: string;
  readonly isDemonstration: boolean;
}

/** An object and what the calculations assigned to it state. */
export interface PlacedObject {
  readonly object: InventoryObject;
  readonly statements: readonly PlacedStatement[];
}
