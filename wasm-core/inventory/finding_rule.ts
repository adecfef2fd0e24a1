import type { Finding, ObjectInventory, ProjectInventory } from '../contract/inventory_schema.ts';
import type { Core } from '../load.ts';
import type { CoreSums } from './core_sums.ts';
import type { InventoryInput, PlacedObject } from './inventory_input.ts';
import type { InventoryCalculation, PlacedStatement } from './statements.ts';

/** What the rules of findings look at. */
export interface FindingContext {
  readonly core: Core;
  readonly sums: CoreSums;
  readonly input: InventoryInput;
  readonly unassigned: readonly InventoryCalculation[];
  /** Last year's inventory, where there is one. */
  readonly previous?: ProjectInventory;
  /** Inventories of the other years that are known, last year's among them. */
  readonly others: readonly ProjectInventory[];
}

/** An object with its statements and its computed figures. */
export interface ObjectFacts extends Pick<PlacedObject, 'object'> {
  readonly statements: readonly PlacedStatement[];
  readonly figures: ObjectInventory;
}

/** A place that a rule found, and what it says there. */
export interface Found {
  /** A part or a source of the object, where it is no calculation. */
  readonly place?: string;
  readonly calculation?: Pick<InventoryCalculation, 'id' | 'type'>;
  readonly message: string;
}

/** A rule over the whole project. */
export interface ProjectRule {
  readonly id: string;
  readonly severity: Finding['severity'];
  readonly find: (context: FindingContext) => readonly Found[];
}

/** A rule over one object. */
export interface ObjectRule {
  readonly id: string;
  readonly severity: Finding['severity'];
  readonly find: (facts: ObjectFacts, context: FindingContext) => readonly Found[];
}
