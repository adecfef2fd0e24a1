import { type CoreFormula, readFormula, toCoreFormula } from './formula.ts';
import { expandMonomials, type FormulaColumns, type Monomial } from './monomials.ts';
import { inTotalOrder, type PlannedCalculation, type UncertaintyPlan } from './plan.ts';
import { type PlacedQuantity, PlanColumns } from './plan_columns.ts';

/** Operations of the core's programs, numbered as in `assembly/uncertainty/program.ts`. */
const OPERATIONS = { '+': 0, '*': 1, '/': 2, sum: 3 } as const;

/** One column operation: [operation, out, a, b], with column indexes. */
export type Instruction = readonly [operation: number, out: number, a: number, b: number];

/** A plan compiled for the core, without formula texts. */
export interface CompiledPlan {
  readonly quantities: readonly PlacedQuantity[];
  /** Instructions that run once: their results are the same in every draw. */
  readonly setup: readonly Instruction[];
  readonly program: readonly Instruction[];
  readonly columns: number;
  readonly uniform: number;
  readonly firstSum: number;
  readonly sums: number;
  /** The first sum as a polynomial; undefined if it is not multilinear. */
  readonly monomials: readonly Monomial[] | undefined;
}

/** Selects the calculations of a sum; by default all. */
export type SumFilter = (calculation: PlannedCalculation) => boolean;

/**
 * Compiles the formulas of a plan to a program over columns, with operations in the order of the
 * text. `sums`: the totals to compute, each in ascending order of calculation ids.
 */
export function compilePlan(
  plan: UncertaintyPlan,
  constants: ReadonlyMap<string, number>,
  sums: readonly SumFilter[] = [() => true],
): CompiledPlan {
  const calculations = inTotalOrder(plan.calculations).map((calculation) => ({
    calculation,
    formula: toCoreFormula(readFormula(calculation.formula)),
  }));
  const columns = new PlanColumns(plan.inputs, constants, sums.length);
  for (const { calculation, formula } of calculations) columns.addLiterals(formula, calculation);
  const compiler = new Compiler(columns);
  const monomials: (readonly Monomial[] | undefined)[] = [];
  for (const { calculation, formula } of calculations) {
    const emitter = compiler.of(calculation);
    const result = emitter.divided(emitter.emit(formula));
    for (const [index, isPart] of sums.entries()) {
      if (isPart(calculation)) compiler.program.push([OPERATIONS.sum, columns.firstSum + 2 * index, result, 0]);
    }
    compiler.release(result);
    if (sums[0]?.(calculation)) monomials.push(expandMonomials(formula, emitter, columns.literal(calculation.divisor)));
  }
  return {
    quantities: columns.quantities,
    setup: compiler.setup,
    program: compiler.program,
    columns: compiler.columns,
    uniform: columns.uniform,
    firstSum: columns.firstSum,
    sums: sums.length,
    monomials: joined(monomials),
  };
}

/** Most monomials of all calculations. */
const MOST_MONOMIALS = 4096;

function joined(parts: readonly (readonly Monomial[] | undefined)[]): readonly Monomial[] | undefined {
  const all: Monomial[] = [];
  for (const part of parts) {
    if (!part || all.length + part.length > MOST_MONOMIALS) return undefined;
    all.push(...part);
  }
  return all;
}

/** Allocates columns for intermediate results and collects instructions. */
class Compiler {
  readonly setup: Instruction[] = [];
  readonly program: Instruction[] = [];
  readonly source: PlanColumns;
  columns: number;
  readonly #free: number[] = [];
  readonly #temporary = new Set<number>();

  constructor(source: PlanColumns) {
    this.source = source;
    this.columns = source.next;
  }

  of(calculation: PlannedCalculation): Emitter {
    return new Emitter(this, calculation);
  }

  /** Allocates a column for a result; it is reused after `release`. */
  take(): number {
    const column = this.#free.pop() ?? this.columns++;
    this.#temporary.add(column);
    return column;
  }

  release(column: number): void {
    if (this.#temporary.delete(column)) this.#free.push(column);
  }
}

/** Emits the formula of one calculation. */
class Emitter implements FormulaColumns {
  readonly #compiler: Compiler;
  readonly #calculation: PlannedCalculation;
  /** Columns of the constant parts; undefined for parts that vary between draws. */
  readonly #fixed = new Map<CoreFormula, number | undefined>();

  constructor(compiler: Compiler, calculation: PlannedCalculation) {
    this.#compiler = compiler;
    this.#calculation = calculation;
  }

  /** Column of a quantity or number. */
  leaf(part: CoreFormula & { readonly kind: 'number' | 'name' }): number {
    const { source } = this.#compiler;
    return part.kind === 'number' ? source.literal(part.value) : source.named(part.name, this.#calculation);
  }

  /** Column of a constant part; undefined if the part varies between draws. */
  fixed(part: CoreFormula): number | undefined {
    if (!this.#fixed.has(part)) this.#fixed.set(part, this.#computeOnce(part));
    return this.#fixed.get(part);
  }

  #computeOnce(part: CoreFormula): number | undefined {
    if (part.kind === 'number' || part.kind === 'name') {
      const leaf = this.leaf(part);
      return this.#compiler.source.isFixed(leaf) ? leaf : undefined;
    }
    const [a, b] = [this.fixed(part.left), this.fixed(part.right)];
    if (a === undefined || b === undefined) return undefined;
    const out = this.#compiler.columns++;
    this.#compiler.setup.push([OPERATIONS[part.sign], out, a, b]);
    return out;
  }

  /** Emits a part and returns the column of its value. */
  emit(part: CoreFormula): number {
    const fixed = this.fixed(part);
    if (fixed !== undefined) return fixed;
    if (part.kind === 'number' || part.kind === 'name') return this.leaf(part);
    const left = this.emit(part.left);
    return this.#operation(OPERATIONS[part.sign], left, this.emit(part.right));
  }

  /** Divides a result by the calculation's divisor; the divisor 1 changes no bit. */
  divided(column: number): number {
    const { divisor } = this.#calculation;
    return divisor === 1 ? column : this.#operation(OPERATIONS['/'], column, this.#compiler.source.literal(divisor));
  }

  #operation(operation: number, a: number, b: number): number {
    this.#compiler.release(a);
    this.#compiler.release(b);
    const out = this.#compiler.take();
    this.#compiler.program.push([operation, out, a, b]);
    return out;
  }
}
