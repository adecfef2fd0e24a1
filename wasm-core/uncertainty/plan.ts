import { namesOf, readFormula } from './formula.ts';

/** Bounds that truncate a law; they have no effect on `fixed`. */
interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/**
 * A quantity of a plan, as in the plan file: its stated value and its law (`law.ts`) or `fixed`.
 */
export type Quantity = { readonly value: number } & (
  | ({ readonly law: 'fixed' } & Bounds)
  | ({ readonly law: 'symmetric'; readonly percent: number } & Bounds)
  | ({ readonly law: 'factor'; readonly factor: number } & Bounds)
  | ({ readonly law: 'absolute'; readonly half: number; readonly shape?: 'normal' | 'uniform' } & Bounds)
  | { readonly law: 'uniform'; readonly min: number; readonly max: number }
  | { readonly law: 'triangular'; readonly min: number; readonly mode: number; readonly max: number }
);

/**
 * A calculation of a plan: `formula` over the names of `inputs`, each bound to a quantity by its
 * id. The total adds result / divisor.
 */
export interface PlannedCalculation {
  readonly id: string;
  readonly formula: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly divisor: number;
}

/**
 * Everything that the draws depend on: the same plan gives the same bits on every host. An id is a
 * correlation group: all calculations share its draws. Without `n` the error of the percentiles
 * determines the number of draws.
 */
export interface UncertaintyPlan {
  /** Decimal text, 0 … 2^64 − 1. */
  readonly seed: string;
  readonly n?: number;
  readonly inputs: Readonly<Record<string, Quantity>>;
  readonly calculations: readonly PlannedCalculation[];
}

/** Limits of a plan. */
export const PLAN_LIMITS = {
  draws: 2 ** 24,
  inputs: 20_000,
  calculations: 10_000,
  formulaLength: 10_000,
  /** Draws × (quantities + operations): about five minutes on one thread. */
  work: 1e11,
} as const;

/** Calculations in the order of the total: ascending by id, compared by code points. */
export function inTotalOrder<T extends { readonly id: string }>(calculations: readonly T[]): T[] {
  return [...calculations].sort((first, second) => compareCodePoints(first.id, second.id));
}

function compareCodePoints(first: string, second: string): number {
  const [left, right] = [[...first], [...second]];
  const place = left.findIndex((letter, index) => letter !== right[index]);
  if (place < 0) return left.length - right.length;
  return (left[place]?.codePointAt(0) ?? 0) - (right[place]?.codePointAt(0) ?? -1);
}

/**
 * Ids of the calculations whose formula has no uncertain quantity: «неопределённость не задана».
 */
export function calculationsWithoutUncertainty({ inputs, calculations }: UncertaintyPlan): string[] {
  const isUncertain = ({ formula, inputs: names }: PlannedCalculation) =>
    namesOf(readFormula(formula)).some((name) => {
      const id = Object.hasOwn(names, name) ? names[name] : undefined;
      return id !== undefined && inputs[id]?.law !== 'fixed';
    });
  return calculations.filter((calculation) => !isUncertain(calculation)).map(({ id }) => id);
}

/** Text for a total without an uncertain quantity; it is never shown as ± 0. */
export const NO_UNCERTAINTY = 'неопределённость не задана';
