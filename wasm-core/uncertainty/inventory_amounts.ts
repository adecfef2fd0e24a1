import { definitionOf } from '../calculations/index.ts';
import { emissionOf, orderCategoryOf } from '../calculations/totals.ts';
import { GWP_SETS, LEGAL_GWP_SET } from '../contract/gwp_sets.ts';
import { type BalanceRole, type PartName, partOf } from '../contract/parts.ts';
import type { InventoryInput, PlacedObject } from '../inventory/inventory_input.ts';
import { placedStatements } from '../inventory/project_inventory.ts';
import type { InventoryCalculation, PlacedStatement } from '../inventory/statements.ts';
import { readFormula, writeFormula } from './formula.ts';
import type { PlannableCalculation } from './plan_of.ts';
import { type StatedUncertainty, statedUncertainties } from './stated.ts';
import { resultFormula, totalOf, type WrittenTotal } from './total_of.ts';

/** Columns of an inventory: the full one by IPCC, and what order 371 makes mandatory. */
export type InventoryScope = 'full' | 'mandatory';

/** What a calculation adds to the total of an inventory, t CO2-eq; less than 0 for destroyed methane. */
export interface InventoryAmount extends PlannableCalculation {
  readonly uncertainty: Readonly<Record<string, StatedUncertainty>>;
  readonly calculation: InventoryCalculation;
  /** The category of table 3.2: the part of an object; the same in both years. */
  readonly category: string;
  readonly categoryName: string;
}

/**
 * The amounts of a project's inventory: each counted calculation with its sign in the methane
 * balance of its object (`object_balance` of the core), as formulas of the definitions. Their sum is
 * the total that `projectInventory` shows.
 */
export function inventoryAmounts(input: InventoryInput, scope: InventoryScope): InventoryAmount[] {
  const gwp = GWP_SETS[input.gwp_set].constant;
  const { objects, unassigned } = placedStatements(input);
  const placed = objects.flatMap((one) => (scope === 'full' ? fullAmounts(one, gwp) : mandatoryAmounts(one, gwp)));
  const isLegal = input.gwp_set === LEGAL_GWP_SET;
  const rest = unassigned
    .filter(({ type }) => scope === 'full' || orderCategoryOf(type) !== undefined)
    .map((calculation) => {
      const definition = definitionOf(calculation.type);
      const own = scope === 'full' && isLegal ? totalOf(definition) : undefined;
      const names = { category: `#${calculation.type}`, categoryName: definition.title };
      return { ...amountOf(calculation, undefined, own ?? gasesAmount(calculation, gwp)), ...names };
    });
  return [...placed, ...rest];
}

/** The amount of a calculation by itself: the total of its definition. */
export function ownAmount(calculation: InventoryCalculation, part?: PartName): InventoryAmount {
  const definition = definitionOf(calculation.type);
  const names = { category: calculation.id, categoryName: calculation.name };
  return { ...amountOf(calculation, part, totalOf(definition)), ...names };
}

function amountOf(calculation: InventoryCalculation, part: PartName | undefined, amount: WrittenTotal | undefined) {
  const { id, type, inputs } = calculation;
  const definition = definitionOf(type);
  const uncertainty = statedUncertainties(calculation, part);
  return { id, calculation, definition, inputs, uncertainty, ...(amount && { amount }) };
}

/** Roles whose CO2 counts in the full inventory, and those whose methane is destroyed. */
const EMITS_CO2: readonly BalanceRole[] = ['flare', 'ventilation', 'vented', 'energy', 'fuel'];
const DESTROYS: readonly BalanceRole[] = ['flare', 'energy', 'sold'];
const DESTINATIONS: readonly BalanceRole[] = [...DESTROYS, 'vented'];

