import { type NumberInput, numberInputs } from '#core/calculations/definition.ts';
import { CALCULATION_TYPES, type CalculationType, definitionOf, isCalculationType } from '#core/calculations/index.ts';
import { emissionOf, gasesOf, orderCategoryOf } from '#core/calculations/totals.ts';
import type { ListedCalculation } from '#core/contract/calculation.ts';
import type { AssignedRole } from '#core/contract/inventory_settings.ts';
import { formatNumber } from '../format.ts';

/** A calculation on the desk. */
export interface DeskRow {
  readonly id: string;
  readonly type: CalculationType;
  readonly name: string;
  readonly calculation: ListedCalculation;
  /** The activity that it is computed from, with its unit: «26 т», «365 строк». */
  readonly activity: string;
  /** Emissions, t CO2-eq; undefined for a calculation that is no source. */
  readonly emission: number | undefined;
  /** Gases of the calculation, t. */
  readonly ch4: number;
  readonly co2: number;
  /** Whether the calculation is made by order 371 and counts in the mandatory report. */
  readonly isMandatory: boolean;
  /** The instant of the last change. */
  readonly changedAt: string;
  readonly editor: string;
  /** Id of the object that the calculation is assigned to. */
  readonly object: string | undefined;
  /** How it counts in its source; undefined where it belongs to no object. */
  readonly role: AssignedRole | undefined;
  /** A copy that nobody has saved since. */
  readonly isUnconfirmed: boolean;
}

/** Columns by which the desk is ordered; `source` keeps the types in the order of the menu. */
export const DESK_ORDERS = ['source', 'name', 'ch4', 'co2', 'emission', 'changedAt', 'editor'] as const;

export type DeskOrder = (typeof DESK_ORDERS)[number];

/** A calculation as the desk shows it; undefined for a type that this program does not know. */
export function deskRow(calculation: ListedCalculation): DeskRow | undefined {
  const { id, type, name, updated_at, editor } = calculation;
  if (!isCalculationType(type)) return undefined;
  const { ch4_t: ch4, co2_t: co2 } = gasesOf(type, calculation);
  return {
    id,
    type,
    name,
    calculation,
    activity: activityOf(type, calculation),
    emission: emissionOf(type, calculation),
    ...{ ch4, co2, isMandatory: orderCategoryOf(type) !== undefined },
    changedAt: updated_at,
    editor,
    object: calculation.object,
    role: calculation.role,
    isUnconfirmed: calculation.origin !== undefined && calculation.version === 1,
  };
}

/** The first number that is not a coefficient, or how many rows a table has. */
function activityOf(type: CalculationType, calculation: ListedCalculation): string {
  const definition = definitionOf(type);
  if (definition.table) {
    const { rows_count } = calculation;
    return typeof rows_count === 'number' ? `${formatNumber(rows_count)} строк` : '';
  }
  const [name, input] = numberInputs(definition).find(isActivity) ?? [];
  const value = name === undefined ? undefined : calculation[name];
  return typeof value === 'number' && input ? `${formatNumber(value)} ${input.unit}` : '';
}

function isActivity([, { coefficient, fixed }]: readonly [string, NumberInput]): boolean {
  return coefficient === undefined && fixed === undefined;
}

/** Rows whose name or type has every word of `search`, whatever the case; «ё» is found by «е». */
export function foundRows(rows: readonly DeskRow[], search: string): readonly DeskRow[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ name, type }) => {
    const text = folded(`${name} ${definitionOf(type).title}`);
    return words.every((word) => text.includes(word));
  });
}

function folded(text: string): string {
  return text.toLocaleLowerCase('ru').replaceAll('ё', 'е');
}

/** Rows in an order; the greatest figure, the newest change and the letter «А» come first. */
export function orderedRows(rows: readonly DeskRow[], order: DeskOrder): DeskRow[] {
  return rows.toSorted((one, other) => compare(one, other, order) || one.name.localeCompare(other.name, 'ru'));
}

function compare(one: DeskRow, other: DeskRow, order: DeskOrder): number {
  switch (order) {
    case 'source':
      return placeOf(one) - placeOf(other) || compare(one, other, 'emission');
    case 'emission':
      return (other.emission ?? Number.NEGATIVE_INFINITY) - (one.emission ?? Number.NEGATIVE_INFINITY) || 0;
    case 'ch4':
    case 'co2':
      return other[order] - one[order];
    case 'changedAt':
      return other.changedAt.localeCompare(one.changedAt);
    default:
      return one[order].localeCompare(other[order], 'ru', { numeric: true });
  }
}

function placeOf({ type }: DeskRow): number {
  return CALCULATION_TYPES.indexOf(type);
}
