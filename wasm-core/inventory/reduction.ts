import type { CoreMemory } from '../core_memory.ts';
import { type MethaneBalance, type MethaneBalanceCase, methaneBalance } from './methane_balance.ts';

/** What a scenario saves against the present: differences of two balances, t, t CO2-eq; share of the present methane. */
export interface Reduction {
  readonly before: MethaneBalance;
  readonly after: MethaneBalance;
  readonly ch4_t: number;
  readonly co2_t: number;
  readonly co2e_t: number;
  /** Undefined where nothing is released at present. */
  readonly ch4_share: number | undefined;
}

/** What a person types of a measure: money in one currency, a year; nothing of it is shipped. */
export interface AbatementMeasure {
  readonly name: string;
  /** t CO2-eq saved in a year. */
  readonly saved_t: number;
  readonly investment: number;
  readonly operation: number;
  readonly revenue: number;
  /** Whole years that it works, at least 1. */
  readonly years: number;
  /** Discount rate, share a year. */
  readonly rate: number;
}

/** A measure with its cost, in the place where the curve has it. */
export interface CostedMeasure extends AbatementMeasure {
  /** Capital recovery factor, a year. */
  readonly recovery_factor: number;
  readonly annual_cost: number;
  /** Undefined where nothing is saved. */
  readonly cost_per_t: number | undefined;
  /** t CO2-eq saved by it and by every cheaper measure. */
  readonly reached_t: number;
}

/** Measures by rising cost of a tonne. */
export interface AbatementCurve {
  readonly measures: readonly CostedMeasure[];
  readonly saved_t: number;
  readonly annual_cost: number;
  readonly cost_per_t: number | undefined;
}

/**
 * What a scenario saves: the same mine with other destinations of the same or another drained volume. Throws BalanceRefused where either
 * does not add up or destroys more than is released, so no scenario destroys more gas than is drained.
 */
export function reductionOf(memory: CoreMemory, present: MethaneBalanceCase, scenario: MethaneBalanceCase): Reduction {
  const before = methaneBalance(memory, present);
  const after = methaneBalance(memory, scenario);
  const masses = [before, after].flatMap(({ ch4_t, co2_t, co2e_t }) => [ch4_t, co2_t, co2e_t]);
  const [ch4_t = 0, co2_t = 0, co2e_t = 0, share] = run(memory, 'reduction', masses, 4);
  return { before, after, ch4_t, co2_t, co2e_t, ch4_share: numberOrNothing(share) };
}

/** Costs of measures and their curve. Of measures of one cost the larger comes first, then the name decides: the order of entry never. */
export function abatementCurve(memory: CoreMemory, measures: readonly AbatementMeasure[]): AbatementCurve {
  const costed = measures.map((measure) => {
    const { rate, years, investment, operation, revenue, saved_t } = measure;
    const args = [rate, years, investment, operation, revenue, saved_t];
    const [recovery_factor = 0, annual_cost = 0, cost] = run(memory, 'abatement_cost', args, 3);
    return { ...measure, recovery_factor, annual_cost, cost_per_t: numberOrNothing(cost) };
  });
  const order = costed.map((_, index) => index).sort((one, other) => byCost(costed[one], costed[other]));
  memory.clear();
  const column = (values: readonly number[]) => memory.place(Float64Array.from(values));
  const reached = memory.take(Math.max(costed.length, 1) * 8);
  const columns = [
    column(costed.map(({ saved_t }) => saved_t)),
    column(costed.map((one) => one.annual_cost)),
    column(order),
  ];
  const [saved_t = 0, annual_cost = 0, cost] = run(memory, 'abatement_curve', [costed.length, ...columns, reached], 3);
  const steps = new Float64Array(memory.buffer, reached, costed.length).slice();
  const sorted = order.flatMap((index, step) => {
    const measure = costed[index];
    return measure ? [{ ...measure, reached_t: steps[step] ?? 0 }] : [];
  });
  return { measures: sorted, saved_t, annual_cost, cost_per_t: numberOrNothing(cost) };
}

type Costed = Omit<CostedMeasure, 'reached_t'>;

/** Cheapest first; what saves nothing has no cost of a tonne and stands last. */
function byCost(one: Costed | undefined, other: Costed | undefined): number {
  const [first, second] = [one, other].map((measure) => measure?.cost_per_t ?? Number.POSITIVE_INFINITY);
  if (first !== second) return (first ?? 0) < (second ?? 0) ? -1 : 1;
  const [larger, smaller] = [other?.saved_t ?? 0, one?.saved_t ?? 0];
  if (larger !== smaller) return larger < smaller ? -1 : 1;
  const [name, next] = [one?.name ?? '', other?.name ?? ''];
  return name < next ? -1 : Number(name > next);
}

function run(memory: CoreMemory, name: string, args: readonly number[], count: number): Float64Array {
  memory.function(name)(...args);
  return new Float64Array(memory.buffer, memory.function('written_ptr')(), count).slice();
}

function numberOrNothing(value: number | undefined): number | undefined {
  return value === undefined || Number.isNaN(value) ? undefined : value;
}
