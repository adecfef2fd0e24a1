import type { NumberInputs, ResultValues } from '../calculations/definition.ts';
import { numberInputs } from '../calculations/definition.ts';
import { type CalculationType, definitionOf } from '../calculations/index.ts';
import type { ConstantName } from '../constants.ts';
import type { Calculation } from '../contract/calculation.ts';
import type { Provenance } from '../contract/dictionary.ts';
import type { AssignedRole } from '../contract/inventory_settings.ts';
import { BALANCE_ROLES, type PartName, type PartStatement, partOf } from '../contract/parts.ts';
import type { OverruledUncertainties } from '../contract/uncertainty_schema.ts';
import type { CoreMemory } from '../core_memory.ts';
import type { Core } from '../load.ts';

/** A calculation as the inventory reads it. */
export interface InventoryCalculation {
  readonly id: string;
  readonly type: CalculationType;
  readonly name: string;
  readonly inputs: NumberInputs;
  readonly results: ResultValues;
  readonly provenance: readonly Provenance[];
  readonly core_sha256: string;
  /** Copied from another calculation and neither edited nor confirmed since. */
  readonly isCopy: boolean;
  readonly uncertainty?: OverruledUncertainties | undefined;
}

/** A calculation and the part that it states. */
export interface Statement {
  readonly calculation: InventoryCalculation;
  readonly part: PartName;
  readonly statement: PartStatement;
}

/** A statement of an object with its role. */
export interface PlacedStatement extends Statement {
  readonly role: AssignedRole;
}

/** Masses of statements, t: methane that they speak of, methane destroyed, CO2. */
export interface StatementMasses {
  readonly ch4: Float64Array;
  readonly destroyed: Float64Array;
  /** Methane that reaches the air by categories 2 and 3 of order 371. */
  readonly released: Float64Array;
  readonly co2: Float64Array;
  /** Codes of the balance roles. */
  readonly roles: Float64Array;
}

/** A calculation of the wire as the inventory reads it. */
export function inventoryCalculation(type: CalculationType, calculation: Calculation): InventoryCalculation {
  const { id, name, provenance, core_sha256, origin, version, uncertainty } = calculation;
  const isCopy = origin !== undefined && version === 1;
  const { results } = definitionOf(type);
  const inputs = numberInputs(definitionOf(type)).map(([input]) => [input, Number(calculation[input])] as const);
  const outcomes = Object.keys(results).map((result) => [result, calculation[result] as number | string] as const);
  return {
    id,
    type,
    name,
    inputs: Object.fromEntries(inputs),
    results: Object.fromEntries(outcomes),
    provenance,
    core_sha256,
    isCopy,
    ...(uncertainty && { uncertainty }),
  };
}

/** Parts that calculations of `type` can state, the usual one first. */
export function partsOf(type: CalculationType): PartName[] {
  return Object.keys(definitionOf(type).parts ?? {}) as PartName[];
}

/** What `calculation` states as `part`; undefined where its type states no such part. */
export function statementOf(calculation: InventoryCalculation, part: PartName): Statement | undefined {
  const statement = definitionOf(calculation.type).parts?.[part];
  return statement && { calculation, part, statement };
}

/** A number that a statement names: a constant of the core, or an input. */
function factorOf(core: Core, { inputs }: InventoryCalculation, factor: string | number | undefined): number {
  if (factor === undefined) return Number.NaN;
  if (typeof factor === 'number') return factor;
  return Object.hasOwn(inputs, factor) ? (inputs[factor] ?? Number.NaN) : core.constant(factor as ConstantName);
}

/** Computes the masses of statements in the core. */
export function massesOf(core: Core, memory: CoreMemory, statements: readonly Statement[]): StatementMasses {
  memory.clear();
  const numbers = (value: (one: Statement) => number) => Float64Array.from(statements, value);
  const column = (value: (one: Statement) => number) => memory.place(numbers(value));
  const factor = (place: number) => (one: Statement) =>
    one.statement.methane ? factorOf(core, one.calculation, one.statement.methane[place] ?? 1) : 0;
  const roles = numbers(({ part }) => BALANCE_ROLES.indexOf(partOf(part).balance));
  const count = statements.length;
  const empty = () => memory.take(Math.max(count, 1) * 8);
  const [ch4, destroyed, released] = [empty(), empty(), empty()];
  memory.function('statement_masses')(
    ...[count, memory.place(roles), column(factor(0)), column(factor(1)), column(factor(2)), column(factor(3))],
    column(({ statement }) => statement.per ?? 1),
    column(({ calculation, statement }) => factorOf(core, calculation, statement.efficiency)),
    column(({ calculation, statement }) =>
      statement.unburnt === undefined ? 0 : factorOf(core, calculation, statement.unburnt),
    ),
    ...[ch4, destroyed, released],
  );
  const read = (address: number) => new Float64Array(memory.buffer, address, count).slice();
  const co2 = numbers(({ calculation, statement }) =>
    statement.co2 === undefined ? 0 : Number(calculation.results[statement.co2]),
  );
  return { ch4: read(ch4), destroyed: read(destroyed), released: read(released), co2, roles };
}
