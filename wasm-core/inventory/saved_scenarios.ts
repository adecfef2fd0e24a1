import type { ObjectInventory } from '../contract/inventory_schema.ts';
import type { Scenario } from '../contract/inventory_settings.ts';
import type { CoreMemory } from '../core_memory.ts';
import type { Core } from '../load.ts';
import { BalanceRefused } from './methane_balance.ts';
import { presentCase } from './present_case.ts';
import { type AbatementCurve, abatementCurve, type CostedMeasure } from './reduction.ts';
import { type ScenarioResult, scenarioCost, scenarioResult } from './scenario_result.ts';

/** What scenarios are computed with: the core, and the balances of the project's objects at its potential. */
export interface ScenarioGround {
  readonly core: Core;
  readonly memory: CoreMemory;
  readonly objects: readonly ObjectInventory[];
  /** t CO2-eq per t CH4. */
  readonly gwp: number;
}

/** A saved scenario against the present balance of its object. */
export interface SavedScenario {
  readonly scenario: Scenario;
  /** Name of its object; undefined where the project has it no more. */
  readonly objectName: string | undefined;
  readonly result: ScenarioResult | undefined;
  /** Why it cannot be computed. */
  readonly refused: string | undefined;
  readonly cost: CostedMeasure | undefined;
}

/** Objects that release methane: the ones that a scenario can be made of. */
export function releasingObjects(objects: readonly ObjectInventory[]): ObjectInventory[] {
  return objects.filter(({ balance }) => balance.way !== null && balance.gross_t > 0);
}

/** Computes saved scenarios anew: the calculations of their objects may have changed since. */
export function computeSaved(ground: ScenarioGround, scenarios: readonly Scenario[]): SavedScenario[] {
  return scenarios.map((scenario) => {
    const object = releasingObjects(ground.objects).find((one) => one.object === scenario.object);
    const nothing = { scenario, objectName: object?.name, result: undefined, cost: undefined };
    if (!object) return { ...nothing, refused: 'У объекта сценария в этом проекте больше нет выделения метана.' };
    try {
      const { core, memory, gwp } = ground;
      const result = scenarioResult(memory, presentCase(core, memory, object, gwp), scenario);
      return { ...nothing, result, refused: undefined, cost: scenarioCost(memory, scenario, result.saved_t) };
    } catch (error) {
      if (!(error instanceof BalanceRefused)) throw error;
      return { ...nothing, refused: error.faults.map(({ message }) => message).join(' ') };
    }
  });
}

/** The curve of the scenarios that save something and have a cost. */
export function curveOf(memory: CoreMemory, saved: readonly SavedScenario[]): AbatementCurve {
  return abatementCurve(
    memory,
    saved.flatMap(({ cost }) => (cost && cost.saved_t > 0 ? [cost] : [])),
  );
}

/** Places of the scenarios that a curve holds at first: one an object, because two of one object exclude each other. */
export function firstOfEach(scenarios: readonly Scenario[]): Set<number> {
  const costed = scenarios.flatMap((scenario, place) => (scenario.cost === null ? [] : [{ ...scenario, place }]));
  const first = new Map(costed.toReversed().map(({ object, place }) => [object, place]));
  return new Set(first.values());
}
