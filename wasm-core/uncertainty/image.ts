import type { CoreMemory } from '../core_memory.ts';
import type { CompiledPlan, Instruction } from './compile.ts';
import type { Monomial } from './monomials.ts';
import type { Quantity } from './plan.ts';
import type { PlacedQuantity } from './plan_columns.ts';

/** Laws, numbered as in `assembly/uncertainty/variable.ts`. */
const LAWS = { fixed: 0, symmetric: 1, factor: 2, absolute: 3, uniform: 4, triangular: 5 } as const;
const ABSOLUTE_UNIFORM = 6;

/** Offsets of `Variable` in `assembly/uncertainty/variable.ts`. */
const VARIABLE = {
  ...{ law: 0, idBytes: 4, id: 8, value: 16, first: 24, mode: 32, last: 40, lower: 48, upper: 56, hash: 64, part: 96 },
  bytes: 120,
} as const;

/** Bytes of `Monomial` in `assembly/uncertainty/closed_form.ts`. */
const MONOMIAL_BYTES = 32;

/** Bytes of a column with the gap after it: STRIDE of `assembly/uncertainty/column.ts`. */
const COLUMN_BYTES = 512 * 8 + 64;

/** A compiled plan in the memory of the core. */
export interface PlacedPlan {
  /** Address of the head: `Plan` of `assembly/uncertainty/plan.ts`. */
  readonly head: number;
  readonly variables: number;
}

/**
 * Copies a compiled plan to memory; the core derives its numbers (`uncertainty_prepare`).
 */
export function placePlan(memory: CoreMemory, compiled: CompiledPlan, seed: string): PlacedPlan {
  const { quantities, setup, program, monomials = [] } = compiled;
  const variables = placeQuantities(memory, quantities);
  const head = [
    ...[variables, quantities.length],
    ...[memory.place(instructionsOf(setup)), setup.length],
    ...[memory.place(instructionsOf(program)), program.length],
    ...[memory.take(compiled.columns * COLUMN_BYTES), compiled.firstSum, compiled.sums, compiled.uniform],
    ...[placeMonomials(memory, monomials), monomials.length],
  ];
  const bytes = new DataView(new ArrayBuffer(8 + 4 * head.length));
  bytes.setBigUint64(0, BigInt(seed), true);
  for (const [index, value] of head.entries()) bytes.setUint32(8 + 4 * index, value, true);
  return { head: memory.place(bytes), variables };
}

function instructionsOf(instructions: readonly Instruction[]): Uint32Array {
  return Uint32Array.from(instructions.flat());
}

function placeQuantities(memory: CoreMemory, quantities: readonly PlacedQuantity[]): number {
  const ids = quantities.map(({ id }) => new TextEncoder().encode(id));
  const text = memory.take(ids.reduce((sum, { length }) => sum + length, 1));
  const variables = memory.take(quantities.length * VARIABLE.bytes);
  const view = new DataView(memory.buffer);
  let end = text;
  for (const [index, { quantity }] of quantities.entries()) {
    const id = ids[index] ?? new Uint8Array();
    new Uint8Array(memory.buffer).set(id, end);
    const at = variables + index * VARIABLE.bytes;
    view.setUint32(at + VARIABLE.law, lawOf(quantity), true);
    view.setUint32(at + VARIABLE.idBytes, id.length, true);
    view.setUint32(at + VARIABLE.id, end, true);
    for (const [name, value] of Object.entries(parametersOf(quantity))) {
      view.setFloat64(at + VARIABLE[name as keyof Parameters], value, true);
    }
    end += id.length;
  }
  return variables;
}

function lawOf(quantity: Quantity): number {
  return quantity.law === 'absolute' && quantity.shape === 'uniform' ? ABSOLUTE_UNIFORM : LAWS[quantity.law];
}

type Parameters = Readonly<Record<'value' | 'first' | 'mode' | 'last' | 'lower' | 'upper', number>>;

function parametersOf(quantity: Quantity): Parameters {
  const { value, law } = quantity;
  const free = { value, first: 0, mode: 0, last: 0, lower: -Infinity, upper: Infinity };
  if (law === 'uniform') return { ...free, first: quantity.min, last: quantity.max };
  if (law === 'triangular') return { ...free, first: quantity.min, mode: quantity.mode, last: quantity.max };
  const { min: lower = -Infinity, max: upper = Infinity } = quantity;
  const bounded = { ...free, lower, upper };
  if (law === 'symmetric') return { ...bounded, first: quantity.percent };
  if (law === 'factor') return { ...bounded, first: quantity.factor };
  return law === 'absolute' ? { ...bounded, first: quantity.half } : free;
}

function placeMonomials(memory: CoreMemory, monomials: readonly Monomial[]): number {
  const lists = monomials.map(({ variables, factors, divisors }) => [...variables, ...factors, ...divisors]);
  const columns = memory.place(Uint32Array.from(lists.flat()));
  const address = memory.take(monomials.length * MONOMIAL_BYTES);
  const view = new DataView(memory.buffer, address);
  let list = columns;
  for (const [index, { variables, factors, divisors }] of monomials.entries()) {
    const record = [list, variables.length, factors.length, divisors.length];
    for (const [field, value] of record.entries()) view.setUint32(index * MONOMIAL_BYTES + 4 * field, value, true);
    list += 4 * (lists[index]?.length ?? 0);
  }
  return address;
}

/**
 * Results of `uncertainty_prepare` for a quantity: the hash of its id, and whether its bounds leave
 * enough of the law.
 */
export interface PreparedQuantity {
  readonly hash: bigint;
  readonly isCutAway: boolean;
}

/** Smallest probability of a law within its bounds. */
const SMALLEST_PART = 1e-6;

/** Reads the results of `uncertainty_prepare` for the `index`-th quantity. */
export function preparedQuantity(memory: CoreMemory, { variables }: PlacedPlan, index: number): PreparedQuantity {
  const view = new DataView(memory.buffer, variables + index * VARIABLE.bytes, VARIABLE.bytes);
  const part = view.getFloat64(VARIABLE.part, true);
  return { hash: view.getBigUint64(VARIABLE.hash, true), isCutAway: !(part >= SMALLEST_PART) };
}
