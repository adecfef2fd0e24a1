import type { Item } from './database.ts';

/** What must hold of one attribute of the stored item. A comparison with an absent attribute, or one of another type, does not hold. */
export type Clause =
  | readonly [attribute: string, is: 'exists' | 'missing']
  | readonly [attribute: string, is: '=', value: string | number | boolean]
  | readonly [attribute: string, is: '<' | '<=', value: number]
  | readonly [attribute: string, is: 'in', values: readonly string[]]
  /** Of sets of texts. An absent set has no member. */
  | readonly [attribute: string, is: 'has' | 'lacks', member: string]
  | readonly [attribute: string, is: 'larger', size: number];

/** Holds if every clause of one of its alternatives holds. */
export type Condition = readonly (readonly Clause[])[];

/** The condition that all of these hold. */
export function allOf(...clauses: readonly Clause[]): Condition {
  return [clauses];
}

/** The condition that one of these holds. */
export function anyOf(...conditions: readonly Condition[]): Condition {
  return conditions.flat();
}

/** The key is free. */
export const IS_NEW: Condition = allOf(['pk', 'missing']);

/** There is an item under the key. */
export const IS_STORED: Condition = allOf(['pk', 'exists']);

/** Whether a condition holds of an item, or of a key without one. */
export function holds(condition: Condition, item: Item | undefined): boolean {
  return condition.some((clauses) => clauses.every((clause) => clauseHolds(clause, item?.[clause[0]])));
}

function clauseHolds(clause: Clause, value: unknown): boolean {
  switch (clause[1]) {
    case 'exists':
      return value !== undefined;
    case 'missing':
      return value === undefined;
    case '=':
      return value === clause[2];
    case '<':
      return typeof value === 'number' && value < clause[2];
    case '<=':
      return typeof value === 'number' && value <= clause[2];
    case 'in':
      return clause[2].some((one) => one === value);
    case 'has':
      return value instanceof Set && value.has(clause[2]);
    case 'lacks':
      return !(value instanceof Set && value.has(clause[2]));
    case 'larger':
      return value instanceof Set && value.size > clause[2];
  }
}
