import {
  type CalculationDefinition,
  type NumberInputs,
  numberInputs,
  numberResults,
} from '../calculations/definition.ts';
import { CONSTANTS, type ConstantName } from '../constants.ts';
import type { Core } from '../load.ts';
import { constantsOf } from './constants_of.ts';
import { CONSTANT_UNCERTAINTIES } from './defaults.ts';
import { eachPart, type Formula, readFormula, writeFormula } from './formula.ts';
import type { UncertaintyLaw } from './law.ts';
import type { PlannedCalculation, Quantity, UncertaintyPlan } from './plan.ts';
import { PlanRefused } from './plan_refused.ts';

/**
 * The uncertainty of one input. Calculations that share a quantity have the same `group`
 * (`dictionary/<name>/<row>/<coefficient>`).
 */
export interface InputUncertainty {
  readonly law: UncertaintyLaw;
  readonly group?: string;
}

/** A stored calculation whose total is part of a plan. */
export interface PlannableCalculation {
  readonly id: string;
  readonly definition: CalculationDefinition;
  /** Values of the number inputs, in the units of the definition. */
  readonly inputs: NumberInputs;
  /** Uncertainties by input name; other inputs are exact. */
  readonly uncertainty?: Readonly<Record<string, InputUncertainty>>;
}

/**
 * The plan of an inventory: totals of all calculations with a total, by the formula texts of their
 * definitions. Physical bounds of an input truncate its law. Constants have the laws of
 * `defaults.ts` and share one draw in all calculations; GWP is exact.
 */
export function planOf(core: Core, seed: string, calculations: readonly PlannableCalculation[]): UncertaintyPlan {
  const inputs = new Map<string, Quantity>();
  const constants = constantsOf(core);
  const planned = calculations.flatMap((calculation) => {
    const total = totalOf(calculation.definition);
    return total ? [bind(calculation, total, inputs, constants)] : [];
  });
  return { seed, inputs: Object.fromEntries(inputs), calculations: planned };
}

/**
 * The total of a definition as one formula over its inputs and constants, with the divisor of its
 * display unit.
 */
export function totalOf(
  definition: CalculationDefinition,
): { readonly formula: Formula; readonly divisor: number } | undefined {
  const { total } = definition;
  const results = new Map(numberResults(definition));
  const result = total === undefined ? undefined : results.get(total);
  if (result?.formula === undefined) return undefined;
  const earlier = new Map<string, Formula>();
  for (const [name, { formula }] of results) {
    if (formula !== undefined) earlier.set(name, substitute(readFormula(formula), earlier));
  }
  const formula = total === undefined ? undefined : earlier.get(total);
  return formula && { formula, divisor: result.display?.divisor ?? 1 };
}

/** Replaces names of earlier results by their formulas. */
function substitute(formula: Formula, by: ReadonlyMap<string, Formula>): Formula {
  if (formula.kind === 'number') return formula;
  if (formula.kind === 'name') return by.get(formula.name) ?? formula;
  if (formula.kind === 'negate') return { ...formula, operand: substitute(formula.operand, by) };
  return { ...formula, left: substitute(formula.left, by), right: substitute(formula.right, by) };
}

function bind(
  { id, definition, inputs: values, uncertainty = {} }: PlannableCalculation,
  { formula, divisor }: { readonly formula: Formula; readonly divisor: number },
  inputs: Map<string, Quantity>,
  constants: ReadonlyMap<string, number>,
): PlannedCalculation {
  const definitions = new Map(numberInputs(definition));
  const bindings: Record<string, string> = {};
  const whole = substitute(formula, unburntByEfficiency(constants));
  eachPart(whole, (part) => {
    if (part.kind !== 'name' || Object.hasOwn(bindings, part.name)) return;
    const input = definitions.get(part.name);
    const { law, group = `calculation/${id}/${part.name}` } = uncertainty[part.name] ?? { law: { law: 'none' } };
    const key = input ? group : `constant/${part.name}`;
    bindings[part.name] = key;
    const constant = constants.get(part.name) ?? Number.NaN;
    const value = values[part.name] ?? Number.NaN;
    const quantity = input ? quantityOf(value, law, input) : quantityOf(constant, lawOfConstant(part.name));
    refuseOther(key, inputs.get(key), quantity);
    inputs.set(key, quantity);
  });
  return { id, formula: writeFormula(whole), inputs: bindings, divisor };
}

/**
 * The unburnt share as a function of the drawn efficiency η: 0.02 + (0.98 − η), so that the stated
 * value is exactly 0.02.
 */
function unburntByEfficiency(constants: ReadonlyMap<string, number>): ReadonlyMap<string, Formula> {
  const stated = (name: ConstantName): Formula => ({ kind: 'number', value: constants.get(name) ?? Number.NaN });
  const drawn: Formula = { kind: 'name', name: 'FLARE_EFFICIENCY' };
  const change: Formula = { kind: 'binary', sign: '-', left: stated('FLARE_EFFICIENCY'), right: drawn };
  return new Map([['FLARE_UNBURNT', { kind: 'binary', sign: '+', left: stated('FLARE_UNBURNT'), right: change }]]);
}

function lawOfConstant(name: string): UncertaintyLaw {
  return Object.hasOwn(CONSTANTS, name) ? (CONSTANT_UNCERTAINTIES[name as ConstantName]?.law ?? NONE) : NONE;
}

/** Refuses an id with two values: one id is one quantity. */
function refuseOther(id: string, known: Quantity | undefined, quantity: Quantity): void {
  if (!known || JSON.stringify(known) === JSON.stringify(quantity)) return;
  const message =
    'Расчёты с этой общей величиной задают ей разные значения или законы. Сделайте их одинаковыми или разделите величину.';
  throw new PlanRefused([{ field: `inputs.${id}`, message }]);
}

const NONE: UncertaintyLaw = { law: 'none' };

function quantityOf(
  value: number,
  law: UncertaintyLaw,
  bounds: { readonly min?: number; readonly max?: number } = {},
): Quantity {
  if (law.law === 'none') return { value, law: 'fixed' };
  if (law.law === 'uniform' || law.law === 'triangular') return { value, ...law };
  const { min, max } = bounds;
  return { value, ...law, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}
