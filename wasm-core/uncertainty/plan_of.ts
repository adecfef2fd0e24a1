import { type CalculationDefinition, type NumberInputs, numberInputs } from '../calculations/definition.ts';
import { CONSTANTS, type ConstantName } from '../constants.ts';
import { DEFAULT_UNCERTAINTIES } from '../contract/default_uncertainties.ts';
import type { UncertaintyLaw } from '../contract/uncertainty_law.ts';
import type { Core } from '../load.ts';
import { constantsOf } from './constants_of.ts';
import { eachPart, type Formula, writeFormula } from './formula.ts';
import type { PlannedCalculation, Quantity, UncertaintyPlan } from './plan.ts';
import { PlanRefused } from './plan_refused.ts';
import { substitute, totalOf, type WrittenTotal } from './total_of.ts';

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
  /** The amount that the calculation adds; without it the total of its definition. */
  readonly amount?: WrittenTotal;
}

/** Beginning of the id of an error that a person names: «один датчик». */
export const SHARED_ERROR = 'group/';

/**
 * The plan of an inventory: totals of all calculations with a total, by the formula texts of their
 * definitions. Physical bounds of an input truncate its law. Constants have the laws of
 * `constants.ts` and share one draw in all calculations; GWP is exact.
 */
export function planOf(core: Core, seed: string, calculations: readonly PlannableCalculation[]): UncertaintyPlan {
  const inputs = new Map<string, Quantity>();
  const constants = constantsOf(core);
  const planned = calculations.flatMap((calculation) => {
    const total = calculation.amount ?? totalOf(calculation.definition);
    return total ? [bind(calculation, total, inputs, constants)] : [];
  });
  return { seed, inputs: Object.fromEntries(inputs), calculations: planned };
}

function bind(
  { id, definition, inputs: values, uncertainty = {} }: PlannableCalculation,
  { formula, divisor }: WrittenTotal,
  inputs: Map<string, Quantity>,
  constants: ReadonlyMap<string, number>,
): PlannedCalculation {
  const definitions = new Map(numberInputs(definition));
  const shared = new Map<string, SharedError>();
  for (const [name, { law, group }] of Object.entries(uncertainty)) {
    const error = group?.startsWith(SHARED_ERROR) ? sharedError(name, law) : undefined;
    if (error) shared.set(name, error);
  }
  const bindings: Record<string, string> = {};
  const by = new Map([...unburntByEfficiency(constants), ...[...shared].map(([name, { by }]) => [name, by] as const)]);
  const add = (name: string, key: string, quantity: Quantity) => {
    const other = inputs.get(key);
    // A revised coefficient of one dictionary row is another quantity.
    const own =
      other && other.value !== quantity.value && key.startsWith('dictionary/') ? `${key}@${quantity.value}` : key;
    refuseOther(own, inputs.get(own), quantity);
    bindings[name] = own;
    inputs.set(own, quantity);
  };
  const whole = substitute(formula, by);
  eachPart(whole, (part) => {
    if (part.kind !== 'name' || Object.hasOwn(bindings, part.name)) return;
    const { name } = part;
    const input = definitions.get(name);
    const value = values[name] ?? Number.NaN;
    const own = `calculation/${id}/${name}`;
    const error = [...shared].find(([, { name: errorName }]) => errorName === name);
    if (error) add(name, uncertainty[error[0]]?.group ?? own, error[1].quantity);
    else if (!input)
      add(name, `constant/${name}`, boundedQuantity(constants.get(name) ?? Number.NaN, lawOfConstant(name)));
    else if (shared.has(name)) add(name, own, boundedQuantity(value, NONE));
    else {
      const { law, group = own } = uncertainty[name] ?? { law: NONE };
      add(name, group, boundedQuantity(value, law, input));
    }
  });
  return { id, formula: writeFormula(whole), inputs: bindings, divisor };
}

/** An error that inputs with different values share: a quantity of its own beside the exact value. */
interface SharedError {
  /** Name of the error in the formula. */
  readonly name: string;
  readonly quantity: Quantity;
  /** Value and error, in place of the input. */
  readonly by: Formula;
}

/** Relative laws multiply the value, an absolute one adds to it; a range is no error of a value. */
function sharedError(input: string, law: UncertaintyLaw): SharedError | undefined {
  if (law.law !== 'symmetric' && law.law !== 'factor' && law.law !== 'absolute') return undefined;
  const name = `${input}_error`;
  const isRelative = law.law !== 'absolute';
  const quantity: Quantity = { value: isRelative ? 1 : 0, ...law, ...(isRelative && { min: 0 }) };
  const [left, right]: Formula[] = [
    { kind: 'name', name: input },
    { kind: 'name', name },
  ];
  if (!left || !right) return undefined;
  return { name, quantity, by: { kind: 'binary', sign: isRelative ? '*' : '+', left, right } };
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
  const { uncertainty } = CONSTANTS[name as ConstantName];
  return uncertainty ? DEFAULT_UNCERTAINTIES[uncertainty].law : NONE;
}

/** Refuses an id with two values: one id is one quantity. */
function refuseOther(id: string, known: Quantity | undefined, quantity: Quantity): void {
  if (!known || JSON.stringify(known) === JSON.stringify(quantity)) return;
  const message =
    'Расчёты с этой общей величиной задают ей разные значения или законы. Сделайте их одинаковыми или разделите величину.';
  throw new PlanRefused([{ field: `inputs.${id}`, message }]);
}

const NONE: UncertaintyLaw = { law: 'none' };

/** A quantity of a plan; physical bounds cut the laws that have none of their own. */
export function boundedQuantity(
  value: number,
  law: UncertaintyLaw,
  bounds: { readonly min?: number; readonly max?: number } = {},
): Quantity {
  if (law.law === 'none') return { value, law: 'fixed' };
  if (law.law === 'uniform' || law.law === 'triangular') return { value, ...law };
  const { min, max } = bounds;
  return { value, ...law, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}
