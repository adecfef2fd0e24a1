import type { Scenario } from '#core/contract/inventory_settings.ts';
import { CoreMemory } from '#core/core_memory.ts';
import { CoreSums } from '#core/inventory/core_sums.ts';
import { scenarioFaults } from '#core/inventory/scenario.ts';
import type { Core } from '#core/load.ts';
import { faultyFields } from '../errors.ts';

/** Refuses scenarios whose destinations hold more or less gas than is drained, by their fields. */
export async function refuseFaultyScenarios({ module }: Core, scenarios: readonly Scenario[]): Promise<void> {
  const sums = new CoreSums(await CoreMemory.open(module));
  const faults = scenarios.flatMap((scenario, index) =>
    scenarioFaults(sums, scenario).map(({ field = '', message }) => ({
      field: `scenarios.${index}.${field}`,
      message,
    })),
  );
  if (faults.length > 0) throw faultyFields(faults);
}
