import { compute } from '#core/calculations/compute.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { InventoryObject } from '#core/contract/inventory_object_schema.ts';
import type { Assignment } from '#core/contract/inventory_settings.ts';
import type { ObjectKind } from '#core/contract/object_kinds.ts';
import type { PartName } from '#core/contract/parts.ts';
import type { Forecast, InventoryInput } from '#core/inventory/inventory_input.ts';
import type { InventoryCalculation } from '#core/inventory/statements.ts';
import type { Core } from '#core/load.ts';

/** A calculation of an invented year: its inputs and its object. */
export interface MadeCalculation {
  readonly type: CalculationType;
  readonly inputs: Readonly<Record<string, number>>;
  readonly object?: string;
  readonly part?: PartName;
  readonly stance?: 'added' | 'control';
  readonly isCopy?: boolean;
}

/** An invented year of a company, by names of calculations and objects. */
export interface MadeYear {
  readonly period: readonly [start: string, end: string];
  readonly objects: Readonly<
    Record<string, { readonly kind: ObjectKind; readonly closing_date?: string; readonly is_deleted?: boolean }>
  >;
  readonly calculations: Readonly<Record<string, MadeCalculation>>;
  readonly forecasts?: readonly Forecast[];
  /** Date of the reading. */
  readonly today?: string;
}

/** Builds the input of an inventory from a year; the core computes the results. */
export function inputOf(
  core: Core,
  { period, objects, calculations, forecasts = [], today }: MadeYear,
): InventoryInput {
  const [start_date, end_date] = period;
  const made = Object.entries(calculations);
  return {
    project: { id: 'project', start_date, end_date },
    ...{ version: 1, gwp_set: 'ar4', acknowledgements: [], forecasts, ...(today !== undefined && { today }) },
    objects: Object.entries(objects).map(([name, facts]) => objectOf(name, facts)),
    assigned: made.flatMap(([id, { object, part, stance }]): Assignment[] =>
      object && part ? [{ calculation: id, object, part, ...(stance && { stance }) }] : [],
    ),
    calculations: made.map(([id, { type, inputs, isCopy = false }]): InventoryCalculation => {
      const results = compute(core, type, definitionOf(type), inputs);
      return { id, type, name: id, inputs, results, provenance: [], core_sha256: core.sha256, isCopy };
    }),
  };
}

function objectOf(
  name: string,
  { kind, closing_date, is_deleted = false }: MadeYear['objects'][string],
): InventoryObject {
  const by = { user: 'u', author: 'А', editor: 'А', changed_by: 'u', created_at: '', updated_at: '' };
  const state = { is_active: !is_deleted, is_deleted, version: 1, company: 'c' };
  const facts = { kind, nvos_code: '', region: '', ownership_percent: 100, closing_date: closing_date ?? null };
  return { id: name, name, ...by, ...state, ...facts };
}

/** The input of a year whose calculations belong to no object; results are as given. */
export function unassignedInput(
  calculations: readonly Pick<InventoryCalculation, 'id' | 'type' | 'inputs' | 'results'>[],
): InventoryInput {
  return {
    project: { id: 'project', start_date: '2025-01-01', end_date: '2025-12-31' },
    ...{ version: null, gwp_set: 'ar4', acknowledgements: [], assigned: [], objects: [] },
    calculations: calculations.map((one) => {
      return { name: one.id, provenance: [], core_sha256: '', isCopy: false, ...one };
    }),
  };
}