function fullAmounts({ object, statements }: PlacedObject, gwp: string): InventoryAmount[] {
  const lines = statements.filter(({ role }) => role !== 'control');
  const roles = new Set(lines.map(({ part }) => partOf(part).balance));
  // Steps 1 and 2 of `object_balance`: which lines make up gross.
  const isMeasured = roles.has('ventilation');
  const isDrainageMeasured = roles.has('drained');
  const addsMethane = (role: BalanceRole) => {
    if (role === 'gross') return !isMeasured;
    if (role === 'drained') return isMeasured;
    if (DESTINATIONS.includes(role)) return isMeasured && !isDrainageMeasured;
    return role === 'ventilation' || role === 'post_mining';
  };
  return lines.flatMap((line) => {
    const role = partOf(line.part).balance;
    const mass = massOf(line);
    const gone = DESTROYS.includes(role) && mass ? `${mass} * ${destroyedShare(line)}` : undefined;
    const methane = [...(addsMethane(role) && mass ? [mass] : []), ...(gone ? [`- ${gone}`] : [])].join(' ');
    return placedAmount(line, object, gwp, methane, EMITS_CO2.includes(role));
  });
}

/** What the mandatory report counts of each source: see `mandatoryLines` of the inventory. */
function mandatoryAmounts({ object, statements }: PlacedObject, gwp: string): InventoryAmount[] {
  const sources = new Set(statements.map(({ part }) => partOf(part).source));
  return [...sources].flatMap((source) => {
    const own = statements.filter(
      ({ part, statement }) => partOf(part).source === source && statement.order371 !== undefined,
    );
    const main = own.filter(({ role }) => role !== 'control');
    return (main.length > 0 ? main : own.slice(0, 1)).flatMap((line) => {
      const role = partOf(line.part).balance;
      const mass = massOf(line);
      const isReleased = role === 'flare' || role === 'ventilation' || role === 'vented';
      const gone = role === 'flare' ? ` - ${mass} * ${destroyedShare(line)}` : '';
      return placedAmount(line, object, gwp, isReleased && mass ? `${mass}${gone}` : '', true);
    });
  });
}

function placedAmount(
  { calculation, part, statement }: PlacedStatement,
  object: PlacedObject['object'],
  gwp: string,
  methane: string,
  emitsCo2: boolean,
): InventoryAmount[] {
  const co2 = emitsCo2 && statement.co2 ? resultFormula(definitionOf(calculation.type), statement.co2) : undefined;
  const parts = [...(co2 ? [writeFormula(co2.formula)] : []), ...(methane === '' ? [] : [`${gwp} * (${methane})`])];
  if (parts.length === 0) return [];
  const amount = { formula: readFormula(parts.join(' + ')), divisor: 1 };
  const names = { category: `${object.id}#${part}`, categoryName: `${object.name}: ${partOf(part).label}` };
  return [{ ...amountOf(calculation, part, amount), ...names }];
}

/** Mass of methane that a statement names, t; empty where it names none. */
function massOf({ statement: { methane, per } }: PlacedStatement): string {
  if (!methane) return '';
  return `${methane.join(' * ')}${per === undefined ? '' : ` / ${per}`}`;
}

function destroyedShare({ statement: { efficiency, unburnt = 0 } }: PlacedStatement): string {
  return efficiency ?? `(1 - ${unburnt})`;
}

/** CO2 and methane of a calculation at another potential. */
function gasesAmount({ type, results }: InventoryCalculation, gwp: string): WrittenTotal | undefined {
  const definition = definitionOf(type);
  const gas = (name: string) => {
    const result = resultFormula(definition, name);
    return result && `(${writeFormula(result.formula)}) / ${result.divisor}`;
  };
  if (emissionOf(type, results) === undefined) return undefined;
  const [co2, ch4] = [gas('res_co2'), gas('res_ch4')];
  const parts = [...(co2 ? [co2] : []), ...(ch4 ? [`${gwp} * ${ch4}`] : [])];
  return parts.length > 0 ? { formula: readFormula(parts.join(' + ')), divisor: 1 } : undefined;
}
