import type { Scenario } from '../contract/inventory_settings.ts';
import type { CoreMemory } from '../core_memory.ts';
import { CoreSums } from './core_sums.ts';
import { type MethaneBalanceCase, methaneBalance } from './methane_balance.ts';
import { abatementCurve, type CostedMeasure, type Reduction, reductionOf } from './reduction.ts';
import { type ScenarioCase, underScenario } from './scenario.ts';

/** What a scenario saves at an object against the present. */
export interface ScenarioResult extends Reduction {
  /** CO2 of gas burnt for energy, more than at present, t. It counts under stationary combustion, outside of the balance. */
  readonly combustion_co2_t: number;
  /** t CO2-eq that the whole inventory has less: the reduction of the balance, that CO2 subtracted. */
  readonly saved_t: number;
}

/** Computes a scenario of a case. Throws BalanceRefused where a balance does not add up or destroys more than is released. */
export function scenarioResult(
  memory: CoreMemory,
  present: MethaneBalanceCase,
  scenario: ScenarioCase,
): ScenarioResult {
  const sums = new CoreSums(memory);
  const changed = underScenario(sums, present, scenario);
  const reduction = reductionOf(memory, present, changed);
  const [before, after] = [present, changed].map((one) => combustionCo2(memory, sums, one));
  const combustion_co2_t = sums.difference(before ?? 0, after ?? 0).difference;
  const saved_t = sums.difference(combustion_co2_t, reduction.co2e_t).difference;
  return { ...reduction, combustion_co2_t, saved_t };
}

/** CO2 of methane burnt in engines, boilers and oxidisers, t: by the formula of the flare. */
function combustionCo2(memory: CoreMemory, sums: CoreSums, balance: MethaneBalanceCase): number {
  const destinations = balance.destinations.map((one) =>
    one.kind === 'sold' || one.kind === 'vented' ? one : ({ ...one, kind: 'flare' } as const),
  );
  const all = methaneBalance(memory, { ...balance, destinations });
  return sums.difference(methaneBalance(memory, balance).co2_t, all.co2_t).difference;
}

/** The cost of a scenario by the figures that a person has typed; undefined where they have typed none. */
export function scenarioCost(
  memory: CoreMemory,
  { name, cost }: Pick<Scenario, 'name' | 'cost'>,
  saved_t: number,
): CostedMeasure | undefined {
  return cost === null ? undefined : abatementCurve(memory, [{ name, saved_t, ...cost }]).measures[0];
}
