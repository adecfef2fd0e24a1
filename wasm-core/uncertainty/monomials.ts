import type { CoreFormula } from './formula.ts';

/**
 * A monomial c·Π of distinct quantities: columns of the quantities, ascending, and of the factors
 * and divisors of c.
 */
export interface Monomial {
  readonly variables: readonly number[];
  readonly factors: readonly number[];
  readonly divisors: readonly number[];
}

/** Columns of the leaves of one calculation. */
export interface FormulaColumns {
  fixed(part: CoreFormula): number | undefined;
  leaf(part: CoreFormula & { readonly kind: 'number' | 'name' }): number;
}

/** Most monomials of one calculation. */
const MOST = 64;

/**
 * Expands a formula to monomials, divided by the column `divisor`. Undefined if it is not
 * multilinear: a product of a quantity with itself or a quotient of quantities has no closed form.
 */
export function expandMonomials(
  formula: CoreFormula,
  columns: FormulaColumns,
  divisor: number,
): readonly Monomial[] | undefined {
  return expand(formula, columns)?.map((monomial) => ({ ...monomial, divisors: [...monomial.divisors, divisor] }));
}

function expand(part: CoreFormula, columns: FormulaColumns): readonly Monomial[] | undefined {
  const fixed = columns.fixed(part);
  if (fixed !== undefined) return [{ variables: [], factors: [fixed], divisors: [] }];
  if (part.kind === 'number' || part.kind === 'name') {
    return [{ variables: [columns.leaf(part)], factors: [], divisors: [] }];
  }
  const left = expand(part.left, columns);
  const right = expand(part.right, columns);
  if (!left || !right) return undefined;
  if (part.sign === '*') return multiplied(left, right);
  if (part.sign === '/') {
    const below = columns.fixed(part.right);
    if (below === undefined) return undefined;
    return left.map((monomial) => ({ ...monomial, divisors: [...monomial.divisors, below] }));
  }
  return left.length + right.length <= MOST ? [...left, ...right] : undefined;
}

function multiplied(left: readonly Monomial[], right: readonly Monomial[]): readonly Monomial[] | undefined {
  if (left.length * right.length > MOST) return undefined;
  const all: Monomial[] = [];
  for (const first of left) {
    for (const second of right) {
      if (first.variables.some((variable) => second.variables.includes(variable))) return undefined;
      all.push({
        variables: [...first.variables, ...second.variables].sort((a, b) => a - b),
        factors: [...first.factors, ...second.factors],
        divisors: [...first.divisors, ...second.divisors],
      });
    }
  }
  return all;
}
