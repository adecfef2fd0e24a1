import { type CoreFormula, eachPart } from './formula.ts';
import type { PlannedCalculation, Quantity, UncertaintyPlan } from './plan.ts';

/** A quantity with its id, or a literal with an empty id. The i-th has column i. */
export interface PlacedQuantity {
  readonly id: string;
  readonly quantity: Quantity;
}

/**
 * Indexes of the columns: quantities, literals, uniform numbers, sums, then those of the compiler.
 */
export class PlanColumns {
  readonly quantities: PlacedQuantity[] = [];
  readonly #places = new Map<string, number>();
  readonly #literals = new Map<number, number>();
  readonly #constants: ReadonlyMap<string, number>;
  readonly #sums: number;

  constructor(inputs: UncertaintyPlan['inputs'], constants: ReadonlyMap<string, number>, sums: number) {
    this.#constants = constants;
    this.#sums = sums;
    for (const [id, quantity] of Object.entries(inputs)) {
      this.#places.set(id, this.quantities.push({ id, quantity }) - 1);
    }
  }

  /** Column of a literal of a formula. */
  literal(value: number): number {
    const place = this.#literals.get(value) ?? this.quantities.push({ id: '', quantity: { value, law: 'fixed' } }) - 1;
    this.#literals.set(value, place);
    return place;
  }

  addLiterals(formula: CoreFormula, { inputs, divisor }: PlannedCalculation): void {
    this.literal(divisor);
    eachPart(formula, (part) => {
      if (part.kind === 'number') this.literal(part.value);
      if (part.kind === 'name' && !Object.hasOwn(inputs, part.name)) this.literal(this.#constant(part.name));
    });
  }

  #constant(name: string): number {
    const value = this.#constants.get(name);
    if (value === undefined) throw new Error(`The name ${name} is bound to nothing`);
    return value;
  }

  /** Column of a name in the formula of `calculation`. */
  named(name: string, { inputs }: PlannedCalculation): number {
    const id = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    return id === undefined ? this.literal(this.#constant(name)) : (this.#places.get(id) ?? Number.NaN);
  }

  isFixed(column: number): boolean {
    return this.quantities[column]?.quantity.law === 'fixed';
  }

  get uniform(): number {
    return this.quantities.length;
  }

  get firstSum(): number {
    return this.uniform + 1;
  }

  /** First index for the compiler, after all literals are added. */
  get next(): number {
    return this.firstSum + 2 * this.#sums;
  }
}
