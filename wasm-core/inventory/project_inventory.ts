import { emissionOf, gasesOf, orderCategoryOf } from '../calculations/totals.ts';
import { GWP_SET_NAMES, GWP_SETS, type GwpSet, LEGAL_GWP_SET } from '../contract/gwp_sets.ts';
import type { InventoryColumns, ObjectInventory, ProjectInventory } from '../contract/inventory_schema.ts';
import { PART_NAMES } from '../contract/parts.ts';
import { CoreMemory } from '../core_memory.ts';
import type { Core } from '../load.ts';
import { CoreSums } from './core_sums.ts';
import { findingsOf } from './findings.ts';
import type { InventoryInput, PlacedObject } from './inventory_input.ts';
import { objectFigures } from './object_inventory.ts';
import { rolesOf } from './roles.ts';
import { type InventoryCalculation, type PlacedStatement, statementOf } from './statements.ts';

/** Computes the inventory of a project: the same function and the same bits in browser and server. */
export async function projectInventory(core: Core, input: InventoryInput): Promise<ProjectInventory> {
  const memory = await CoreMemory.open(core.module);
  const sums = new CoreSums(memory);
  const { objects, unassigned } = placedStatements(input);
  const at = (set: GwpSet) => {
    const gwp = core.constant(GWP_SETS[set].constant);
    const figures = objects.map(({ statements }) => objectFigures({ core, memory, gwp }, statements));
    const rest = unassignedColumns(sums, unassigned, gwp, set === LEGAL_GWP_SET);
    const columns: InventoryColumns = {
      mandatory: sums.add([...figures, rest].map(({ mandatory }) => mandatory)),
      full: sums.add([...figures, rest].map(({ full }) => full)),
    };
    return { gwp, figures, rest, columns };
  };
  const official = at(input.gwp_set);
  const shown = objects.map(({ object }, index): ObjectInventory => {
    const { id, name, kind, is_deleted, ownership_percent } = object;
    const figures = official.figures[index];
    if (!figures) throw new RangeError(`The object ${id} has no figures`);
    return { object: id, name, kind, is_deleted, ownership_percent, ...figures };
  });
  const { project } = input;
  const previous = input.previous && (await projectInventory(core, input.previous));
  const others: ProjectInventory[] = previous ? [previous] : [];
  for (const other of input.others ?? []) others.push(await projectInventory(core, other));
  return {
    ...{ project: project.id, version: input.version, start_date: project.start_date, end_date: project.end_date },
    year: Number(project.start_date.slice(0, 4)),
    ...{ gwp_set: input.gwp_set, gwp: official.gwp, ...official.columns },
    other_gwp: GWP_SET_NAMES.filter((set) => set !== input.gwp_set).map((set) => {
      const { gwp, columns } = at(set);
      return { gwp_set: set, gwp, ...columns };
    }),
    objects: shown,
    unassigned: {
      ...official.rest,
      calculations: unassigned.map(({ id, type, name, results }) => {
        return { calculation: id, type, name, co2e_t: emissionOf(type, results) ?? 0 };
      }),
    },
    findings: findingsOf(
      { core, sums, input, unassigned, others, ...(previous && { previous }) },
      objects.flatMap((one, index) => (shown[index] ? [{ ...one, figures: shown[index] }] : [])),
    ),
    scenarios: input.scenarios ?? [],
    core_sha256: core.sha256,
  };
}

/** Statements by object, in the order of the objects' names; what has an emission and belongs to no object. */
export function placedStatements({ assigned, objects, calculations }: InventoryInput) {
  const byId = new Map(calculations.map((calculation) => [calculation.id, calculation]));
  const roles = rolesOf(assigned, (id) => byId.has(id));
  const homes = objects.map((object): PlacedObject => {
    const statements = assigned.flatMap(({ calculation: id, object: home, part }) => {
      const [calculation, role] = [byId.get(id), roles.get(id)];
      const stated = home === object.id && calculation ? statementOf(calculation, part) : undefined;
      return stated && role ? [{ ...stated, role }] : [];
    });
    return { object, statements: statements.sort(inOrder) };
  });
  const housed = homes.filter(({ statements }) => statements.length > 0);
  const taken = new Set(housed.flatMap(({ statements }) => statements.map(({ calculation }) => calculation.id)));
  return {
    objects: housed.sort((one, other) => one.object.name.localeCompare(other.object.name, 'ru')),
    unassigned: calculations.filter(
      ({ id, type, results }) => !taken.has(id) && emissionOf(type, results) !== undefined,
    ),
  };
}

/** Calculations without an object: the sum of their results, as before there were objects. */
function unassignedColumns(
  sums: CoreSums,
  calculations: readonly InventoryCalculation[],
  gwp: number,
  isLegal: boolean,
): InventoryColumns {
  const gases = calculations.map((calculation) => ({
    category: orderCategoryOf(calculation.type),
    ...gasesOf(calculation.type, calculation.results),
  }));
  const full = sums.gases(gases, gwp);
  const emissions = calculations.map(({ type, results }) => emissionOf(type, results) ?? 0);
  return {
    mandatory: sums.gases(
      gases.filter(({ category }) => category !== undefined),
      gwp,
    ),
    // At the legal potential the stored results are added, so that a total without objects keeps its bits.
    full: isLegal ? { ...full, co2e_t: sums.sum(emissions) } : full,
  };
}

/** The order in which statements are added, whatever the order in which they were entered: part, type, name. */
function inOrder(one: PlacedStatement, other: PlacedStatement): number {
  const keyOf = ({ part, calculation: { type, name, inputs } }: PlacedStatement) =>
    `${String(PART_NAMES.indexOf(part)).padStart(3, '0')}#${type}#${name}#${JSON.stringify(inputs)}`;
  const [first, second] = [keyOf(one), keyOf(other)];
  return first < second ? -1 : Number(first > second);
}
