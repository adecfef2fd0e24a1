import { CALCULATION_TYPES, type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { ProjectInventory } from '#core/contract/inventory_schema.ts';
import type { ProjectTotals } from '#core/inventory/project_totals.ts';
import { NO_OBJECT } from './filters.ts';
import type { DeskRow } from './rows.ts';
import type { Desk } from './state.ts';

export type Grouping = 'object' | 'type';

/** Rows under one heading. */
export interface DeskGroup {
  readonly key: string;
  readonly title: string;
  /** Of a group of one type: a press on its heading shows the list of the type. */
  readonly type?: CalculationType;
  /** What the whole group adds to the total of the project, t CO2-eq; undefined: it is no source. */
  readonly emission: number | undefined;
  readonly rows: readonly DeskRow[];
}

/** Projects without objects are grouped by type, as before there were objects. */
export function usualGrouping(rows: readonly DeskRow[]): Grouping {
  return rows.some(({ object }) => object !== undefined) ? 'object' : 'type';
}

/** Rows in their order, under the headings of `grouping`; groups without rows are left out. */
export function groupedRows(
  rows: readonly DeskRow[],
  grouping: Grouping,
  desk: Pick<Desk, 'inventory' | 'totals'>,
  objectNames: ReadonlyMap<string, string>,
): DeskGroup[] {
  const groups =
    grouping === 'object' ? objectGroups(rows, desk.inventory, objectNames) : typeGroups(rows, desk.totals);
  return groups.filter((group) => group.rows.length > 0);
}

function typeGroups(rows: readonly DeskRow[], { byType }: Pick<ProjectTotals, 'byType'>): DeskGroup[] {
  return CALCULATION_TYPES.map((type) => ({
    key: type,
    title: definitionOf(type).title,
    type,
    emission: byType.get(type),
    rows: rows.filter((row) => row.type === type),
  }));
}

function objectGroups(
  rows: readonly DeskRow[],
  inventory: ProjectInventory,
  objectNames: ReadonlyMap<string, string>,
): DeskGroup[] {
  const ids = [...new Set(rows.flatMap(({ object }) => object ?? []))];
  const named = ids.map((id) => {
    const figures = inventory.objects.find(({ object }) => object === id);
    return {
      key: id,
      title: objectNames.get(id) ?? figures?.name ?? 'Объект в архиве',
      emission: figures?.full.co2e_t,
      rows: rows.filter(({ object }) => object === id),
    };
  });
  named.sort((one, other) => one.title.localeCompare(other.title, 'ru', { numeric: true }));
  const rest = rows.filter(({ object }) => object === undefined);
  const emission = inventory.unassigned.full.co2e_t;
  return [...named, { key: NO_OBJECT, title: 'Не отнесено к объекту', emission, rows: rest }];
}
