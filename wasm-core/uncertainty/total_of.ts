import { type CalculationDefinition, numberResults } from '../calculations/definition.ts';
import { type Formula, readFormula } from './formula.ts';

/** An amount as a formula over inputs and constants, with the divisor of its display unit. */
export interface WrittenTotal {
  readonly formula: Formula;
  readonly divisor: number;
}

/** The total of a definition. */
export function totalOf(definition: CalculationDefinition): WrittenTotal | undefined {
  return definition.total === undefined ? undefined : resultFormula(definition, definition.total);
}

/** The result `name` of a definition, without names of earlier results. */
export function resultFormula(definition: CalculationDefinition, name: string): WrittenTotal | undefined {
  const results = numberResults(definition);
  const earlier = new Map<string, Formula>();
  for (const [result, { formula, display }] of results) {
    if (formula === undefined) continue;
    const whole = substitute(readFormula(formula), earlier);
    if (result === name) return { formula: whole, divisor: display?.divisor ?? 1 };
    earlier.set(result, whole);
  }
  return undefined;
}

/** Replaces names by formulas. */
export function substitute(formula: Formula, by: ReadonlyMap<string, Formula>): Formula {
  if (formula.kind === 'number') return formula;
  if (formula.kind === 'name') return by.get(formula.name) ?? formula;
  if (formula.kind === 'negate') return { ...formula, operand: substitute(formula.operand, by) };
  return { ...formula, left: substitute(formula.left, by), right: substitute(formula.right, by) };
}
